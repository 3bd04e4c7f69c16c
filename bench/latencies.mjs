import { median, row } from "./rows.mjs";
import { everything, withMeasuredStack } from "./stacks.mjs";

/** The milliseconds by which the service answers each request later. */
const latencyMs = 200;

/** How often each operation runs, at once and with the latency. */
const repeats = 3;

/** One plugin in place of five: the service switches the plugins of an instance one after the other, two trips each. */
const [firstPlugin] = everything.filter(({ type }) => type === "plugin");
const parts = everything.filter((part) => part.type !== "plugin" || part === firstPlugin);

/**
 * B11: how many round trips to the service an operation waits for, one after the other. The engine runs eight operations
 * at once.
 */
export async function measure(context) {
  const found = { create: [], refresh: [], destroy: [] };
  for (let i = 0; i < repeats; i += 1) {
    const near = await playAll(context, 0);
    const far = await playAll(context, latencyMs);
    for (const [operation, values] of Object.entries(found)) {
      values.push((far[operation].ms - near[operation].ms) / latencyMs);
      context.say(`  ${operation}: ${Math.round(far[operation].ms)} ms beside ${Math.round(near[operation].ms)} ms`);
    }
  }
  return Object.entries(found).map(([operation, values]) =>
    row("B11", `round trips that a ${operation} waits for`, median(values)),
  );
}

/** The operations on a stack and a service of their own. */
function playAll({ cli }, delayMs) {
  return withMeasuredStack({ cli, program: "broker", parts }, async ({ emulator, run }) => {
    if (delayMs > 0) emulator.fault({ match: {}, times: "always", fault: { delayMs, real: true } });
    const eightAtOnce = ["--parallel", "8"];
    const create = await run("up", ...eightAtOnce);
    const refresh = await run("refresh", ...eightAtOnce);
    return { create, refresh, destroy: await run("destroy", ...eightAtOnce) };
  });
}
