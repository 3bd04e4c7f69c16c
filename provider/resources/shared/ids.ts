// Nearly all kinds and functions make or read ids here. Texts may change. The form of an id must stay, because states
// hold it; `parse` must refuse any other text, because ids become parts of paths.
import { isNumericId } from "../../api";

/** Reads a part of an id. `write` is needed only where the text in the id is not the value itself. */
export interface Part<Value extends string = string> {
  /** A part as an error shows it. */
  example: string;
  /** Undefined for a text that cannot be the part. */
  read(text: string): Value | undefined;
  write?(value: Value): string;
}

/** A part whose text in the id is the value itself. */
export const partThat = <Value extends string>(
  isRight: (text: string) => text is Value,
  example: string,
): Part<Value> => ({ example, read: (text) => (isRight(text) ? text : undefined) });

const isNumber = (text: string): text is string => isNumericId(text);
const usual = { instance: partThat(isNumber, "123"), number: partThat(isNumber, "7") };

type Names<Form> = Form extends `${string}<${infer Name}>${infer Rest}` ? Name | Names<Rest> : never;
type Choices<Text> = Text extends `${infer One}|${infer More}` ? One | Choices<More> : Text;
type First<Path> = Path extends `${infer Part}/${string}` ? Part : Path;
type Kinds<Form> = Form extends `<instance>/${infer Path}` ? Choices<First<Path>> : never;
type Parts<Form, Own> = {
  [Name in Names<Form>]: Name extends keyof Own ? (Own[Name] extends Part<infer Value> ? Value : never) : string;
};

/** The Pulumi ids of a kind of object on an instance. */
export interface Ids<Form extends string, Own = unknown> {
  /** Makes an id. `kind` is the second part, where the form names several; left out, the first of these. */
  make(parts: Parts<Form, Own> & { kind?: Kinds<Form> }): string;
  /** Reads the parts of an id. Any other text is refused before it can enter a path. */
  parse(id: string): Parts<Form, Own> & { kind: Kinds<Form> };
}

/** The ids of a kind by their form, such as `<instance>/logs|metrics/<number>`. `own` has the parts of this kind. */
export function idsOf<
  const Form extends `<instance>/${string}`,
  Own extends Record<string, Part> = Record<never, Part>,
>(type: string, form: Form, own?: Own): Ids<Form, Own> {
  const partsByName = { ...usual, ...own } as Record<string, Part>;
  const [, choice = "", ...rest] = form.split("/");
  const kinds = choice.split("|");
  const parts = rest.map((text) => ({ name: text.slice(1, -1), ...partsByName[text.slice(1, -1)]! }));
  const example = (kind: string | undefined) => [usual.instance.example, kind, ...parts.map((part) => part.example)];
  return {
    make: ({ instance, kind = kinds[0], ...values }: Record<string, string | undefined>) =>
      [instance, kind, ...parts.map(({ name, write }) => write?.(values[name] ?? "") ?? values[name])].join("/"),
    parse(id) {
      const [instance = "", kind = "", ...texts] = id.split("/");
      const read = parts.map((part, i) => [part.name, part.read(texts[i] ?? "")] as const);
      const isWhole = texts.length === parts.length && read.every(([, value]) => value !== undefined);
      if (isWhole && isNumericId(instance) && kinds.includes(kind))
        return { instance, kind, ...Object.fromEntries(read) } as unknown as ReturnType<Ids<Form, Own>["parse"]>;
      const forms = kinds.map((each) => form.replace(choice, each)).join(" or ");
      const like = example(kinds.find((each) => each === kind) ?? kinds[0]).join("/");
      throw new Error(
        `the id ${showId(id)} is not valid for the type ${type}: write it in the form ${forms}, such as ${like}`,
      );
    },
  };
}

/** Reads the number of an object from its id, or from a text that is only the number. */
export function parseNumber(ids: Ids<`<instance>/${string}/<number>`>, instance: string, id: string): string {
  if (isNumericId(id)) return id;
  const parts = ids.parse(id);
  if (parts.instance !== instance)
    throw new Error(`the object ${showId(id)} is not on instance ${instance}: correct the id or the instance`);
  return parts.number;
}

/** Reads the number of an instance or a VPC. Any other text is refused before it can enter a path. */
export function parseNumericId(type: string, id: string): string {
  if (!isNumericId(id))
    throw new Error(`the id ${showId(id)} is not valid for the type ${type}: write a number, such as 45`);
  return id;
}

/** Writes a foreign id as a message may hold it: on one line, short, with nothing that acts on a terminal. */
export function showId(id: string): string {
  const escaped = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const text = JSON.stringify(id).replace(/\p{C}|[\u2028\u2029]/gu, escaped);
  return text.length > 80 ? `${text.slice(0, 80)}…"` : text;
}
