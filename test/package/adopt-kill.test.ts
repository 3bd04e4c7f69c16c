import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createRandom } from "../../provider/emulator/server/random";
import { startTestEmulator, type TestEmulator } from "../helpers/emulator";
import { waitUntil } from "../helpers/processes";
import { type Project, withProject } from "../helpers/project";
import { withClient } from "../helpers/script-client";

// Many runs of the CLI take long where the machine has other work.
jest.setTimeout(1_800_000);

/** Puts a few things on the two brokers that the emulator begins with, four of which have secrets. */
const fill = (emulator: TestEmulator) =>
  withClient(emulator, async (client) => {
    await client.vpcs.create({ name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24" });
    for (const { id } of emulator.instances) {
      const { recipients, webhooks, alarms } = client.instance(id);
      const value = `https://example.com/hook?token=of-the-alarms-of-${id}`;
      const recipient = await recipients.create({ type: "webhook", value, name: "ops" });
      await alarms.create({ type: "flow", time_threshold: 30, recipients: [Number(recipient.id)] });
      const webhook_uri = `https://example.com/hook?token=of-the-orders-of-${id}`;
      await webhooks.create({ webhook_uri, vhost: "/", queue: "orders", concurrency: 1 });
    }
  });

/** A resource in an exported state, as far as it differs from run to run. */
interface StateEntry {
  urn: string;
  created?: string;
  modified?: string;
  dependencies?: string[];
  propertyDependencies?: Record<string, string[] | null>;
}

/** What is the same after every adoption of the same account. */
async function endOf(project: Project) {
  const exported = (await project.pulumi(["stack", "export", "--show-secrets"])).stdout;
  // Pulumi gives its provider another id in every stack.
  const provider = /"id": "([0-9a-f-]{36})",\s*"type": "pulumi:providers:pulumi-nodejs"/.exec(exported)?.[1];
  const { deployment } = JSON.parse(exported.replaceAll(provider ?? "", "<provider>")) as {
    deployment: { resources: StateEntry[]; pending_operations?: { resource: { type: string } }[] };
  };
  // What a resource depends on has no order.
  const resources = deployment.resources.map(({ created: _, modified: __, dependencies = [], ...resource }) => ({
    ...resource,
    dependencies: dependencies.sort(),
    propertyDependencies: Object.fromEntries(
      Object.entries(resource.propertyDependencies ?? {}).map(([name, urns]) => [name, urns?.sort()]),
    ),
  }));
  return {
    program: project.program(),
    resources: resources.sort((a, b) => (a.urn < b.urn ? -1 : 1)),
    // A CLI that was killed while it started a provider never takes that out of its state, and nothing is behind it.
    pending: (deployment.pending_operations ?? []).filter(
      ({ resource }) => !resource.type.startsWith("pulumi:providers:"),
    ),
    config: JSON.parse((await project.pulumi(["config", "--json", "--show-secrets"])).stdout) as unknown,
    files: project.files(),
    temporaryFiles: project.temporaryFiles(),
  };
}

/** What an adoption without an interruption takes. */
interface Course {
  requests: number;
  importMs: number;
  previewMs: number;
}

/** How many calls of the Pulumi CLI with this argument there were. */
const callsOf = (project: Project, argument: string) =>
  project.calls().filter((line) => line.split(" ").includes(argument)).length;

/** The parts of the account that a run has kept on disk. */
function partsIn(project: Project): number {
  const folder = join(project.folder, ".pulumi-broker");
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\d\.json$/.test(file)).length;
}

/** When a run is cut off: some time after something has happened. */
interface Moment {
  hasHappened(): boolean;
  thenMs: number;
}

/** Moments in the stages of the command, in their order. Each is made when its run is started. */
function momentsOf(project: Project, emulator: TestEmulator, course: Course, seed: number): (() => Moment)[] {
  const { next: random } = createRandom(seed);
  const once = (hasHappened: () => boolean) => ({ hasHappened, thenMs: 0 });
  const atCall = (argument: string, number: number, thenMs: number): Moment => {
    const before = callsOf(project, argument);
    return { hasHappened: () => callsOf(project, argument) >= before + number, thenMs };
  };
  const request = Math.ceil(random() * course.requests * 0.9);
  const whileReading = [
    once(() => emulator.requests().length >= request),
    once(() => partsIn(project) >= 1),
    once(() => partsIn(project) >= 3),
    once(() => existsSync(join(project.folder, "networks.ts"))),
    once(() => partsIn(project) >= 2),
  ];
  const delay = random() * 100;
  const [imported, previewed] = [random() * 0.9 * course.importMs, random() * 0.7 * course.previewMs];
  return [
    () => whileReading[seed % whileReading.length]!,
    () => atCall("set-all", 1, delay),
    () => atCall("import", 1, imported),
    () => once(() => existsSync(join(project.folder, "index.ts"))),
    () => atCall("preview", 1, previewed),
  ];
}

const isLocked = (stderr: string) => /another run has locked the stack.*"pulumi cancel"/.test(stderr);

/** Runs the command to its end, with `pulumi cancel` where it says so. */
async function adopt(project: Project): Promise<void> {
  const { code, stderr } = await project.start(["adopt", "--stack", "dev"]).ended;
  if (code === 0) return;
  if (!isLocked(stderr)) throw new Error(stderr);
  await project.pulumi(["cancel", "--yes"]);
  await project.run(["adopt", "--stack", "dev"]);
}

/** Starts the command, and cuts off it and its CLI at a moment. Returns false where the run had ended before. */
async function cutOff(project: Project, makeMoment: () => Moment, signal: NodeJS.Signals): Promise<boolean> {
  const moment = makeMoment();
  const { child, ended } = project.start(["adopt", "--stack", "dev"]);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  await waitUntil(() => hasEnded() || moment.hasHappened(), "the moment");
  await new Promise((resolve) => setTimeout(resolve, moment.thenMs));
  const isCut = !hasEnded();
  if (isCut) process.kill(-(child.pid ?? 0), signal);
  const { stderr } = await ended;
  if (isCut || !isLocked(stderr)) return isCut;
  await project.pulumi(["cancel", "--yes"]);
  return cutOff(project, makeMoment, signal);
}

let emulator: TestEmulator;
let expected: Awaited<ReturnType<typeof endOf>>;
let course: Course;

beforeAll(async () => {
  emulator = await startTestEmulator({ speed: 600 });
  await fill(emulator);
  emulator.clearRequests();
  await withProject(emulator, async (project) => {
    const began = { import: 0, preview: 0 };
    const { child, ended } = project.start(["adopt", "--stack", "dev"]);
    for (const stage of ["import", "preview"] as const) {
      await waitUntil(() => child.exitCode !== null || callsOf(project, stage) > 0, stage);
      began[stage] = Date.now();
    }
    const { code, stderr } = await ended;
    if (code !== 0) throw new Error(stderr);
    const [importMs, previewMs] = [began.preview - began.import, Date.now() - began.preview];
    course = { requests: emulator.requests().length, importMs, previewMs };
    expected = await endOf(project);
  });
});
afterAll(() => emulator.close());

test.each([1, 3, 5])("cut off in every stage and run again, it comes to the same end (seed %i)", (seed) =>
  withProject(emulator, async (project) => {
    emulator.clearRequests();
    const moments = momentsOf(project, emulator, course, seed);
    const cuts: boolean[] = [];
    for (const [number, moment] of moments.entries()) {
      // Each seed has a Ctrl-C at another moment.
      cuts.push(await cutOff(project, moment, number === Math.ceil(seed / 2) ? "SIGINT" : "SIGKILL"));
    }
    await adopt(project);
    expect(await endOf(project)).toEqual(expected);
    expect(emulator.writes()).toEqual([]);
    // The last moment may come too late on a machine that was slow before and is not any more.
    expect(cuts.slice(0, 2)).toEqual([true, true]);
  }),
);
