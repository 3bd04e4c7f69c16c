import { createGate } from "../../../provider/api/transport/gate";
import { createLimiter } from "../../../provider/emulator/server/limit";
import { VirtualClock } from "../../helpers/virtual-clock";

/** Many clients, each a run of a stack in a process of its own, under one limit of the service: none knows the others. */

interface Crowd {
  clients: number;
  callsEach: number;
  perSecond: number;
  /** The time in which the clients start, in milliseconds. */
  startMs: number;
}

/** As many calls at once as the engine makes on two cores. */
const side = 8;
const burst = 5;

/** Lets the clients make their calls; answers the times at which each had all, and how many calls were sent. */
async function makeCalls({ clients, callsEach, perSecond, startMs }: Crowd) {
  const clock = new VirtualClock();
  const limiter = createLimiter(() => clock.now());
  limiter.set({ perSecond, burst });
  const start = clock.now();
  let sent = 0;
  const client = async (): Promise<number> => {
    await clock.sleep(clock.random() * startMs);
    const gate = createGate(clock);
    let left = callsEach;
    const work = async () => {
      for (; left > 0; ) {
        left -= 1;
        await makeCall(gate.ticket());
      }
    };
    const makeCall = async (ticket: number): Promise<void> => {
      for (;;) {
        const sentAt = await gate.enter(ticket, new AbortController().signal);
        await clock.sleep(10 + clock.random() * 20);
        sent += 1;
        const refused = limiter.take();
        const retryAfterMs = refused && Number(refused.headers?.["retry-after"]) * 1000;
        gate.leave({ sentAt, throttled: refused !== undefined, retryAfterMs });
        if (!refused) return;
      }
    };
    await Promise.all(Array.from({ length: side }, work));
    return clock.now() - start;
  };
  const ends = await Promise.all(Array.from({ length: clients }, client));
  return { ends: ends.sort((a, b) => a - b), sent };
}

test.each<Crowd>([
  { clients: 20, callsEach: 24, perSecond: 5, startMs: 0 },
  { clients: 20, callsEach: 24, perSecond: 5, startMs: 3_000 },
  { clients: 20, callsEach: 100, perSecond: 20, startMs: 3_000 },
  { clients: 20, callsEach: 24, perSecond: 2, startMs: 20_000 },
])("$clients clients with $callsEach calls each share $perSecond calls a second, and lose little", async (crowd) => {
  const { ends, sent } = await makeCalls(crowd);
  const needed = crowd.clients * crowd.callsEach;
  const idealMs = ((needed - burst) / crowd.perSecond) * 1000;
  expect(ends).toHaveLength(20);
  expect(ends.at(-1)! / idealMs).toBeLessThan(1.3);
  // Half of the clients end in the last part of the time: nobody is served before all others.
  expect(ends[10]! / idealMs).toBeGreaterThan(0.7);
  // The limit was met; where it lets through fewer than one call in ten seconds for each client, more are refused.
  expect(sent / needed).toBeGreaterThan(1.2);
  expect(sent / needed).toBeLessThan(6);
});
