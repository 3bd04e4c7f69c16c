import type { FaultRule, LoggedRequest } from "../../provider/emulator";
import { someOf } from "./cells";
import type { TestEmulator } from "./emulator";
import type { Cut, HostOptions, Outcome } from "./handlers";
import { momentsOf } from "./moments";

/** A way in which a run is cut off at one of its requests. */
export interface Way {
  how: string;
  /** How the process ends at the request. Without it, the process goes on. */
  ends?: Cut["how"];
  /** What the service plays from the request on. */
  plays?: Omit<FaultRule, "match" | "skip">;
  /** True for a way that does to a look what another way of the same table does. */
  onlyWrites?: boolean;
}

/** The ends of a process. A look changes nothing, so that its answer is lost like a look that was never sent. */
export const kills: readonly Way[] = [
  { how: "killed before", ends: "before" },
  { how: "killed after", ends: "after", onlyWrites: true },
  { how: "engine gone", ends: "gone" },
];

/** The losses of a connection, after which the process goes on. */
export const resets: readonly Way[] = [
  { how: "reset before", plays: { fault: { reset: "before" } } },
  { how: "reset after", plays: { fault: { reset: "after" } }, onlyWrites: true },
];

/** The request at which a run is cut off (the first is 1), and the way. */
export interface CutOff {
  way: Way;
  request: number;
}

interface CutRun {
  run: Outcome;
  requests: readonly LoggedRequest[];
  /** The request at which the run was cut off, where the service has received it. */
  hit: LoggedRequest | undefined;
}

let cases = 0;
afterAll(() => console.log(`cut off: ${cases} cases (operation, state, fault)`));

/** Cuts a run off. A run without a cut-off has to end well. */
export async function cutRun(
  emulator: TestEmulator,
  cutOff: CutOff | undefined,
  run: (options: HostOptions) => Promise<Outcome>,
): Promise<CutRun> {
  emulator.clearRequests();
  const { way, request = 0 } = cutOff ?? {};
  if (way?.plays) emulator.fault({ match: {}, skip: request - 1, ...way.plays });
  const outcome = await run(way?.ends ? { cut: { request, how: way.ends } } : {});
  emulator.clearFaults();
  const requests = emulator.requests();
  if (cutOff === undefined) expect([outcome.errors, outcome.requests]).toEqual([[], requests.length]);
  else expect(outcome.requests).toBeGreaterThanOrEqual(request);
  cases += cutOff === undefined ? 0 : 1;
  return { run: outcome, requests, hit: requests[request - 1] };
}

/**
 * Plays an operation undisturbed, and then cut off in each way at each request that finds another state. `play` prepares
 * the operation, cuts its run off with {@link cutRun}, and tries what comes of it; it returns the requests of that run.
 * In a matrix, one cell of `every` is played by `npm test`, another one for each row (see {@link someOf}).
 */
export async function playCuts(
  ways: readonly Way[],
  play: (cutOff?: CutOff) => Promise<readonly LoggedRequest[]>,
  every = 1,
  row = 0,
): Promise<void> {
  const requests = await play();
  const cells = momentsOf(requests).flatMap((request) =>
    ways
      .filter(({ onlyWrites }) => !onlyWrites || requests[request - 1]?.method !== "GET")
      .map((way) => ({ way, request })),
  );
  for (const { way, request } of someOf(cells, row, every)) {
    await play({ way, request }).catch((error: Error) => {
      throw new Error(`${way.how} request ${request}: ${error.message}`, { cause: error });
    });
  }
}
