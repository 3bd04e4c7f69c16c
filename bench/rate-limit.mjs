import { measureByTests } from "./by-tests.mjs";
import { median, row } from "./rows.mjs";
import { withMeasuredStack } from "./stacks.mjs";

/** The limit under which is measured. */
export const limit = { perSecond: 5, burst: 5 };
/** How often each operation runs, with the limit and without. */
const repeats = 5;

/** B2: what a limit of 5 requests a second, with bursts of 5, costs; on a virtual clock, and on the real engine. */
export async function measure(context) {
  const virtual = await measureByTests(context, ["test/handler/everyKind/measures.test.ts"]);
  const ratios = { create: [], refresh: [], destroy: [] };
  for (let i = 0; i < repeats; i += 1) {
    const free = await playAll(context, false);
    const limited = await playAll(context, true);
    for (const [operation, values] of Object.entries(ratios)) {
      const ideal = idealOf(free[operation]);
      values.push(limited[operation].ms / ideal);
      const sent = `${limited[operation].requests.length} requests for ${free[operation].requests.length}`;
      context.say(`  ${operation}: ${Math.round(limited[operation].ms)} ms, ideal ${Math.round(ideal)} ms; ${sent}`);
    }
  }
  const real = Object.entries(ratios).map(([operation, values]) =>
    row("B2", "time ÷ ideal on the real engine", median(values), operation),
  );
  return [...virtual, ...real];
}

/** The operations on a stack and a service of their own. */
function playAll({ cli }, isLimited) {
  return withMeasuredStack({ cli, program: "broker" }, async ({ emulator, run }) => {
    if (isLimited) emulator.limit(limit);
    const create = await run("up");
    const pause = () => isLimited && emulator.limit(limit);
    pause();
    const refresh = await run("refresh");
    pause();
    return { create, refresh, destroy: await run("destroy") };
  });
}

/**
 * The least time that the limit allows, in milliseconds: what the operation takes without a limit, with its requests
 * spread over the time in which the limit lets that many through.
 */
export function idealOf({ ms, requests }) {
  const span = requests.at(-1).at - requests[0].at;
  const allowed = ((requests.length - limit.burst) / limit.perSecond) * 1000;
  return ms + Math.max(0, allowed - span);
}
