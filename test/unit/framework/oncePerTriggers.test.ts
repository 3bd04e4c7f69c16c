import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ApiError } from "../../../provider/api/transport/errors";
import type { AnyDefinition } from "../../../provider/framework/kind/definition";
import { createContext, type Held } from "../../../provider/framework/run/createContext";
import { noEngine } from "../../../provider/framework/run/engine";
import { createRun } from "../../../provider/framework/run/run";
import { describeEarlier, forgetSent, sendOncePerTriggers } from "../../../provider/framework/sent/oncePerTriggers";
import { temporaryFolder } from "../../helpers/paths";
import { VirtualClock } from "../../helpers/virtual-clock";

const urn = "urn:pulumi:test::test::pulumi-nodejs:dynamic/broker:Rotation::one";
const what = "the rotation of the key of instance 7";

let home = "";
let clock: VirtualClock;
let lines: string[] = [];
/** The credential at the service, whose number rises with each request that arrives. */
let service = 0;

beforeEach(() => {
  home = temporaryFolder("records");
  clock = new VirtualClock();
  lines = [];
  service = 0;
});
afterEach(() => {
  chmodSync(home, 0o700);
  rmSync(home, { recursive: true });
});

const lost = () =>
  new ApiError({ kind: "network", subject: 'Rotation "one"', problem: "got no answer", ambiguous: true });
const refused = () => new ApiError({ kind: "forbidden", problem: "refused", ambiguous: false });
/** A request that never ends, as in a process that is killed meanwhile. */
const killed = () => new Promise<never>(() => {});

interface Try {
  triggers?: unknown;
  /** What happens to the request; by default it arrives and is answered. */
  send?: () => Promise<string>;
  /** Whether the service shows what it did. Default: true. */
  shows?: boolean;
  /** The triggers in the state that is updated. */
  doneFor?: unknown;
  /** What an earlier failure left in state. */
  held?: Held;
  folder?: string;
}

/** Sends the operation as a process of its own does; a request of a killed process is waited for until it left. */
async function attempt(given: Try = {}) {
  const { triggers = "a", send, shows = true, doneFor, held = {}, folder = join(home, "sent") } = given;
  const run = createRun(
    clock,
    { ...noEngine, log: ({ text, passing }) => void (passing || lines.push(text)) },
    () => ({ client: {}, secrets: () => [], service: "https://api.example.com" }),
    () => folder,
  );
  run.configure(() => undefined);
  const bag = { __urn: urn, ...(held.sent && { __sent: held.sent }) };
  const now: Held = {};
  const rotation = { type: "Rotation", schema: z.lazy(() => z.object({})) } as AnyDefinition;
  const ctx = createContext(rotation, run, { operation: "create", bags: [bag], held: now });
  let left = () => {};
  const isSent = new Promise<void>((resolve) => {
    left = resolve;
  });
  const operation = {
    id: "7/rotation",
    what,
    triggers,
    ...(doneFor !== undefined && { doneFor: { triggers: doneFor } }),
    howToLook: "Compare the keys",
    look: async () => (shows ? { evidence: `key-${service}`, notes: { seen: service } } : {}),
    send: () => {
      left();
      return (send ?? acted)();
    },
  };
  const ended = sendOncePerTriggers(ctx, operation).catch((error: Error) => error.message);
  const result = await Promise.race([ended, ...(send === killed || send === killedLater ? [isSent] : [])]);
  return { result, held: now, ctx, operation };
}

const acted = async () => `key-${++service}`;
const killedLater = () => {
  service += 1;
  return killed();
};

test("the record is private, and holds neither triggers nor evidence", async () => {
  await attempt({ triggers: "secret-trigger" });
  const folder = join(home, "sent");
  const [name = "", ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, name), "utf8")).not.toMatch(/secret-trigger|key-0|key-1/);
});

test("an effect that comes late is waited for", async () => {
  await attempt({ send: killed });
  void clock.sleep(10_000).then(() => {
    service += 1;
  });
  expect((await attempt()).result).toMatchObject({ isSentNow: false });
  expect(service).toBe(1);
});

test("a refused operation leaves no record, and is sent by the next run", async () => {
  const send = () => Promise.reject(refused());
  expect(await attempt({ send })).toMatchObject({ result: expect.stringContaining("refused"), held: {} });
  expect(readdirSync(join(home, "sent"))).toEqual([]);
  expect((await attempt()).result).toMatchObject({ isSentNow: true });
  // A refusal for new triggers does not forget what was sent for the old ones.
  await attempt({ triggers: "b", send });
  expect((await attempt()).result).toMatchObject({ isSentNow: false });
});

test("a failure after the answer keeps the id, and another machine sends nothing again", async () => {
  const { held } = await attempt();
  expect(held.id).toBe("7/rotation");
  expect((await attempt({ held, folder: join(home, "other") })).result).toMatchObject({ isSentNow: false });
});

test("after a delete the same triggers send again", async () => {
  const { ctx, operation } = await attempt();
  forgetSent(ctx.kept, operation);
  expect((await attempt()).result).toMatchObject({ isSentNow: true });
  forgetSent(ctx.kept, operation);
  expect(() => forgetSent(ctx.kept, operation)).not.toThrow();
});

test("a disk that takes no record is a warning that says what it means, and the operation is sent", async () => {
  writeFileSync(join(home, "sent"), "a file where the folder should be");
  expect((await attempt()).result).toMatchObject({ isSentNow: true });
  const line = /^cannot write a record of the rotation .* the next pulumi up sends it again$/;
  expect(lines).toEqual([expect.stringMatching(line)]);
});

test("a folder that others can open takes no record", async () => {
  mkdirSync(join(home, "sent"), { mode: 0o755 });
  expect((await attempt()).result).toMatchObject({ isSentNow: true });
  expect(readdirSync(join(home, "sent"))).toEqual([]);
  expect(lines).toHaveLength(1);
});

const odd = [
  '[{"phase":"other","at":"2030-01-01","salt":"","triggers":""}]',
  '[{"phase":"done","at":"soon","salt":"","triggers":""}]',
];
test.each(["", "{", "null", "[]", ...odd])(
  "a record that reads %j names the file, and nothing is sent",
  async (text) => {
    await attempt();
    const [name = ""] = readdirSync(join(home, "sent"));
    writeFileSync(join(home, "sent", name), text);
    expect((await attempt()).result).toContain(
      `cannot read the file ${join(home, "sent", name)}, which lists the requests of earlier runs`,
    );
    expect(service).toBe(1);
  },
);

test("a record that cannot be opened names the file, and nothing is sent", async () => {
  await attempt();
  const [name = ""] = readdirSync(join(home, "sent"));
  const path = join(home, "sent", name);
  rmSync(path);
  mkdirSync(path);
  expect((await attempt()).result).toMatch(
    /requests of earlier runs \(EISDIR.*\): check whether .* If the service did not, only delete the file$/,
  );
  expect(service).toBe(1);
});

test("where the disk took the record before the request and none after, state tells what the answer was", async () => {
  const folder = join(home, "sent");
  const thenFull = (send: () => Promise<string>) => () => {
    chmodSync(folder, 0o755);
    return send();
  };
  const accepted = await attempt({ send: thenFull(acted), shows: false });
  chmodSync(folder, 0o700);
  expect((await attempt({ held: accepted.held, shows: false })).result).toMatchObject({ isSentNow: false });

  const send = thenFull(() => Promise.reject(lost()));
  const open = await attempt({ triggers: "b", send });
  chmodSync(folder, 0o700);
  // The record on the disk alone would have the request sent once more, as nothing shows that the service acted.
  const { result } = await attempt({ triggers: "b", held: open.held });
  expect(result).toContain("it is unknown whether the service acted");
  expect(service).toBe(1);
});

const looks = /earlier run: pulumi up checks the result$/;
test.each([
  [
    "killed around the request",
    { send: killed },
    /run: pulumi up checks .*, and sends the request again if the service shows no effect$/,
  ],
  ["killed, where the service shows nothing", { send: killed, shows: false }, looks],
  ["accepted", {}, looks],
])("a preview says what up may do about an operation that was %s", async (_what, earlier, text) => {
  const { ctx, operation } = await attempt(earlier);
  expect(describeEarlier(ctx.kept, operation)).toMatch(text);
  expect(describeEarlier(ctx.kept, { ...operation, triggers: "other" })).toBeUndefined();
});
