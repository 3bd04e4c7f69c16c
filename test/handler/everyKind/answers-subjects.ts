import type { TestEmulator } from "../../helpers/emulator";
import type { HandlerStack } from "../../helpers/handlers";
import { kinds } from "../../kinds";
import type { Look, Row } from "../../kinds/kind";
import type { Things } from "../../kinds/things";

/** How one definition's object comes into state, and which requests its refresh makes. */
export interface Subject extends Pick<Look, "changed" | "empty" | "readable"> {
  type: string;
  /** False where the service has no GET of one: then a persistent empty list counts as gone. */
  getById: boolean;
  /** True where there is only a GET of one, and no list. */
  onlySingle: boolean;
  /** True where a delete leaves it on the service, and sends nothing. */
  staysWhenDeleted: boolean;
  /** Puts one into state; answers the path of the collection, or nothing where there is only a GET of one. */
  prepare(stack: HandlerStack, emulator: TestEmulator): Promise<{ list?: string; one: string }>;
}

/** Every kind, once. */
export const subjects: readonly Subject[] = kinds.map((kind) => {
  const { things, look, handler: type } = kind;
  const staysWhenDeleted = look?.staysWhenDeleted ?? kind.staysWhenDeleted ?? false;
  if (things !== undefined) {
    const { getById, change: changed } = things;
    const prepare: Subject["prepare"] = (stack, emulator) => prepareThing(things, stack, emulator);
    return { type, getById, onlySingle: false, staysWhenDeleted, ...(changed && { changed }), prepare };
  }
  if (look === undefined) throw new Error(`${kind.kind} has neither things nor a look`);
  const onlySingle = look.isList !== true;
  const prepare: Subject["prepare"] = (stack, emulator) => prepareOne(kind, look, stack, emulator);
  return { ...look, type, getById: onlySingle, onlySingle, staysWhenDeleted, prepare };
});

async function prepareThing({ type, path, inputs }: Things, stack: HandlerStack, emulator: TestEmulator) {
  expect((await stack.up([{ type, name: "one", inputs: inputs(emulator) }])).errors).toEqual([]);
  return { list: path, one: `${path}/${stack.entry("one").id.split("/").at(-1)}` };
}

async function prepareOne(kind: Row, look: Look, stack: HandlerStack, emulator: TestEmulator) {
  look.before?.(emulator);
  const [instance = "", other = ""] = emulator.instances.map(({ id }) => `${id}`);
  const { id, inputs } = look.imports?.(emulator) ?? {
    inputs: { ...kind.argsOf("args", { instance, other }), ...look.inputs },
  };
  const declared = { type: kind.handler, name: "one", inputs, ...(id !== undefined && { import: id }) };
  expect((await stack.up([declared])).errors).toEqual([]);
  const one = typeof look.path === "string" ? look.path : look.path(instance);
  return look.isList ? { list: one, one } : { one };
}
