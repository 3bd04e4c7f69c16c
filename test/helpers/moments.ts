import type { LoggedRequest } from "../../provider/emulator";

/**
 * The requests of a run at which a fault finds a state of its own, by their numbers (the first is 1). The looks in the
 * middle of a wait find the same: of each wait the first, the second and the last look at each path stand for all.
 */
export function momentsOf(requests: readonly LoggedRequest[]): number[] {
  return requests.flatMap((_, index) => (isAmidst(requests, index) ? [] : [index + 1]));
}

/** Tells whether a request is a look with two equal ones before it in the same wait, and one after it. */
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
