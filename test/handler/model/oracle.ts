import { secretOutputsOf } from "../../../provider/framework/kind/marks";
import { handlerName } from "../../../provider/framework/kind/tokens";
import { definitions } from "../../../provider/resources/definitions";
import { markerOf } from "../../../provider/resources/shared/marker";
import { findSecrets, secretsOf } from "../../helpers/canaries";
import type { Cut, Entry, Outcome } from "../../helpers/handlers";
import type { Values } from "../../kinds/things";
import type { Held, Program, World } from "./world";
import { count, declaredBy, heldBy, keysIn, kindIn, nameIn, unitsOf } from "./world";

/** What a run found before it. */
export interface Before {
  held: Held;
  state: readonly Entry[];
}

export class Broken extends Error {}

export interface Ended {
  outcome: Outcome;
  /** The end of the process, if the run came that far. */
  cut: Cut["how"] | undefined;
}

/** Holds the invariants that must stand after every run, however it ended. */
export function holdAfterRun(world: World, program: Program, was: Before, ended: Ended): void {
  const now = heldBy(world);
  holdForeign(program, was, now);
  holdForgotten(program, was, now);
  holdTaken(world, program, was);
  holdFound(program, was, now);
  holdMade(world, program, was, now, ended);
  holdLeftOver(world, program, now, ended);
  holdSecrets(world, program, ended.outcome);
}

/** Nothing that the program neither declares nor has in state was touched. */
function holdForeign(program: Program, was: Before, now: Held): void {
  const own = new Set([...was.state.flatMap((entry) => unitsOf(entry).map(({ key }) => key)), ...keysIn(program)]);
  const declared = [...program.declared.values()];
  const inputs = declaredBy(program).map((one, index) => ({ ...one, kind: declared[index]!.kind }));
  for (const one of inputs) for (const { key } of one.kind.wants(one.inputs, one.import)) own.add(key);
  const markers = markersOf(program);
  for (const [key, unit] of was.held) {
    const after = now.get(key);
    if (after !== undefined && equal(after.content, unit.content) && after.marker === unit.marker) continue;
    if (own.has(key) || (unit.marker !== undefined && markers.has(unit.marker))) continue;
    if (inputs.some(({ kind, inputs: given }) => key.startsWith(`${kind.name} `) && kind.mayTake?.(given, unit)))
      continue;
    throw new Broken(
      `touched ${key}, which is not the program's: ${show(unit.content)} became ${show(after?.content)}`,
    );
  }
}

/** Nothing that was there came into the state of the program but what it names: nothing is taken over by likeness. */
function holdTaken(world: World, program: Program, was: Before): void {
  const before = new Set(was.state.flatMap((entry) => unitsOf(entry).map(({ key }) => key)));
  for (const entry of program.stack.state) {
    const kind = kindIn(entry);
    if (kind.single) continue;
    for (const { key } of unitsOf(entry)) {
      const there = was.held.get(key);
      const isNamed = [...program.declared.values()].some((one) => `${one.kind.name} ${one.import}` === key);
      if (there === undefined || before.has(key) || isNamed) continue;
      if (there.marker !== markerOf(entry.urn)) throw new Broken(`took over ${key}, which was there already`);
    }
  }
  const owners = world.programs.flatMap(({ stack }) => stack.state.filter((entry) => !entry.condemned));
  const ids = owners.filter((entry) => !kindIn(entry).single).map(({ type, id }) => `${type} ${id}`);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Broken(`${twice} is in state twice`);
}

/** Nothing was made beside an object that carries the marker of its resource, because every create looks for the marker. */
function holdFound(program: Program, was: Before, now: Held): void {
  const kept = keysIn(program);
  const known = new Set([...was.state.map(({ id }) => id), ...[...program.declared.values()].map((one) => one.import)]);
  for (const { urn, id } of program.stack.state.filter((entry) => kindIn(entry).marked && !known.has(entry.id))) {
    const marker = markerOf(urn);
    const passed = [...was.held].find(([key, unit]) => unit.marker === marker && now.has(key) && !kept.has(key));
    if (passed !== undefined)
      throw new Broken(`made ${id} beside ${passed[0]}, which has the marker of ${nameIn(urn)}`);
  }
}

/** What left the state is gone, or stays there by its nature. */
function holdForgotten(program: Program, was: Before, now: Held): void {
  const kept = keysIn(program);
  for (const entry of was.state.filter((each) => !kindIn(each).stays)) {
    const forgotten = unitsOf(entry).find(({ key }) => now.has(key) && !kept.has(key));
    if (forgotten !== undefined) throw new Broken(`forgot ${forgotten.key}: it is in no state and still there`);
  }
}

/** What a run made is in state, or an error named it, or a window that is known kept it from the state. */
function holdMade(world: World, program: Program, was: Before, now: Held, { outcome, cut }: Ended): void {
  const kept = keysIn(program);
  for (const key of world.loose.keys()) if (kept.has(key) || !now.has(key)) world.loose.delete(key);
  for (const [key, unit] of now) {
    const kind = kindIn({ urn: `::${key.split(" ")[0]}` });
    if (was.held.has(key) || kept.has(key) || kind.stays) continue;
    const id = key.split(" ")[1] ?? "";
    // What has a name for an id is taken over by the next run, so that the resource's name in the error is enough.
    const names = kind.single ? [...program.declared.values()].map(({ name }) => `"${name}"`) : [];
    // An instance or a VPC costs money: state has its id as soon as the service has given one, and no error is enough.
    const isNamed = !kind.marked && outcome.errors.some((text) => [id, ...names].some((name) => text.includes(name)));
    const ofKind = [...program.declared.values()].filter((each) => each.kind === kind).map(({ name }) => name);
    const window = windowOf(outcome, cut, ofKind);
    if (window === undefined && !isNamed)
      throw new Broken(`made ${key} and lost it: no state has it, no error names it (${outcome.errors.join("; ")})`);
    count(world, `loose${unit.marker === undefined ? "" : ", marked"}: ${window ?? "named"}`);
    world.loose.set(key, { program: program.which, ...(unit.marker === undefined && { window: window ?? "named" }) });
  }
}

/** Why what was made could not be saved: nobody was left to do it, or nobody could see that it was made. */
function windowOf({ errors }: Outcome, cut: Cut["how"] | undefined, names: readonly string[]): string | undefined {
  if (cut !== undefined) return `the process ended (${cut})`;
  const isSaid = errors.some(
    (text) =>
      /perhaps the service has made|may have carried out/.test(text) &&
      names.some((name) => text.includes(`"${name}"`)),
  );
  return isSaid ? "the answer of the create was lost, and an error says that the outcome is unclear" : undefined;
}

/** What a run calls left over is there, and no state has it. */
function holdLeftOver(world: World, program: Program, now: Held, { outcome: { lines } }: Ended): void {
  const kept = new Set(world.programs.flatMap((each) => [...keysIn(each)]));
  const named = lines.flatMap(({ text }) => {
    const [, what = "", id] = /^(instance|VPC) (\d+) .*is left over\. /.exec(text) ?? [];
    return id === undefined ? [] : [`${what.toLowerCase()} ${id}`];
  });
  for (const key of named) {
    count(world, "left over, said");
    const isLoose = world.loose.get(key)?.program === program.which;
    if (!now.has(key) || kept.has(key) || !isLoose) throw new Broken(`says that ${key} is left over, and it is not`);
  }
}

/** No secret is in plain sight: in what state shows, in errors, or in lines. */
function holdSecrets(world: World, program: Program, { errors, lines }: Outcome): void {
  const texts = { errors: errors.join("\n"), lines: JSON.stringify(lines), state: shownOf(program.stack.state) };
  const found = findSecrets(texts, { ...secretsOf(world.emulator), "the programs' key": world.key });
  if (found.length > 0) throw new Broken(`shows secrets: ${found.join("\n")}`);
}

function shownOf(entries: readonly Entry[]): string {
  const plain = ({ type, id, inputs, outputs, initErrors }: Entry) => {
    const secret = new Set(secretOutputsOf(definitions.find((each) => handlerName(each) === type)!));
    const open = (bag: object) => Object.entries(bag).filter(([name]) => !secret.has(name));
    return { id, inputs: open(inputs), outputs: open(outputs), initErrors };
  };
  return JSON.stringify(entries.map(plain));
}

const markersOf = (program: Program): Set<string> => {
  const names = [...program.declared.values()].map(({ kind, name }) => program.stack.urn(kind.type, name));
  return new Set([...names, ...program.stack.state.map(({ urn }) => urn)].map(markerOf));
};

/** The service holds exactly what the program declares. */
export function holdDeclared(world: World, program: Program): void {
  const now = heldBy(world);
  const { state } = program.stack;
  const names = state.map(({ urn }) => nameIn(urn)).sort();
  const declared = [...program.declared.values()];
  const wanted = declared.map(({ name }) => name).sort();
  if (!equal(names, wanted)) throw new Broken(`has ${names.join(", ")} in state, and declares ${wanted.join(", ")}`);
  for (const one of declared) {
    const { id } = program.stack.entry(one.name);
    const want = one.kind.wants(one.kind.inputs(one, program), id);
    for (const { key, content } of want) {
      const unit = now.get(key);
      if (unit === undefined) throw new Broken(`declares ${one.name}, and there is no ${key}`);
      const different = Object.keys(content).filter((field) => !equal(content[field], unit.content[field]));
      if (different.length > 0 || unit.marker !== undefined)
        throw new Broken(`declares ${show(content)} as ${key}, which is ${show(unit.content)} ${unit.marker ?? ""}`);
    }
  }
  const kept = keysIn(program);
  for (const [key, { program: which, window }] of world.loose) {
    if (which !== program.which || !now.has(key) || kept.has(key)) continue;
    // A marker is looked for by the next create of the resource for which it was made. None comes when the program does
    // not declare that resource any more, or went back to the one that it had.
    if (window === undefined) count(world, "left: marked, and no create came that looks for it");
  }
}

/** True when two values are the same, lists as sets. */
export const equal = (a: unknown, b: unknown) => JSON.stringify(canonical(a)) === JSON.stringify(canonical(b));

const show = (value: unknown) => JSON.stringify(value);

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => JSON.stringify(canonical(each))).sort();
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as Values).sort(([a], [b]) => a.localeCompare(b));
  return Object.fromEntries(entries.map(([key, each]) => [key, canonical(each)]));
}
