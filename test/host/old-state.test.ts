import { fixtureInstanceKey } from "../fixtures/program";
import { configOf } from "../helpers/broker-config";
import { startTestEmulator, type TestEmulator } from "../helpers/emulator";
import { type Bag, type HostClient, hostClient } from "../helpers/host-client";

const stubOf = (handler: string) => `exports.handler = () => require('pulumi-broker/host').${handler}`;

let emulator: TestEmulator;
let host: HostClient;

beforeEach(async () => {
  emulator = await startTestEmulator({ speed: 600 });
  emulator.patch(
    { op: "set", in: "instances", id: 1002, fields: { apikey: fixtureInstanceKey } },
    { op: "add", in: "vpcs", fields: { id: 5001, name: "net", tags: ["b", "a"] } },
    { op: "add", in: "webhooks", fields: { id: 21, queue: "orders", concurrency: 2 } },
  );
  host = await startHost();
});

afterEach(async () => {
  await host.close();
  await emulator.close();
});

/** One run of the engine each: what a delete may do depends on what its run did before. */
const startHost = () =>
  hostClient({
    stub: stubOf("vpc"),
    config: configOf(emulator),
  });

interface Kept {
  id: string;
  inputs: Bag;
  outputs: Bag;
}

/** What the records above look like in the state of this version. */
const current: Record<string, Kept> = {
  vpc: {
    id: "5001",
    inputs: { name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24", tags: ["b", "a"] },
    outputs: { plan: "vpc", instances: [], apiKey: "the VPC's own key" },
  },
  webhook: {
    id: "1001/webhooks/21",
    inputs: { instance: "1001", webhookUri: "https://example.com/hook", vhost: "/", queue: "orders", concurrency: 2 },
    outputs: {},
  },
};

/** Hidden properties that some release did not write yet, and properties that only a later one writes. */
const olderAndNewer: [what: string, missing: string[], more: Bag][] = [
  ["as it is today", [], {}],
  ["without the names of the declared inputs", ["__declared"], {}],
  ["without time limits", ["__timeouts"], {}],
  ["without any hidden property but the stub", ["__declared", "__timeouts", "__urn"], {}],
  ["with inputs and outputs of a newer version", [], { colour: "red", sizes: [{ a: 1 }], __future: { b: true } }],
];

const cells = Object.keys(current).flatMap((handler) =>
  olderAndNewer.map(([what, missing, more]) => ({ handler, what, missing, more })),
);

test.each(cells)("$handler, $what: read, diffed, updated and deleted", async ({ handler, missing, more }) => {
  const { id, inputs, outputs } = current[handler] as Kept;
  const type = handler === "vpc" ? "Vpc" : "Webhook";
  const hidden: Bag = {
    __provider: stubOf(handler),
    __urn: `urn:pulumi:s::p::pulumi-nodejs:dynamic/broker:${type}::thing`,
    __timeouts: { create: "5m" },
  };
  const without = (bag: Bag) => Object.fromEntries(Object.entries(bag).filter(([name]) => !missing.includes(name)));
  const news = { ...inputs, ...hidden };
  const olds = without({ ...news, ...outputs, __declared: Object.keys(inputs).sort(), ...more });

  const seen = await host.read(id, olds);
  expect(seen).toMatchObject({ id, outs: { ...inputs, ...outputs, ...more } });
  // Limits that state does not have yet are written into it, as an update that sends nothing.
  const limitsOnly = missing.includes("__timeouts");
  const changes = limitsOnly ? "some" : "none";
  expect(await host.diff(id, seen.outs, news)).toMatchObject({ changes, replaces: [] });
  expect((await host.check(olds, { ...news, ...more })).failures).toEqual([]);
  emulator.clearRequests();
  const same = await host.update(id, seen.outs, news);
  expect(same).toMatchObject({ ...inputs, ...outputs });
  expect(emulator.calls()).toEqual([]);
  expect(await host.diff(id, same, news)).toMatchObject({ changes: "none", replaces: [] });

  const change: Bag = handler === "vpc" ? { tags: ["c"] } : { queue: "others" };
  expect(await host.diff(id, seen.outs, { ...news, ...change, ...more })).toMatchObject({
    changes: "some",
    replaces: [],
  });
  const changed = await host.update(id, seen.outs, { ...news, ...change, ...more });
  expect(changed).toMatchObject({ ...inputs, ...change, ...outputs });

  await host.close();
  host = await startHost();
  await host.delete(id, { ...changed, ...more });
  const { vpcs, webhooks } = emulator.state();
  expect(handler === "vpc" ? vpcs.filter(({ goneAt }) => goneAt === null) : webhooks).toEqual([]);
});
