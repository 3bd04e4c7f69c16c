// `ask.ts` and `plugin/functions.ts` call `throwIfRefused`, then `answerQuestion`: bad arguments must send no request.
// SDKs and mocks use the names that `functionToken` and `answerField` give, which must stay. Errors must pass through
// `cleanLine`, because a text of the service may quote a key. A `Question` may get optional fields.
import type * as pulumi from "@pulumi/pulumi";
import { type Call, type Client, cleanLine, systemClock } from "../api";
import { mistakenTextsIn } from "../framework/preview/mistakenTexts";

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

/** The time limit of one function, so that a silent service does not hold up the program for long. */
const limitMs = 2 * 60_000;

/** Throws for arguments that a question refuses before anything is asked. */
export function throwIfRefused<Args extends object>({ refuses }: Question<Args, unknown>, args: Known<Args>): void {
  const [mistaken] = mistakenTextsIn(args);
  if (mistaken !== undefined) throw new Error(`${mistaken.path.join(".")} ${mistaken.why}`);
  const refusal = refuses?.(args);
  if (refusal !== undefined) throw new Error(refusal);
}

/** Asks the service. `missing` lists the settings that every question needs and the configuration lacks. */
export async function answerQuestion<Args extends object, Result>(
  { name, answer, lacks = (client) => client.lacksKey() }: Question<Args, Result>,
  args: Known<Args>,
  { client, missing = [] }: { client: Client; missing?: readonly string[] },
): Promise<Result> {
  const problems = [lacks(client, args) ?? [], missing].flat();
  if (problems.length > 0) throw new Error(problems.join("; "));
  try {
    return await answer(client, { deadline: systemClock.now() + limitMs, subject: name, hasNoState: true }, args);
  } catch (error) {
    throw new Error(cleanLine(error instanceof Error ? error.message : String(error), client.keysOf([])));
  }
}
