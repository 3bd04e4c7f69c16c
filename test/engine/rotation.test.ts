import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import { stackConfigOf } from "../helpers/broker-config";
import { canary, expectNoSecrets, secretsOf, textsOf } from "../helpers/canaries";
import { startTestEmulator, type TestEmulator } from "../helpers/emulator";
import { waitUntil } from "../helpers/processes";
import { onStack } from "../helpers/shared-stack";
import { createStack, type RunningOperation, type TestStack } from "../helpers/stack";

/** Needs the engine: it keeps and hands on the keys that change in the middle of a run. */

test("an instance's key is rotated while 20 siblings use it: all succeed, and no key stands anywhere in plain", () =>
  onStack("siblings", {}, async ({ emulator, stack }) => {
    const [instance] = emulator.instances;
    const id = instance!.id;
    const inputs = { instance: id, webhookUri: "https://example.com/hook", vhost: "/" };
    let round = 1;
    const trigger = canary("trigger");
    stack.program = async () => {
      for (let i = 0; i < 20; i += 1) {
        new broker.Webhook(`hook-${i}`, { ...inputs, queue: `q${i}`, concurrency: round });
        if (i !== 10) continue;
        const triggers = [round, pulumi.secret(trigger)];
        new broker.CredentialRotation("key", { instance: id, credential: "apiKey", triggers });
      }
    };
    const keyNow = () => emulator.state().instances[0]!.apikey;
    const keys = [keyNow()];
    for (round = 1; round <= 2; round += 1) {
      const run = await stack.up();
      keys.push(keyNow());
      expect(run.changes.sort()).toEqual(
        ["key", ...Array.from({ length: 20 }, (_each, i) => `hook-${i}`)]
          .map((name) => `${round === 1 ? "create" : "update"} ${name}`)
          .sort(),
      );
      const [before = "", after = ""] = keys.slice(-2);
      expect(after).not.toBe(before);
      const call = (key: string) => emulator.call("GET", "/instance/api/nodes", { key });
      expect([(await call(before)).status, (await call(after)).status]).toEqual([401, 200]);
      const secrets = Object.fromEntries(keys.map((key, i) => [`key ${i}`, key]));
      expectNoSecrets(textsOf(`round ${round}`, run, stack, emulator), {
        ...secretsOf(emulator),
        ...secrets,
        trigger,
      });
    }
    round = 2;
    expect((await stack.up()).changes).toEqual([]);
  }));

test("keys that the program gives are rotated behind its back: refresh and destroy, which know those in state, pass", () =>
  onStack("given-keys", { speed: 300 }, async ({ emulator, stack }) => {
    const [{ id: elsewhere, apiKey: given } = { id: 0, apiKey: "" }] = emulator.instances;
    const hook = { webhookUri: "https://example.com/hook", vhost: "/", queue: "orders" };
    const program = async () => {
      const shop = new broker.Instance("shop", { plan: "clustered-small-1", region: "provider-a::region-1" });
      const own = { instance: shop, instanceApiKey: shop.apiKey };
      new broker.Webhook("by-argument", { ...own, ...hook });
      new broker.Plugin("mqtt", { ...own, name: "broker_mqtt" });
      const provider = new broker.Provider("keyed", { instanceApiKeys: { [elsewhere]: given } });
      new broker.Webhook("by-map", { instance: elsewhere, ...hook }, { provider });
      return { key: shop.apiKey };
    };
    stack.program = program;
    await stack.up();
    const { key } = (await stack.outputs()) as { key: string };
    for (const old of [key, given]) {
      const rotated = await emulator.call("POST", "/instance/api/account/rotate-apikey", { key: old });
      expect(rotated.status).toBe(200);
    }
    // What the search for secrets at the end looks for: the keys of today are kept after each run.
    const keys = emulator.state().instances.map(({ apikey }) => apikey);
    expect(keys).not.toEqual(expect.arrayContaining([key]));
    emulator.clearRequests();
    const refreshed = await stack.refresh();
    expect(refreshed.diagnostics.filter(({ severity }) => String(severity) === "error")).toEqual([]);
    const lookUps = (id: number) =>
      emulator.calls().filter((call) => call === `GET /customer/api/instances/${id}`).length;
    expect(lookUps(elsewhere)).toBe(1);
    // The refresh of the Instance itself may be one of the two.
    expect(lookUps(1003)).toBeLessThanOrEqual(2);
    expectNoSecrets(textsOf("refresh", refreshed, stack, emulator), secretsOf(emulator));

    // The program now gives the key of today: nothing is sent for what stands on the instance.
    emulator.clearRequests();
    expect((await stack.up()).changes.sort()).toEqual(["update by-argument", "update mqtt"]);
    expect(emulator.calls()).toEqual([]);

    const again = ((await stack.outputs()) as { key: string }).key;
    await emulator.call("POST", "/instance/api/account/rotate-apikey", { key: again });
    const destroyed = await stack.destroy();
    expectNoSecrets(textsOf("destroy", destroyed, stack, emulator), secretsOf(emulator));
    expect([emulator.state().webhooks, stack.exportState().deployment.resources ?? []]).toEqual([[], []]);
  }));

/** When a run is cut off. The handler tier cuts a rotation off at each request. */
interface Moment {
  what: string;
  hold(emulator: TestEmulator): void;
  reached(emulator: TestEmulator): boolean;
  cut(running: RunningOperation): void;
}

const rotate = "/instance/api/account/rotate-password";
const sent = (emulator: TestEmulator, method: string, path: string, times = 1) =>
  emulator.requests().filter((each) => each.method === method && each.path.includes(path)).length >= times;
const slowly = (emulator: TestEmulator, method: string, path: string, fault: object, skip = 0) =>
  emulator.fault({ match: { method, path }, skip, fault: { ...fault, real: true } as never });
const killAll = (running: RunningOperation) => {
  const hosts = running.hosts();
  running.kill("SIGKILL");
  for (const pid of hosts) process.kill(pid, "SIGKILL");
};

const moments: Moment[] = [
  {
    what: "killed with its host while the answer is on its way",
    hold: (emulator) => slowly(emulator, "POST", "/api/account/*", { delayMs: 3_000 }),
    reached: (emulator) => sent(emulator, "POST", rotate),
    cut: killAll,
  },
  {
    what: "killed without its host while the answer is on its way",
    hold: (emulator) => slowly(emulator, "POST", "/api/account/*", { delayMs: 2_000 }),
    reached: (emulator) => sent(emulator, "POST", rotate),
    cut: (running) => running.kill("SIGKILL"),
  },
];

describe("a password is rotated exactly once by a run that is", () => {
  let emulator: TestEmulator;
  let stack: TestStack;
  let number = 0;

  beforeAll(async () => {
    emulator = await startTestEmulator();
    const program = async () => {
      const instance = emulator.instances[0]!.id;
      const rotation = new broker.CredentialRotation("password", {
        instance,
        credential: "password",
        triggers: { number },
      });
      return { url: rotation.url };
    };
    stack = await createStack("rotation", program, { config: stackConfigOf(emulator) });
  });
  afterAll(async () => {
    await stack.remove();
    await emulator.close();
  });

  // The first one is cut in its create, the others in an update.
  test.each(moments)("$what, and by the next run", async ({ what, hold, reached, cut }) => {
    number += 1;
    emulator.clearRequests();
    hold(emulator);
    const running = await stack.start("up");
    await waitUntil(() => reached(emulator), what);
    cut(running);
    expect((await running.done).code).not.toBe(0);
    await waitUntil(() => running.hosts().length === 0, "the host to end");
    emulator.clearFaults();
    stack.unlock();
    await stack.up();
    const rotations = emulator.requests().filter(({ method }) => method === "POST");
    expect(rotations.map(({ path }) => path)).toEqual([rotate]);
    expect((await stack.up()).changes).toEqual([]);
    expect((await stack.outputs())["url"]).toContain(emulator.state().instances[0]!.password);
  });

  test("whose answer is lost: it keeps the id, and the next run finishes it", async () => {
    number += 1;
    emulator.clearRequests();
    emulator.fault({ match: { method: "POST" }, fault: { reset: "after" } });
    const failed = await stack.up({ exit: "failure" });
    expect(failed.text).toMatch(/it is open whether the service has acted \(got no answer/);
    expect((await stack.up()).changes).toEqual(["update password"]);
    expect(emulator.requests().filter(({ method }) => method === "POST")).toHaveLength(1);
    expect((await stack.outputs())["url"]).toContain(emulator.state().instances[0]!.password);
    const destroyed = await stack.destroy();
    expect(destroyed.text).toContain("nothing is rotated back");
  });
});
