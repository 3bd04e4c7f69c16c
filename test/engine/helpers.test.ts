import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { Probe, type ProbeArgs } from "../helpers/probe";
import { isAlive, waitUntil } from "../helpers/processes";
import { type TestStack, withStack } from "../helpers/stack";

/** Needs the engine: the helpers of these tests drive it. */

const probeToken = "pulumi-nodejs:dynamic/probe:Probe";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "probe-"));
  file = join(folder, "things.json");
});

afterEach(() => rmSync(folder, { recursive: true }));

const things = () => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});

const program = (args: ProbeArgs) => async () => {
  const one = new Probe("one", args);
  return { id: one.id, hidden: pulumi.secret({ key: ["canary"] }) };
};

const onStack = (args: ProbeArgs, body: (stack: TestStack) => Promise<void>) =>
  withStack("probe", program(args), { config: { "probe:file": file, "probe:key": { secret: "canary" } } }, body);

test("a stack goes through its whole life on the real engine", () =>
  onStack({ colour: "red", size: 1 }, async (stack) => {
    const urn = stack.urn(probeToken, "one");
    expect((await stack.preview()).changes).toEqual(["create one"]);
    expect(things()).toEqual({});

    const created = await stack.up();
    expect(created.steps).toMatchObject([{ urn, op: "create", newId: "p1-red", status: "done" }]);
    expect(created.diagnostics).toContainEqual({
      urn,
      severity: "info",
      message: "waiting for the probe",
      ephemeral: true,
    });
    const read = async (...args: string[]) =>
      JSON.parse((await stack.cli([...args, "--stack", stack.name, "--json", "--show-secrets"])).stdout);
    await expect(stack.outputs()).resolves.toEqual({ id: "p1-red", hidden: { key: ["canary"] } });
    await expect(read("stack", "output")).resolves.toEqual(await stack.outputs());
    await stack.setConfig("colour", "red");
    await stack.setConfig("shade", "dark red", { secret: true });
    await expect(read("config")).resolves.toMatchObject({
      "broker-tests:colour": { value: "red", secret: false },
      "broker-tests:shade": { value: "dark red", secret: true },
    });
    expect(things()).toEqual({ "p1-red": { colour: "red", size: 1 } });
    expect(stack.checkpointFile()).toContain("p1-red");
    expect(stack.checkpointFile()).not.toContain("canary");

    expect((await stack.up()).changes).toEqual([]);
    expect((await stack.refresh()).steps).toMatchObject([{ op: "same", status: "done" }]);

    stack.program = program({ colour: "red", size: 2 });
    expect((await stack.up()).steps).toMatchObject([{ op: "update", oldId: "p1-red", newId: "p1-red" }]);

    writeFileSync(file, JSON.stringify({ "p1-red": { colour: "red", size: 9 } }));
    const drift = await stack.refresh({ flags: ["--preview-only", "--expect-no-changes"], exit: 7 });
    expect(drift.steps).toMatchObject([{ op: "update", name: "one", newOutputs: { size: 9 } }]);

    stack.program = program({ colour: "blue", size: 2 });
    const replaced = await stack.up();
    expect(replaced.changes).toEqual(["create-replacement one", "replace one", "delete-replaced one"]);
    expect(replaced.steps[0]).toMatchObject({ keys: ["colour"], oldId: "p1-red", newId: "p2-blue" });
    expect(things()).toEqual({ "p2-blue": { colour: "blue", size: 2 } });

    const state = stack.exportState();
    await stack.importState(state);
    expect((await stack.destroy()).changes).toEqual(["delete one"]);
    expect(things()).toEqual({});
  }));

test("a partial failure leaves the resource in state, and a refused input leaves nothing", () =>
  onStack({ colour: "red", size: 1, unready: true }, async (stack) => {
    const failed = await stack.up({ exit: "failure" });
    expect(failed.steps).toMatchObject([{ op: "create", status: "failed" }]);
    expect(failed.text).toContain("the probe is not ready");
    const resources = stack.exportState().deployment.resources ?? [];
    expect(resources.find((r) => r.type === probeToken)).toMatchObject({
      id: "p1-red",
      initErrors: ["the probe is not ready"],
    });

    stack.program = program({ colour: "red", size: -1 });
    expect((await stack.preview({ exit: "failure" })).text).toContain("must not be negative");
    await expect(stack.preview()).rejects.toThrow("must not be negative");
  }));

test("a killed CLI leaves its host behind, and both are found", () => {
  const hold = join(folder, "hold");
  writeFileSync(hold, "");
  return onStack({ colour: "red", size: 1, hold }, async (stack) => {
    const running = await stack.start("up");
    await waitUntil(() => "p1-red" in things(), "the create to begin");
    const [host] = running.hosts();
    running.kill("SIGKILL");
    await expect(running.done).resolves.toMatchObject({ code: null, signal: "SIGKILL" });
    expect(running.hosts()).toEqual([host]);
    expect(isAlive(running.pid)).toBe(false);

    process.kill(host as number, "SIGKILL");
    await waitUntil(() => running.hosts().length === 0, "the host to end");
    await expect(stack.up({ exit: "failure" })).resolves.toMatchObject({ text: expect.stringContaining("lock") });
    await stack.cli(["cancel", "--yes", "--stack", stack.name]);
    rmSync(hold);
    expect((await stack.up()).changes).toEqual(["create one"]);
  });
});
