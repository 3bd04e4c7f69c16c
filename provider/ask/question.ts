// `question.ts` says what a function asks, and names its token. `ask/`, `resources/` and `functions/` use the types;
// `ask/mocks.ts`, `plugin/functions.ts` and `tools/schema/` call the functions. A `Question` may get optional fields;
// the names that `functionToken` and `answerField` give must stay, because SDKs and mocks use them.
import type * as pulumi from "@pulumi/pulumi";
import type { Call, Client } from "../api";

/** A question that a function of the package asks, and how it is answered. */
export interface Question<Args extends object, Result> {
  name: string;
  list?: boolean;
  takesNothing?: boolean;
  /** The fields of the answer, or of each element of a list, that are credentials. `Output` hides the whole answer. */
  secret?: readonly string[];
  /** Explains why arguments are refused before anything is asked; undefined when they are accepted. */
  refuses?(args: Known<Args>): string | undefined;
  /** Explains in one line which key is missing for the question. Default: the key of the account. */
  lacks?(client: Client, args: Known<Args>): string | undefined;
  answer(client: Client, call: Call, args: Known<Args>): Promise<Result>;
}

/** Arguments as a question gets them: ids in place of resources. */
export type Known<Args> = { [K in keyof Args]: Exclude<Args[K], pulumi.Resource> };

/** The token of a function, by which Pulumi's mocks and the plugin know it. */
export const functionToken = ({ name }: { name: string }): string => `broker:index:${name}`;

/** The field of an answer that is a list or a map, because the protocol has only objects: `alarms` of `getAlarms`. */
export function answerField(name: string): string {
  const noun = name.replace(/^get/, "");
  return noun.charAt(0).toLowerCase() + noun.slice(1);
}
