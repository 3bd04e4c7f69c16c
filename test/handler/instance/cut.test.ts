import type { LoggedRequest, RecordOf } from "../../../provider/emulator";
import { type CutOff, cutRun, playCuts, type Way } from "../../helpers/cut-rows";
import type { Entry } from "../../helpers/handlers";
import { showLaterVersion } from "../../helpers/later-version";
import { minutes } from "../../helpers/outcomes";
import { expectSettled, type Inputs, line, lines, type Scene, withInstance, withScene } from "./scene";

/**
 * A change that is cut off at each of its requests, and then run again, every other time after a refresh: the service
 * ends as declared, the instance is the same, and no step is begun twice.
 *
 * A failure, a time limit: state has kept what was sent, so that each step is sent exactly once in both runs together. A
 * killed process and an engine that is gone keep nothing, and an answer that was lost tells nothing: then the request at
 * which it happened may be sent again, and no other.
 */
interface Change {
  what: string;
  inputs: Inputs;
  /** What is sent when nothing is wrong. */
  sends: string[];
  becomes: object;
}

const upgrade = (version: string) => `POST /actions/upgrade-broker {"version":"${version}"}`;
const changes: Change[] = [
  {
    what: "a disk that grows",
    inputs: { disk: { extraSize: 100 } },
    sends: ['PUT /disk {"extra_disk_size":100}'],
    becomes: { extra_disk_size: 100 },
  },
  {
    // The step from the second version to a third begins as that from the first to the second.
    what: "an upgrade over two minor versions",
    inputs: { rmqVersion: "3.13.7" },
    sends: [upgrade("3.12.14"), upgrade("3.13.7")],
    becomes: { rmq_version: "3.13.7" },
  },
  {
    what: "everything at once",
    inputs: {
      ...{ name: "renamed", plan: "clustered-large-1", rmqVersion: "3.12.14" },
      ...{ disk: { extraSize: 0, allowDowntime: true }, config: { channelMax: 200 } },
    },
    sends: [
      'PUT / {"name":"renamed","tags":["a","b"]}',
      'PUT / {"plan":"clustered-large-1"}',
      'PUT /disk {"extra_disk_size":0,"allow_downtime":true}',
      upgrade("3.12.14"),
      'PUT /config {"broker.channel_max":200,"broker.heartbeat":120}',
    ],
    becomes: {
      ...{ name: "renamed", plan: "clustered-large-1", extra_disk_size: 0, rmq_version: "3.12.14" },
      config: expect.objectContaining({ "broker.channel_max": 200, "broker.heartbeat": 120 }),
    },
  },
];

/** The ways in which nobody may know what the request did. */
const lost: readonly Way[] = [
  { how: "killed with its answer unread", ends: "after", onlyWrites: true },
  { how: "left by the engine", ends: "gone" },
  { how: "500 after acting, for good", plays: { times: 8, fault: { status: 500, actThen: true } }, onlyWrites: true },
  // The client repeats a look by itself, whose answer was lost or is a page.
  { how: "reset after acting", plays: { fault: { reset: "after" } }, onlyWrites: true },
];

const ways: readonly Way[] = [
  { how: "refused", plays: { fault: { status: 403 } } },
  { how: "failing for good", plays: { times: 8, fault: { status: 500 } } },
  { how: "answered by pages", plays: { times: 8, fault: { html: true, status: 502 } }, onlyWrites: true },
  { how: "killed before it is sent", ends: "before" },
  ...lost,
];

test.each(changes)("$what, cut off at each of its requests, and run again", (change) =>
  playCuts(ways, (cutOff) => withMade((scene) => cell(scene, change, cutOff)), 5),
);

/** An instance as a create leaves it, on the service and in state. */
let made: { record: RecordOf<"instances">; state: Entry[] };
beforeAll(async () => {
  made = await withInstance(async ({ record, one }) => ({ record: record(), state: one.state }));
});

/** Begins with that instance: making it again for each case would take as long as the case. */
const withMade = <T>(work: (scene: Scene) => Promise<T>) =>
  withScene(async (scene) => {
    // The create and what it changed last are over by then.
    await scene.clock.sleep(minutes(5));
    showLaterVersion(scene.emulator);
    scene.emulator.patch({ op: "add", in: "instances", fields: structuredClone(made.record) });
    scene.one.state = structuredClone(made.state);
    return work(scene);
  });

/** Plays one case: every other one has a refresh before the change is run again. */
async function cell(scene: Scene, change: Change, cutOff?: CutOff): Promise<readonly LoggedRequest[]> {
  const { emulator, one, program, record } = scene;
  const { id } = one.entry("one");
  const { requests, hit } = await cutRun(emulator, cutOff, (options) => one.up(program(change.inputs), options));
  if (cutOff === undefined) {
    expect(lines(emulator)).toEqual(change.sends);
    return requests;
  }
  const { way, request } = cutOff;
  if ((request + ways.indexOf(way)) % 2 === 0) expect((await one.refresh()).errors).toEqual([]);
  expect((await one.up(program(change.inputs))).errors).toEqual([]);

  expect(record()).toMatchObject({ id: Number(id), change: null, ...change.becomes });
  expect(one.entry("one").id).toBe(id);
  expectSentOnce(scene, change, lost.includes(way) ? hit : undefined);
  await expectSettled(scene, change.inputs);
  return requests;
}

/**
 * Each step that takes time is sent once, but for the one whose answer was lost. Answers that said "busy", or failed
 * before anything was done, do not count; a rename takes no time, and a run that kept nothing sends it again.
 */
function expectSentOnce({ emulator }: Scene, { sends }: Change, lost: LoggedRequest | undefined): void {
  const all = emulator
    .writes()
    .filter(({ status, fault }) => fault === undefined && status < 300)
    .map(line);
  const again = lost && lost.method !== "GET" ? line(lost) : undefined;
  for (const text of sends.filter((each) => !each.includes("name"))) {
    const count = all.filter((each) => each === text).length;
    if (text !== again) expect([text, count, all]).toEqual([text, 1, all]);
  }
  // Settings that were sent, and of which a refresh has seen some, are sent again without those.
  const partly = (text: string) => again?.startsWith("PUT /config") && text.startsWith("PUT /config");
  expect(all.filter((text) => !sends.includes(text) && !partly(text))).toEqual([]);
}
