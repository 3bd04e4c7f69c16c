import { configOf } from "../../helpers/broker-config";
import { startTestEmulator, type TestEmulator } from "../../helpers/emulator";
import { type Bag, type HostClient, type HostError, hostClient } from "../../helpers/host-client";
import { allowance, waitUntil } from "../../helpers/processes";

// Processes and pipes know no virtual clock: what is measured here is the machine's time.

const stub = (handler: string) => `exports.handler = () => require('pulumi-broker/host').${handler}`;
const urn = (type: string) => `urn:pulumi:test::test::pulumi-nodejs:dynamic/broker:${type}::one`;
const marker = /^pulumi-broker-[0-9a-f]{16}$/;

let emulator: TestEmulator;
let host: HostClient;
beforeEach(async () => {
  emulator = await startTestEmulator();
  host = await hostClient({
    stub: stub("vpc"),
    config: configOf(emulator),
  });
});
afterEach(async () => {
  await host.close();
  await emulator.close();
});

const vpc = { name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24", tags: ["a"], __urn: urn("Vpc") };
const webhook = () => ({
  __provider: stub("webhook"),
  __urn: urn("Webhook"),
  instance: `${emulator.instances[0]?.id}`,
  webhookUri: "https://example.com/hook",
  vhost: "/",
  queue: "orders",
});

/** Starts a create, and waits until the service has received such a request. */
async function creating(inputs: Bag, method: string, path: RegExp): Promise<void> {
  // Whether an answer still comes before the process ends is not the point here.
  host.create(inputs).catch(() => {});
  await received(method, path);
}

const requests = (method: string, path: RegExp) =>
  emulator.requests().filter((each) => each.method === method && path.test(each.path));
const received = (method: string, path: RegExp) =>
  waitUntil(() => requests(method, path).length > 0, `${method} ${path.source}`);

/** How long the host lives on after this, and how it ends. */
async function ending(end: () => void): Promise<{ code: number | null; ms: number }> {
  const start = performance.now();
  end();
  const { code } = await host.exited;
  return { code, ms: performance.now() - start };
}

const ways: [string, () => void][] = [
  ["its stdin is closed", () => host.closeStdin()],
  ["it gets SIGINT", () => host.kill("SIGINT")],
  ["it gets SIGTERM", () => host.kill("SIGTERM")],
];

describe.each(ways)("when %s,", (_how, end) => {
  test("an idle host exits at once", async () => {
    await host.check({}, vpc);
    const { code, ms } = await ending(end);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(await allowance(1_000));
  });

  test("a host that waits for a VPC exits at once, and leaves it with its mark", async () => {
    await creating(vpc, "GET", /vpcs\/\d+$/);
    const { code, ms } = await ending(end);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(await allowance(1_000));
    expect(emulator.state().vpcs).toMatchObject([{ name: "net", tags: ["a", expect.stringMatching(marker)] }]);
    expect(requests("PUT", /./)).toEqual([]);
  });

  test("a POST of a VPC on its way ends, and the VPC keeps its mark", async () => {
    emulator.fault({ match: { method: "POST" }, fault: { delayMs: 700, real: true } });
    await creating(vpc, "POST", /vpcs$/);
    const { code, ms } = await ending(end);
    expect(code).toBe(0);
    expect(ms).toBeGreaterThan(300);
    expect(emulator.state().vpcs).toMatchObject([{ tags: ["a", expect.stringMatching(marker)] }]);
    // A list without any VPC is read twice before one is made.
    expect(emulator.calls()).toEqual(["GET /customer/api/vpcs", "GET /customer/api/vpcs", "POST /customer/api/vpcs"]);
  });

  test("a POST of a webhook on its way ends, and the webhook is deleted again", async () => {
    emulator.fault({ match: { method: "POST" }, fault: { holdMs: 700, real: true } });
    await creating(webhook(), "POST", /webhooks$/);
    const { code } = await ending(end);
    expect(code).toBe(0);
    expect(emulator.state().webhooks).toEqual([]);
    expect(requests("DELETE", /webhooks\/\d+$/)).toMatchObject([{ status: 204 }]);
  });

  test("a PUT on its way ends, and nothing is started after it", async () => {
    const made = await host.create(webhook());
    emulator.fault({ match: { method: "PUT" }, fault: { delayMs: 700, real: true } });
    const changed = host.update(made.id, made.outs, { ...webhook(), queue: "invoices" }).catch(() => {});
    await received("PUT", /webhooks/);
    const { code } = await ending(end);
    await changed;
    expect(code).toBe(0);
    expect(emulator.state().webhooks).toMatchObject([{ queue: "invoices" }]);
    expect(requests("DELETE", /./)).toEqual([]);
  });

  test("a request that is never answered holds it four seconds, not longer", async () => {
    emulator.fault({ match: { method: "POST" }, fault: { blackHole: "before" } });
    await creating(webhook(), "POST", /webhooks$/);
    const { code, ms } = await ending(end);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(await allowance(5_000));
  });
});

test("a host whose engine answers no more starts no write, says so, and exits", async () => {
  host.stopEngine();
  const failed = await host.create(webhook()).catch((error: HostError) => error);
  expect(failed).toMatchObject({ message: expect.stringMatching(/Pulumi is gone or ending/) });
  await expect(host.exited).resolves.toMatchObject({ code: 0 });
  expect(requests("POST", /./)).toEqual([]);
  expect(emulator.state().webhooks).toEqual([]);
});
