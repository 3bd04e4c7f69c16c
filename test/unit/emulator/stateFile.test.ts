import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EmulatorOptions } from "../../../provider/emulator";
import { startTestEmulator, type TestEmulator, withEmulator } from "../../helpers/emulator";
import { temporaryFolder } from "../../helpers/paths";
import { waitUntil } from "../../helpers/processes";
import { testsOf } from "../../helpers/tests-of";

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder("kept");
  file = join(folder, "state.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** One start of the emulator, from the file to the file. */
const withFile = <T>(work: (emulator: TestEmulator) => Promise<T>, options: EmulatorOptions = {}) =>
  withEmulator(work, { stateFile: file, ...options });
const it = testsOf(withFile);

const makeVpc = (emulator: TestEmulator, name: string, octet: number) =>
  emulator.call("POST", "/customer/api/vpcs", {
    body: { name, region: "provider-a::region-1", subnet: `10.${octet}.0.0/24`, tags: [] },
  });
const expectRefused = (stateFile: string, line: string) =>
  expect(startTestEmulator({ stateFile })).rejects.toThrow(new Error(line));
const idOf = (answer: { body: unknown }) => (answer.body as { id: number }).id;

test("the next start goes on with everything, and gives no id and no key twice", async () => {
  const first = await withFile(async (emulator) => {
    const id = idOf(await makeVpc(emulator, "kept", 1));
    const last = idOf(await makeVpc(emulator, "removed", 2));
    emulator.patch({ op: "delete", in: "vpcs", id: last });
    emulator.patch({ op: "set", in: "dialects", id: 1, fields: { plugin_jobs: true } });
    await emulator.call("POST", "/customer/api/apikeys/rotate-apikey");
    const word = emulator.patch({ op: "add", in: "instances", fields: {} });
    return { id, last, word, state: emulator.state(), keys: [emulator.apiKey, emulator.readOnlyKey] };
  });
  await withFile(async (emulator) => {
    expect(emulator.state()).toEqual(first.state);
    // The key was rotated, so what is told is the new one.
    const [key] = first.state.accountKeys;
    expect([emulator.apiKey, emulator.readOnlyKey]).toEqual([key?.key, first.keys[1]]);
    expect(emulator.instances.map(({ id }) => id)).toEqual([1001, 1002, ...first.word]);
    expect(idOf(await makeVpc(emulator, "new", 3))).toBe(first.last + 1);
    const [added] = emulator.patch({ op: "add", in: "instances", fields: {} });
    const { instances } = emulator.state();
    const secrets = instances.flatMap(({ apikey, password, providerid }) => [apikey, password, providerid]);
    expect(new Set(secrets).size).toBe(secrets.length);
    expect(instances.at(-1)?.id).toBe(added);
  });
});

test("what was under way goes on, and time does not go back", async () => {
  const fast = { speed: 60 };
  const before = await withFile(async (emulator) => {
    emulator.advance(3_600_000);
    await makeVpc(emulator, "net", 1);
    return emulator.state().vpcs[0]?.readyAt ?? 0;
  }, fast);
  await withFile(async (emulator) => {
    const [vpc] = emulator.state().vpcs;
    expect(vpc?.readyAt).toBe(before);
    const kept = JSON.parse(readFileSync(file, "utf8")) as { now: number };
    expect(kept.now).toBeGreaterThan(Date.now() + 3_000_000);
    // A new VPC is ready after one to two minutes of a clock that has gone on from there.
    await makeVpc(emulator, "later", 2);
    expect(emulator.state().vpcs[1]?.readyAt).toBeGreaterThan(kept.now);
  });
});

test("what the page saves is such a file", () =>
  withEmulator(async (emulator) => {
    emulator.patch({ op: "add", in: "vpcs", fields: { name: "kept" } });
    writeFileSync(file, (await emulator.call("GET", "/_emulator/save")).text);
    await withFile(async (other) => expect(other.state()).toEqual(emulator.state()));
  }));

test("a reset goes back to the keys of the first start, and the options of a start count", async () => {
  const key = await withFile(async ({ apiKey }) => apiKey, { seed: 7 });
  const options = { seed: 8, specifiedOnly: true };
  await withFile(async (emulator) => {
    expect(emulator.apiKey).toBe(key);
    expect(emulator.state().dialects).toMatchObject([{ specified_only: true }]);
    await emulator.call("POST", "/customer/api/apikeys/rotate-apikey");
    emulator.reset();
    expect(emulator.state().accountKeys[0]?.key).toBe(key);
  }, options);
  await withFile(async (emulator) => expect(emulator.state().dialects).toMatchObject([{ specified_only: false }]));
});

it("only the owner may read the file, which is whole at any moment and written soon after a change", async (emulator) => {
  expect([statSync(file).mode & 0o777, readdirSync(folder)]).toEqual([0o600, ["state.json", "state.json.lock"]]);
  // Another program's loose rights do not stay.
  chmodSync(file, 0o644);
  const vpcsIn = () => (JSON.parse(readFileSync(file, "utf8")) as { records: { vpcs: unknown[] } }).records.vpcs;
  await makeVpc(emulator, "made", 1);
  await waitUntil(() => vpcsIn().length === 1, "the change in the file");
  emulator.patch({ op: "add", in: "vpcs", fields: {} });
  await waitUntil(() => vpcsIn().length === 2, "the change in the file");
  expect([statSync(file).mode & 0o777, readdirSync(folder)]).toEqual([0o600, ["state.json", "state.json.lock"]]);
});

test.each([
  ["no JSON", () => "{"],
  ["another program's JSON", () => '{"version":3,"deployment":{}}'],
  ["half of a file", (whole: string) => whole.slice(0, whole.length / 2)],
  ["a record of another form", (whole: string) => whole.replace('"specified_only":false', '"specified_only":"no"')],
  ["a kind missing", (whole: string) => whole.replace('"webhooks":[]', '"hooks":[]')],
])("%s is refused in one line, and left as it is", async (_what, damage) => {
  await withFile(async () => undefined);
  const damaged = damage(readFileSync(file, "utf8"));
  writeFileSync(file, damaged);
  const problem = "is not a state file of this version of the emulator, or is damaged";
  await expectRefused(file, `${file} ${problem}: name another file, or remove this one`);
  expect(readFileSync(file, "utf8")).toBe(damaged);
});

test("a file that can't be read or written is one line", async () => {
  mkdirSync(file);
  const pipe = join(folder, "pipe");
  spawnSync("mkfifo", [pipe]);
  for (const other of [file, pipe])
    await expectRefused(other, `the state file ${other} can't be read (no regular file): name another file`);
  rmSync(pipe);
  const nowhere = join(folder, "nothing", "state.json");
  await expectRefused(nowhere, `the state file ${nowhere} can't be written (ENOENT): name a file in a folder of yours`);
  expect(readdirSync(folder)).toEqual(["state.json"]);
  rmSync(file, { recursive: true });
  const emulator = await startTestEmulator({ stateFile: file });
  rmSync(folder, { recursive: true });
  await expect(emulator.close()).rejects.toThrow("can't be written (ENOENT)");
  mkdirSync(folder);
});

test("an emulator that can't have the port leaves its file alone, and free", async () => {
  await withFile(async () => undefined);
  const held = readFileSync(file, "utf8");
  await withEmulator(async (emulator) => {
    const port = Number(new URL(emulator.url).port);
    await expect(startTestEmulator({ stateFile: file, port })).rejects.toThrow("EADDRINUSE");
  });
  expect([readFileSync(file, "utf8"), readdirSync(folder)]).toEqual([held, ["state.json"]]);
});

test("a file that another emulator uses is refused in one line until that one ends, and is not written", async () => {
  const first = await startTestEmulator({ stateFile: file });
  const advice = `stop it, or name another file; if that is no emulator, remove ${file}.lock`;
  await expectRefused(file, `the state file ${file} is in use by another emulator (process ${process.pid}): ${advice}`);
  await makeVpc(first, "made", 1);
  await first.close();
  await withFile(async (emulator) => {
    expect(emulator.state().vpcs).toMatchObject([{ name: "made" }]);
    // An emulator that is closed once more does not free what the next one uses.
    await first.close();
    await expect(startTestEmulator({ stateFile: file })).rejects.toThrow("is in use by another emulator");
  });
  expect(readdirSync(folder)).toEqual(["state.json"]);
});

test("a lock of a process that is dead, or that had the same number on another machine, is taken over", async () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  for (const owner of [pid, process.pid]) {
    writeFileSync(`${file}.lock`, `${owner}\n`);
    await withFile(async () => expect(readFileSync(`${file}.lock`, "utf8")).toBe(`${process.pid}\n`));
  }
});
