import { Agent } from "undici";
import { checkService } from "../../../provider/cli/doctor/service";
import { connect, type Settings } from "../../../provider/config";
import type { FaultEffect } from "../../../provider/emulator";
import { startTestEmulator } from "../../helpers/emulator";
import { VirtualClock } from "../../helpers/virtual-clock";

/** What the whole command gives to the service at least. */
const limitMs = 4_000;

const silences: [what: string, fault: FaultEffect, match: object][] = [
  ["nobody answers", { blackHole: true }, {}],
  ["every answer is a failure", { status: 503 }, {}],
  ["the rate is limited for longer", { status: 429, headers: { "retry-after": "60" } }, {}],
  ["only the first question is answered", { blackHole: true }, { path: "/api/invoices" }],
];

test.each(silences)("it ends within its time where %s", async (_what, fault, match) => {
  const clock = new VirtualClock();
  const agent = new Agent();
  const dispatcher = clock.dispatcher(agent);
  const emulator = await startTestEmulator({ clock: clock.serverSide() });
  emulator.fault({ match, times: 1_000, fault });
  const { apiKey, customerUrl, baseUrl } = emulator;
  const instanceApiKeys = { 1001: "wrong", 1002: emulator.instances[1]?.apiKey ?? "" };
  const start = clock.now();
  const open = (settings: Settings) => connect(settings, { clock, dispatcher });
  const checks = await checkService(
    { apiKey, customerUrl, baseUrl, instanceApiKeys },
    { now: () => clock.now(), open, limitMs },
  );
  expect(clock.now() - start).toBeLessThanOrEqual(limitMs + 100);
  expect(checks.map(({ name }) => name)).toContain("Account API");
  await agent.destroy();
  await emulator.close();
});

test("a key of an instance that was rotated is a fault, although a run with the account key goes on without it", async () => {
  const clock = new VirtualClock();
  const agent = new Agent();
  const dispatcher = clock.dispatcher(agent);
  const emulator = await startTestEmulator({ clock: clock.serverSide() });
  const { apiKey, customerUrl, baseUrl } = emulator;
  const instanceApiKeys = { 1001: emulator.instances[0]?.apiKey ?? "" };
  await emulator.call("POST", "/instance/api/account/rotate-apikey");
  emulator.clearRequests();
  const open = (settings: Settings) => connect(settings, { clock, dispatcher });
  const checks = await checkService(
    { apiKey, customerUrl, baseUrl, instanceApiKeys },
    { now: () => clock.now(), open, limitMs },
  );
  expect(checks.find(({ name }) => name === "Key of 1001")).toMatchObject({
    state: "fault",
    text: "the instance API refuses the key of instance 1001: correct it in broker:instanceApiKeys",
  });
  // The one look at an instance is for the role of the account key.
  expect(emulator.calls().filter((call) => call.startsWith("GET /customer/api/instances/"))).toHaveLength(1);
  await agent.destroy();
  await emulator.close();
});
