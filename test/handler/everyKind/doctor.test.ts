import { Agent } from "undici";
import { checkService } from "../../../provider/cli/doctor/service";
import { connect, type Settings } from "../../../provider/config";
import type { FaultEffect } from "../../../provider/emulator";
import { startTestEmulator, type TestEmulator } from "../../helpers/emulator";
import { VirtualClock } from "../../helpers/virtual-clock";

/** What the whole command gives to the service at least. */
const limitMs = 4_000;

const silences: [what: string, fault: FaultEffect, match: object][] = [
  ["nobody answers", { blackHole: true }, {}],
  ["every answer is a failure", { status: 503 }, {}],
  ["the rate is limited for longer", { status: 429, headers: { "retry-after": "60" } }, {}],
  ["only the first question is answered", { blackHole: true }, { path: "/api/invoices" }],
];

/** Checks a service after `prepare`, with the keys of instances that it had before. */
async function checked(
  prepare: (emulator: TestEmulator) => unknown,
  keysOf: (emulator: TestEmulator) => Record<string, string>,
) {
  const clock = new VirtualClock();
  const agent = new Agent();
  const dispatcher = clock.dispatcher(agent);
  const emulator = await startTestEmulator({ clock: clock.serverSide() });
  const { apiKey, customerUrl, baseUrl } = emulator;
  const settings = { apiKey, customerUrl, baseUrl, instanceApiKeys: keysOf(emulator) };
  await prepare(emulator);
  emulator.clearRequests();
  const start = clock.now();
  const open = (each: Settings) => connect(each, { clock, dispatcher });
  const checks = await checkService(settings, { now: () => clock.now(), open, limitMs });
  const calls = emulator.calls();
  await agent.destroy();
  await emulator.close();
  return { checks, calls, ms: clock.now() - start };
}

test.each(silences)("it ends within its time where %s", async (_what, fault, match) => {
  const { checks, ms } = await checked(
    (emulator) => emulator.fault({ match, times: 1_000, fault }),
    ({ instances }) => ({ 1001: "wrong", 1002: instances[1]?.apiKey ?? "" }),
  );
  expect(ms).toBeLessThanOrEqual(limitMs + 100);
  expect(checks.map(({ name }) => name)).toContain("Account API");
});

test("a key of an instance that was rotated is a fault, although a run with the account key goes on without it", async () => {
  const { checks, calls } = await checked(
    (emulator) => emulator.call("POST", "/instance/api/account/rotate-apikey"),
    ({ instances }) => ({ 1001: instances[0]?.apiKey ?? "" }),
  );
  expect(checks.find(({ name }) => name === "Key of 1001")).toMatchObject({
    state: "fault",
    text: "the instance API refuses the key of instance 1001: correct it in broker:instanceApiKeys",
  });
  // The one look at an instance is for the role of the account key.
  expect(calls.filter((call) => call.startsWith("GET /customer/api/instances/"))).toHaveLength(1);
});
