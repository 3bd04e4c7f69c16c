import type { Random } from "../../../provider/emulator/server/random";
import type { TestEmulator } from "../../../test/helpers/emulator";
import { waitUntil } from "../../../test/helpers/processes";
import type { RunningOperation } from "../../../test/helpers/stack";

/** The ways in which a run is cut off, and the moments at which that happens. */

/** A way to cut a run off. */
export interface Cut {
  name: string;
  cut(running: RunningOperation, hasEnded: () => boolean): Promise<void> | void;
}

const killed = (pid: number) => {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has ended by itself.
  }
};

/** The ways, from the hardest to the softest. */
export const cuts: readonly Cut[] = [
  {
    // The CLI gives each host a process group of its own, so that all are named.
    name: "kill -9 of CLI and hosts",
    cut: (running) => {
      for (const pid of [...running.hosts(), running.pid]) killed(pid);
    },
  },
  { name: "kill -9 of the CLI", cut: ({ pid }) => killed(pid) },
  { name: "SIGTERM", cut: (running) => void running.kill("SIGTERM") },
  {
    name: "^C twice",
    cut: async (running, hasEnded) => {
      running.kill("SIGINT");
      const isHeard = () => running.events().some(({ stdoutEvent }) => stdoutEvent?.message.includes("^C received"));
      await waitUntil(() => hasEnded() || isHeard(), "the first interrupt to be heard");
      running.kill("SIGINT");
    },
  },
];

/** What a run took that nobody cut off. */
export interface Course {
  ms: number;
  requests: number;
}

/** When a run is cut off: some time after its start, or after a request of it. */
export interface Moment {
  request: number;
  thenMs: number;
}

/** A moment at random. Most lie at a request, because most of a run's time goes into the starts of its processes. */
export function anyMoment(random: Random, { ms, requests }: Course): Moment {
  if (requests === 0 || random.next() < 0.25) return { request: 0, thenMs: Math.round(random.next() * ms) };
  return { request: random.between(1, requests), thenMs: random.between(0, 200) };
}

/** Says a moment in words. */
export const describeMoment = ({ request, thenMs }: Moment): string =>
  request === 0 ? `${thenMs} ms after the start` : `${thenMs} ms after request ${request}`;

/** Waits for the moment, and cuts the run off; false where the run had ended before. */
export async function cutAt(
  { request, thenMs }: Moment,
  { cut }: Cut,
  running: RunningOperation,
  emulator: TestEmulator,
): Promise<boolean> {
  let ended = false;
  const hasEnded = () => ended;
  void running.done.then(() => {
    ended = true;
  });
  await waitUntil(() => ended || emulator.requests().length >= request, `request ${request}`);
  const end = performance.now() + thenMs;
  await waitUntil(() => ended || performance.now() >= end, "the moment");
  if (ended) return false;
  await cut(running, hasEnded);
  return true;
}
