import type { Fault } from "../../../provider/emulator";
import { configOf } from "../../helpers/broker-config";
import { type TestEmulator, withEmulator } from "../../helpers/emulator";
import { type HostClient, HostError, hostClient, stubOf } from "../../helpers/host-client";

// The whole table is in the handler tier: these few show that the real host passes on what the handlers say.

const odd: [string, Fault][] = [
  ["a page", { html: true }],
  ["an empty answer", { empty: true }],
  ["a 401", { status: 401 }],
  ["a 403", { status: 403 }],
  ["the wrong type", { raw: '{"gone":true}' }],
];

const stub = stubOf("vpc");

async function withHost(emulator: TestEmulator, work: (host: HostClient) => Promise<void>): Promise<void> {
  const config = configOf(emulator);
  const host = await hostClient({ stub, config });
  try {
    await work(host);
  } finally {
    await host.close();
  }
}

test("a read is an error for an answer that says nothing, and an empty id for a 404", () =>
  withEmulator(async (emulator) => {
    const [id] = emulator.patch({ op: "add", in: "vpcs", fields: { name: "net" } });
    const outs = { __provider: stub, name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24", tags: [] };
    await withHost(emulator, async (host) => {
      for (const [what, fault] of odd) {
        emulator.fault({ match: { method: "GET", path: "/api/vpcs*" }, times: "always", fault });
        const failed: unknown = await host.read(`${id}`, outs).catch((error: unknown) => error);
        emulator.clearFaults();
        expect([what, failed]).toEqual([what, expect.any(HostError)]);
      }
      await expect(host.read(`${id}`, outs)).resolves.toMatchObject({ id: `${id}`, outs: { name: "net" } });
    });

    emulator.patch({ op: "delete", in: "vpcs", id: id! });
    // A run shares its lists for half a minute, so the next one looks.
    await withHost(emulator, async (host) => {
      await expect(host.read(`${id}`, outs)).resolves.toMatchObject({ id: "" });
    });
  }));
