import type { FaultRule } from "../../../provider/emulator";
import { type Entry, type Outcome, withHandlers } from "../../helpers/handlers";
import type { ModelKind as Kind, Unit } from "../../kinds/things";
import { Broken, equal, holdAfterRun, holdDeclared } from "./oracle";
import { faults, type Play, type Step } from "./steps";
import type { Program, World } from "./world";
import { count, declaredBy, heldBy, keysIn, nameIn, openWorld, optionsOf, said, unitsOf } from "./world";

/** A broken promise, with what happened until then. */
export class Counterexample extends Error {
  constructor(reason: string, { story }: World) {
    super(`${reason}\n  ${story.join("\n  ")}`);
  }
}

/** Plays the steps on an account of its own, lets the faults end, and looks whether everything settles; returns counts. */
export function play({ cast, steps }: Play): Promise<Record<string, number>> {
  return withHandlers(async (handlers) => {
    const world = openWorld(handlers, { cast });
    try {
      for (const step of steps) await takeStep(world, step);
      for (const program of world.programs) await settle(world, program);
      for (const program of world.programs) await end(world, program);
    } catch (error) {
      throw error instanceof Broken ? new Counterexample(error.message, world) : error;
    }
    return world.counts;
  });
}

const slotOf = (kind: Kind, slot: number) => `${kind.name}-${kind.single ? 0 : slot}`;

async function takeStep(world: World, step: Step): Promise<void> {
  const kind = "kind" in step ? world.cast[step.kind % world.cast.length]! : world.cast[0]!;
  const tell = (text: string) => {
    world.story.push(text);
    count(world, step.do);
  };
  switch (step.do) {
    case "declare":
    case "drop":
    case "rename":
    case "import":
      return void (declareStep(world, kind, step) && tell(JSON.stringify({ ...step, kind: kind.name })));
    case "up":
    case "refresh":
    case "destroy": {
      count(world, step.do);
      if (step.cut !== undefined) count(world, `${step.do} cut`);
      const options = { ...optionsOf(world, step.cut), ...("refresh" in step && { refresh: step.refresh }) };
      await run(world, world.programs[step.in], step.do, options, JSON.stringify(step));
      return;
    }
    case "make":
    case "edit":
    case "remove":
      return void (outsideStep(world, kind, step) && tell(JSON.stringify({ ...step, kind: kind.name })));
    case "fault": {
      const { fault, method, skip, times } = step;
      const quoting = fault === "422 that quotes the key" && { body: { error: `not with ${world.key}` } };
      const match = method === undefined ? {} : { method };
      world.emulator.fault({ match, skip, times, fault: { ...faults[fault], ...quoting } } as FaultRule);
      return tell(JSON.stringify(step));
    }
    case "heal":
      world.emulator.clearFaults();
      return tell("the faults end");
    case "rotate":
      rotate(world, step.key);
      return tell(`the key of ${step.key} is rotated`);
    case "renew":
      world.key = accountKey(world);
      return tell("the programs get the account's key");
    case "wait":
      await world.clock.advance(step.seconds * 1000);
      return tell(`${step.seconds} s pass`);
  }
}

type DeclareStep = Extract<Step, { slot: number }>;

/** Changes what a program declares; false where the step means nothing. */
function declareStep(world: World, kind: Kind, step: DeclareStep): boolean {
  const program = world.programs[step.in];
  const key = slotOf(kind, step.slot);
  const now = program.declared.get(key);
  switch (step.do) {
    case "declare": {
      const variant = { changed: step.changed, moved: step.moved };
      // With the import option, an object that is to be replaced would be imported in its own place.
      const { import: _, ...kept } = now ?? { kind, name: key };
      program.declared.set(key, { ...kept, ...variant });
      return true;
    }
    case "drop":
      return program.declared.delete(key);
    case "rename": {
      if (now === undefined) return false;
      const name = now.name.endsWith("-b") ? key : `${key}-b`;
      const { alias: _, ...kept } = now;
      program.declared.set(key, { ...kept, name, ...(step.alias && { alias: now.name }) });
      return true;
    }
    case "import": {
      const free = [...world.outside].find(([each]) => each.startsWith(`${kind.name} `) && isAsMade(world, each));
      if (free === undefined || now !== undefined) return false;
      const [unit, variant] = free;
      program.declared.set(key, { kind, name: key, ...variant, import: unit.split(" ")[1] ?? "" });
      return true;
    }
  }
}

/** Whether an outsider's object is as it was made, and no program has it or wants it. */
function isAsMade(world: World, key: string): boolean {
  const unit = heldBy(world).get(key);
  const variant = world.outside.get(key);
  if (unit === undefined || variant === undefined) return false;
  const isTaken = world.programs.some(
    (each) =>
      keysIn(each).has(key) || [...each.declared.values()].some(({ kind, import: id }) => `${kind.name} ${id}` === key),
  );
  return !isTaken && isAs(world, world.programs[0], key, variant);
}

/** Whether an object is as a declaration wants it. */
function isAs(world: World, program: Program, key: string, variant: { changed: boolean; moved: boolean }): boolean {
  const [name, id] = key.split(" ");
  const kind = world.cast.find((each) => each.name === name);
  const unit = heldBy(world).get(key);
  const [want] = kind?.wants(kind.inputs(variant, program), id) ?? [];
  return (
    unit !== undefined &&
    Object.entries(want?.content ?? {}).every(([field, value]) => equal(unit.content[field], value))
  );
}

/** What an outsider does; false where there is nothing to do it to. */
function outsideStep(world: World, kind: Kind, step: Extract<Step, { do: "make" | "edit" | "remove" }>): boolean {
  if (step.do === "make") {
    const change = kind.make?.(step, world.programs[0]);
    if (change === undefined) return false;
    const there = heldBy(world);
    world.emulator.patch(change);
    const made = [...heldBy(world).keys()].find((key) => !there.has(key));
    if (made !== undefined) world.outside.set(made, { changed: step.changed, moved: step.moved });
    return made !== undefined;
  }
  const units = [...heldBy(world)].filter(
    ([key, unit]) => key.startsWith(`${kind.name} `) && unit[step.do] && isTouchable(world, unit),
  );
  const chosen = units[step.nth % Math.max(1, units.length)]?.[1][step.do];
  if (chosen === undefined) return false;
  world.emulator.patch(chosen);
  return true;
}

/** The instances on which everything stands are no objects of the model's outsiders. */
const isTouchable = (world: World, { key }: Unit) => !world.hosts.some((id) => key === `instance ${id}`);

function rotate(world: World, which: "account" | number): void {
  const key = `rotated-key-${world.story.length}-${"x".repeat(12)}`;
  const { accountKeys } = world.emulator.state();
  world.emulator.patch(
    which === "account"
      ? { op: "set", in: "accountKeys", id: accountKeys[0]!.id, fields: { key } }
      : { op: "set", in: "instances", id: Number(world.hosts[which]), fields: { apikey: key } },
  );
}

const accountKey = (world: World) => world.emulator.state().accountKeys[0]!.key;

/** One run of the engine, and what must stand after it. */
async function run(
  world: World,
  program: Program,
  how: "up" | "refresh" | "destroy",
  options: ReturnType<typeof optionsOf> & { refresh?: boolean },
  text: string,
): Promise<Outcome> {
  const was = { held: heldBy(world), state: [...program.stack.state] };
  world.emulator.clearRequests();
  const { stack } = program;
  const outcome = await (how === "up" ? stack.up(declaredBy(program), options) : stack[how](options));
  const cut = options.cut !== undefined && outcome.requests >= options.cut.request ? options.cut.how : undefined;
  // What a slow service still does, it does now, and lists show what was made.
  await world.clock.advance(30_000);
  world.story.push(`${text}: ${said(outcome)}`);
  holdAfterRun(world, program, was, { outcome, cut });
  return outcome;
}

/** Lets the faults end, and holds that at most two runs reach what is declared and that the third changes nothing. */
async function settle(world: World, program: Program): Promise<void> {
  world.emulator.clearFaults();
  world.key = accountKey(world);
  await world.clock.advance(3_600_000);
  let remedies = 0;
  for (let round = 1; round <= 2 + remedies; round += 1) {
    dropVainImports(world, program);
    const refreshed = await run(world, program, "refresh", optionsOf(world), `settling ${round}, refresh`);
    const { errors } = await run(world, program, "up", optionsOf(world), `settling ${round}, up`);
    const all = [...refreshed.errors, ...errors];
    if (all.length === 0) break;
    if (remedies === 0 && all.filter((error) => remedy(world, program, error)).length > 0) remedies += 1;
    else if (round === 2 + remedies) throw new Broken(`does not settle: ${all.join("; ")}`);
  }
  holdDeclared(world, program);
  const refreshed = await run(world, program, "refresh", optionsOf(world), "settled, refresh");
  const last = await run(world, program, "up", optionsOf(world), "settled, up");
  const changed = [...refreshed.changes, ...refreshed.errors, ...last.changes, ...last.errors];
  if (changed.length > 0) throw new Broken(`the run after the last one changes something: ${changed.join("; ")}`);
  if (last.requests > 0) throw new Broken(`a run without a change sends ${last.requests} requests`);
  holdDeclared(world, program);
}

/** Takes the import option out where its object is gone or was changed, as the error says. */
function dropVainImports(world: World, program: Program): void {
  for (const one of program.declared.values()) {
    const key = `${one.kind.name} ${one.import}`;
    const own = program.stack.state.filter(({ urn }) => nameIn(urn) === one.name).flatMap(unitsOf);
    const isVain = own.every((unit) => unit.key !== key) && !isAs(world, program, key, one);
    if (one.import !== undefined && isVain) delete one.import;
  }
}

/** Does what an error asks the user to do; false where it asks for nothing that the model does. */
function remedy(world: World, program: Program, error: string): boolean {
  const [, what, left] = /an interrupted run made (instance|VPC) (\d+) with other inputs/.exec(error) ?? [];
  const [, deleted] =
    /does not find \w+ (\S+)\. .* If somebody deleted the object, run pulumi state delete/.exec(error) ?? [];
  const [, imported] = /the imported \w+ (\S+?): to keep the object/.exec(error) ?? [];
  if (imported !== undefined) {
    for (const one of program.declared.values()) if (one.import === imported) delete one.import;
  } else if (left !== undefined) {
    world.emulator.patch({ op: "delete", in: what === "VPC" ? "vpcs" : "instances", id: Number(left) });
  } else if (deleted !== undefined) {
    const isGone = (entry: Entry) => entry.id === deleted && !unitsOf(entry).some(({ key }) => heldBy(world).has(key));
    program.stack.state = program.stack.state.filter((entry) => !isGone(entry));
  } else {
    return false;
  }
  count(world, "remedy");
  const gone = left ?? (imported === undefined ? `${deleted} from the state` : `the import option of ${imported}`);
  world.story.push(`the user deletes ${gone}, as the error says`);
  return true;
}

/** Removes everything, and holds that nothing is left but what had to stay. */
async function end(world: World, program: Program): Promise<void> {
  const { errors } = await run(world, program, "destroy", optionsOf(world), "the end, destroy");
  if (errors.length > 0) throw new Broken(`destroy fails: ${errors.join("; ")}`);
  if (program.stack.state.length > 0) throw new Broken("destroy leaves something in state");
}
