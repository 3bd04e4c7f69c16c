import { createRandom } from "../../../provider/emulator/server/random";
import { isMarker } from "../../../provider/resources/shared/marker";
import { stackConfigOf, startTestEmulator, type TestEmulator } from "../../../test/helpers/emulator";
import type { Run } from "../../../test/helpers/engine-run";
import { differencesOf, type Form, heldBeyond, killedProgram, twinsIn } from "../../../test/helpers/kill-stack";
import { waitUntil } from "../../../test/helpers/processes";
import { createStack, type TestStack } from "../../../test/helpers/stack";
import { anyMoment, type Course, type Cut, cutAt, cuts, describeMoment } from "./cuts";

/** Runs that are cut off at random moments of a stack's life, each repeated and checked. */

/** A stage of a stack's life: what is run, and the form that the program has then. */
interface Stage {
  name: string;
  operation: "up" | "refresh" | "destroy";
  form: Form;
}

/** The life of a stack, which begins again when it has ended. */
export const stages: readonly Stage[] = [
  { name: "create", operation: "up", form: "made" },
  { name: "update", operation: "up", form: "changed" },
  { name: "replace", operation: "up", form: "moved" },
  { name: "refresh", operation: "refresh", form: "moved" },
  { name: "destroy", operation: "destroy", form: "moved" },
];

/** An interrupted run, and what became of it. */
export interface Killed {
  number: number;
  stage: string;
  cut: string;
  moment: string;
  /** How the run ended. */
  ended: string;
  /** The twins of which the repeated run warned by their ids: the two windows that `docs/reliability.md` names. */
  warned: string[];
  /** What was not as promised; empty when all was. */
  breach: string;
}

/** A stack with its service, and the stage that it has reached. */
interface Scene {
  emulator: TestEmulator;
  stack: TestStack;
  before: ReturnType<TestEmulator["state"]>;
  close(): Promise<void>;
}

/** In the emulator's time, in which a broker takes minutes, so that it takes about a second here. */
const speed = 200;

async function openScene(): Promise<Scene> {
  const emulator = await startTestEmulator({ speed });
  const stack = await createStack("kills", { program: killedProgram("made"), config: stackConfigOf(emulator) });
  const close = async () => {
    await stack.remove();
    await emulator.close();
  };
  return { emulator, stack, before: emulator.state(), close };
}

/** Runs a stage to its end. */
async function runStage({ stack }: Scene, { operation, form }: Stage): Promise<Run> {
  stack.program = killedProgram(form);
  return stack[operation]();
}

/** What a life without a kill takes and leaves, stage by stage. */
async function liveOnce(say: (line: string) => void): Promise<Map<string, { course: Course; held: string[] }>> {
  const scene = await openScene();
  const lives = new Map<string, { course: Course; held: string[] }>();
  try {
    for (const stage of stages) {
      scene.emulator.clearRequests();
      const start = performance.now();
      await runStage(scene, stage);
      const course = { ms: Math.round(performance.now() - start), requests: scene.emulator.requests().length };
      const held = heldBeyond(scene.before, scene.emulator.state());
      lives.set(stage.name, { course, held });
      say(`uncut ${stage.name}: ${course.requests} requests, ${course.ms} ms, leaves ${held.length} things`);
    }
    return lives;
  } finally {
    await scene.close();
  }
}

const collectionOf = {
  webhooks: "webhooks",
  eventbridges: "eventBridges",
  alarms: "alarms",
  recipients: "recipients",
} as const;

/** Deletes the twins that are there, as the warnings tell a person to decide; answers those. */
function removeTwins({ emulator }: Scene, ids: readonly string[]): string[] {
  return ids.filter((id) => {
    // The id of a broker or VPC is a number alone. A twin that has a marker is no window: the next run had to find it.
    const [, kind = "", number = id] = id.split("/");
    const name = collectionOf[kind as keyof typeof collectionOf] ?? (kind as "logs" | "metrics");
    const place = (kind === "" ? (["vpcs", "instances"] as const) : [name]).find((each) =>
      emulator.state()[each]?.some((one) => one.id === Number(number) && !("tags" in one && one.tags.some(isMarker))),
    );
    if (place !== undefined) emulator.patch({ op: "delete", in: place, id: Number(number) });
    return place !== undefined;
  });
}

/** Repeats an interrupted run, as the README says, and checks what then stands. Throws what is not as promised. */
async function repeatAndCheck(scene: Scene, stage: Stage, held: readonly string[]): Promise<string[]> {
  const { stack, emulator } = scene;
  stack.unlock();
  const again = await runStage(scene, stage);
  const { checkpoint } = JSON.parse(stack.checkpointFile());
  const pending = checkpoint.latest?.pending_operations?.length ?? 0;
  if (pending > 0 && stage.operation !== "destroy") await stack.refresh({ flags: ["--clear-pending-creates"] });
  if (stage.operation === "destroy") {
    const left = (checkpoint.latest?.resources ?? []).length;
    if (left > 0) throw new Error(`the state still has ${left} resources`);
  } else {
    const { changes } = await stack.preview({ flags: ["--refresh", "--expect-no-changes"] });
    const real = changes.filter((change) => !change.startsWith("refresh "));
    if (real.length > 0) throw new Error(`the preview is not empty: ${real.join(", ")}`);
  }
  const twins = twinsIn(again);
  const differences = differencesOf(held, heldBeyond(scene.before, emulator.state()));
  if (differences.length === 0) return [];
  // The next run is promised to name a twin, and leaves it to a person.
  const removed = removeTwins(scene, twins);
  const rest = differencesOf(held, heldBeyond(scene.before, emulator.state()));
  if (rest.length > 0) throw new Error(rest.join("; "));
  return removed;
}

/** Cuts a stage off, repeats it, and tells what became of it; nothing where the run ended before the moment. */
async function killOnce(
  scene: Scene,
  stage: Stage,
  way: Cut,
  moment: ReturnType<typeof anyMoment>,
  held: readonly string[],
): Promise<Omit<Killed, "number"> | undefined> {
  const { stack, emulator } = scene;
  emulator.clearRequests();
  stack.program = killedProgram(stage.form);
  const running = await stack.start(stage.operation);
  const isCut = await cutAt(moment, way, running, emulator);
  const { code, signal } = await running.done;
  if (!isCut) return undefined;
  const told = {
    stage: stage.name,
    cut: way.name,
    moment: describeMoment(moment),
    ended: `${signal ?? `code ${code}`}`,
  };
  try {
    // Pulumi's own code does not end with the CLI, and a host that was asked nothing has loaded no other.
    const mustEnd = emulator.requests().length > 0;
    if (mustEnd) await waitUntil(() => running.hosts().length === 0, "the hosts to end");
    for (const pid of running.hosts()) process.kill(pid, "SIGKILL");
    return { ...told, warned: await repeatAndCheck(scene, stage, held), breach: "" };
  } catch (error) {
    return { ...told, warned: [], breach: error instanceof Error ? error.message : String(error) };
  }
}

/** Kills this many runs, in the stages of one life after another. A scene with a breach is left for a new one. */
export async function killAtRandom(count: number, seed: number, say: (line: string) => void): Promise<Killed[]> {
  const random = createRandom(seed);
  const lives = await liveOnce(say);
  const killed: Killed[] = [];
  let scene = await openScene();
  try {
    for (let turn = 0; killed.length < count && turn < 3 * count; turn += 1) {
      const stage = stages[turn % stages.length]!;
      const { course, held } = lives.get(stage.name)!;
      // Each life begins with the next way, so that every way meets every stage in four lives.
      const life = Math.floor(turn / stages.length);
      const way = cuts[((turn % stages.length) + life) % cuts.length]!;
      const one = await killOnce(scene, stage, way, anyMoment(random, course), held);
      if (!one) continue;
      killed.push({ number: killed.length + 1, ...one });
      const { moment, ended, warned, breach } = one;
      const became = breach ? `BREACH: ${breach}` : ["as promised", ...warned.map((id) => `told of ${id}`)].join(", ");
      say(`${killed.length}/${count} ${stage.name}, ${way.name} ${moment}: ended with ${ended}; ${became}`);
      if (!breach) continue;
      await scene.close();
      scene = await openScene();
      if (stage.operation === "destroy") continue;
      for (const each of stages.slice(0, stages.indexOf(stage) + 1)) await runStage(scene, each);
    }
    return killed;
  } finally {
    await scene.close();
  }
}
