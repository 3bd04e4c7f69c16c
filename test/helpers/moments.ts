import type { LoggedRequest } from "../../provider/emulator";

/**
 * The numbers of the requests of a run at which a fault meets a new state of the service (the first request is 1). All
 * looks in the middle of a wait meet the same state, so only the first, the second and the last look of a wait at each
 * path are returned.
 */
export function momentsOf(requests: readonly LoggedRequest[]): number[] {
  return requests.flatMap((_, index) => (isAmidst(requests, index) ? [] : [index + 1]));
}

/** Tells whether a request is a look that at least two equal looks of the same wait precede, and one follows. */
function isAmidst(requests: readonly LoggedRequest[], index: number): boolean {
  const isPoll = (at: number) => requests[at]?.poll === true;
  let [from, to] = [index, index];
  while (isPoll(from)) from -= 1;
  while (isPoll(to)) to += 1;
  const isSame = ({ path, query }: LoggedRequest) => path === requests[index]?.path && query === requests[index]?.query;
  const before = requests.slice(from + 1, index).filter(isSame);
  const after = requests.slice(index + 1, to).filter(isSame);
  return before.length >= 2 && after.length >= 1;
}
