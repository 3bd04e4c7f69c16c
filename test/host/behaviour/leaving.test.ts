import { configOf, type TestEmulator, withEmulator } from "../../helpers/emulator";
import { type Bag, type HostClient, type HostError, hostClient, stubOf } from "../../helpers/host-client";
import { allowance, waitUntil } from "../../helpers/processes";

// Processes and pipes know no virtual clock: what is measured here is the machine's time.

const urn = (type: string) => `urn:pulumi:test::test::pulumi-nodejs:dynamic/broker:${type}::one`;
const marker = /^pulumi-broker-[0-9a-f]{16}$/;

const vpc = { name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24", tags: ["a"], __urn: urn("Vpc") };

/** A host of its own for each test, because most of what the tests do is wait, and several can wait at once. */
interface Scene {
  emulator: TestEmulator;
  host: HostClient;
  webhook: Bag;
  received(method: string, path: RegExp): Promise<void>;
  /** Starts a create, and waits until the service has received such a request. */
  creating(inputs: Bag, method: string, path: RegExp): Promise<void>;
}

const withScene = (work: (scene: Scene) => Promise<void>) =>
  withEmulator(async (emulator) => {
    const host = await hostClient({ stub: stubOf("vpc"), config: configOf(emulator) });
    const instance = `${emulator.instances[0]?.id}`;
    const webhook = { instance, webhookUri: "https://example.com/hook", vhost: "/", queue: "orders" };
    const received: Scene["received"] = (method, path) =>
      waitUntil(() => emulator.received(method, path).length > 0, `${method} ${path.source}`);
    const creating: Scene["creating"] = (inputs, method, path) => {
      // An answer may still come before the process ends or not: that is not the point here.
      host.create(inputs).catch(() => {});
      return received(method, path);
    };
    const hidden = { __provider: stubOf("webhook"), __urn: urn("Webhook") };
    await work({ emulator, host, webhook: { ...hidden, ...webhook }, received, creating }).finally(() => host.close());
  });

const ways: [string, (host: HostClient) => void][] = [
  ["its stdin is closed", (host) => host.closeStdin()],
  ["it gets SIGINT", (host) => host.kill("SIGINT")],
  ["it gets SIGTERM", (host) => host.kill("SIGTERM")],
];

/** Ends the host and tells how long it lived on; every host ends well. */
type Ending = () => Promise<number>;

const scenes: [string, (scene: Scene, ending: Ending) => Promise<void>][] = [
  [
    "a request that is never answered holds it four seconds, not longer",
    async ({ emulator, creating, webhook }, ending) => {
      emulator.fault({ match: { method: "POST" }, fault: { blackHole: "before" } });
      await creating(webhook, "POST", /webhooks$/);
      expect(await ending()).toBeLessThan(await allowance(5_000));
    },
  ],
  [
    "an idle host exits at once",
    async ({ host }, ending) => {
      await host.check({}, vpc);
      expect(await ending()).toBeLessThan(await allowance(1_000));
    },
  ],
  [
    "a host that waits for a VPC exits at once, and leaves it with its mark",
    async ({ emulator, creating }, ending) => {
      await creating(vpc, "GET", /vpcs\/\d+$/);
      expect(await ending()).toBeLessThan(await allowance(1_000));
      expect(emulator.state().vpcs).toMatchObject([{ name: "net", tags: ["a", expect.stringMatching(marker)] }]);
      expect(emulator.received("PUT")).toEqual([]);
    },
  ],
  [
    "a POST of a VPC on its way ends, and the VPC keeps its mark",
    async ({ emulator, creating }, ending) => {
      emulator.fault({ match: { method: "POST" }, fault: { delayMs: 2_000, real: true } });
      await creating(vpc, "POST", /vpcs$/);
      expect(await ending()).toBeGreaterThan(300);
      expect(emulator.state().vpcs).toMatchObject([{ tags: ["a", expect.stringMatching(marker)] }]);
      // A list without any VPC is read twice before one is made.
      expect(emulator.calls()).toEqual(["GET /customer/api/vpcs", "GET /customer/api/vpcs", "POST /customer/api/vpcs"]);
    },
  ],
  [
    "a POST of a webhook on its way ends, and the webhook is deleted again",
    async ({ emulator, creating, webhook }, ending) => {
      emulator.fault({ match: { method: "POST" }, fault: { holdMs: 700, real: true } });
      await creating(webhook, "POST", /webhooks$/);
      await ending();
      expect(emulator.state().webhooks).toEqual([]);
      expect(emulator.received("DELETE", /webhooks\/\d+$/)).toMatchObject([{ status: 204 }]);
    },
  ],
  [
    "a PUT on its way ends, and nothing is started after it",
    async ({ emulator, host, webhook, received }, ending) => {
      const made = await host.create(webhook);
      emulator.fault({ match: { method: "PUT" }, fault: { delayMs: 2_000, real: true } });
      const changed = host.update(made.id, made.outs, { ...webhook, queue: "invoices" }).catch(() => {});
      await received("PUT", /webhooks/);
      await ending();
      await changed;
      expect(emulator.state().webhooks).toMatchObject([{ queue: "invoices" }]);
      expect(emulator.received("DELETE")).toEqual([]);
    },
  ],
];

const cells = scenes.flatMap(([what, play]) => ways.map(([how, end]) => ({ how, what, end, play })));

test.concurrent.each(cells)("when $how, $what", ({ end, play }) =>
  withScene((scene) =>
    play(scene, async () => {
      const start = performance.now();
      end(scene.host);
      expect(await scene.host.exited).toMatchObject({ code: 0 });
      return performance.now() - start;
    }),
  ),
);

test.concurrent("a host whose engine answers no more starts no write, says so, and exits", () =>
  withScene(async ({ emulator, host, webhook }) => {
    host.stopEngine();
    const failed = await host.create(webhook).catch((error: HostError) => error);
    expect(failed).toMatchObject({ message: expect.stringMatching(/stopped, because the Pulumi run was stopped/) });
    await expect(host.exited).resolves.toMatchObject({ code: 0 });
    expect(emulator.received("POST")).toEqual([]);
    expect(emulator.state().webhooks).toEqual([]);
  }));
