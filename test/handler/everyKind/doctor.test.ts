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
  const { apiKey, customerUrl, baseUrl, instances } = emulator;
  const instanceApiKeys = { 1001: "wrong", 1002: instances[1]?.apiKey ?? "" };
  emulator.fault({ match, times: 1_000, fault });
  const start = clock.now();
  const open = (each: Settings) => connect(each, { clock, dispatcher });
  const settings = { apiKey, customerUrl, baseUrl, instanceApiKeys };
  const checks = await checkService(settings, { now: () => clock.now(), open, limitMs });
  expect(clock.now() - start).toBeLessThanOrEqual(limitMs + 100);
  expect(checks.map(({ name }) => name)).toContain("Account API");
  await agent.destroy();
  await emulator.close();
});
