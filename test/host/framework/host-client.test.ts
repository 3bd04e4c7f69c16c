import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HostClient, type HostError, hostClient } from "../../helpers/host-client";
import { probeStub } from "../../helpers/probe";

const probeUrn = "urn:pulumi:test::test::pulumi-nodejs:dynamic/probe:Probe::one";

let folder: string;
let host: HostClient;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "probe-"));
  host = await hostClient({ stub: probeStub, config: { "probe:file": join(folder, "things.json") } });
});

afterEach(async () => {
  await host.close();
  rmSync(folder, { recursive: true });
});

test("a thing goes through its whole life in the real host", async () => {
  const made = await host.create({ colour: "red", size: 1 });
  expect(made).toEqual({ id: "p1-red", outs: { colour: "red", size: 1, __provider: probeStub } });

  await expect(host.diff(made.id, made.outs, { colour: "red", size: 1 })).resolves.toMatchObject({ changes: "none" });
  await expect(host.diff(made.id, made.outs, { colour: "red", size: 2 })).resolves.toEqual({
    changes: "some",
    replaces: [],
    deleteBeforeReplace: false,
  });
  await expect(host.diff(made.id, made.outs, { colour: "blue", size: 1 })).resolves.toMatchObject({
    replaces: ["colour"],
  });

  const outs = await host.update(made.id, made.outs, { colour: "red", size: 2 });
  expect(outs).toMatchObject({ size: 2, __provider: probeStub });
  await expect(host.read(made.id, outs)).resolves.toMatchObject({ id: made.id, inputs: { colour: "red", size: 2 } });

  await host.delete(made.id, outs);
  await expect(host.read(made.id, outs)).resolves.toMatchObject({ id: "", inputs: undefined });
});

test("check failures, progress lines and partial failures come back decoded", async () => {
  await expect(host.check({}, { colour: "red", size: -1 })).resolves.toMatchObject({
    failures: [{ property: "size", reason: "must not be negative" }],
  });

  const failure = await host
    .create({ colour: "red", size: 1, unready: true, __urn: probeUrn })
    .catch((e: HostError) => e);
  expect(failure).toMatchObject({
    message: "not ready",
    partial: { id: "p1-red", properties: { colour: "red" }, reasons: ["the probe is not ready"] },
  });
  expect(host.log).toEqual([{ severity: "info", urn: probeUrn, message: "waiting for the probe", ephemeral: true }]);
});

test("an ordinary error has its message and no partial state", async () => {
  const error = await host.delete("p1-red", { colour: "red" }).catch((e: HostError) => e);
  expect(error).toMatchObject({ message: "code must be a string, not undefined", partial: undefined });
  await host.close();
  expect(host.stderr()).toContain("code must be a string");
});

test("the host goes on without its engine, and a killed one says how it ended", async () => {
  host.stopEngine();
  host.closeStdin();
  await expect(host.create({ colour: "red", size: 1 })).resolves.toMatchObject({ id: "p1-red" });
  expect(host.log).toEqual([]);

  const hold = join(folder, "hold");
  writeFileSync(hold, "");
  const waiting = host.create({ colour: "blue", size: 1, hold }).catch((e: HostError) => e);
  host.kill("SIGTERM");
  await expect(host.exited).resolves.toEqual({ code: null, signal: "SIGTERM" });
  await expect(waiting).resolves.toMatchObject({ code: 14 });
});
