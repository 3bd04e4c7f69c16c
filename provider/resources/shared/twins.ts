// `childKind.ts` and `marker.ts` warn of twins, equal objects that existed before; `alarm/steps.ts` and `recipient.ts`
// search with `findInCollection`. A twin must stay a warning: the program may want both objects. Texts may change.
import type { Call, Collection } from "../../api";
import type { Saying } from "../../framework/kind/context";

/** Warns of equal objects that existed before. In an `up --replace`, the replaced object may be one of them. */
export function warnOfTwins(say: Saying, what: string, ids: readonly string[], effect = ""): void {
  if (ids.length === 0) return;
  const so = effect === "" ? "" : `, so ${effect}`;
  const wayOut = `to add ${ids[0]} to this stack, declare one more resource with the option { import: "${ids[0]}" }. Do not do this if another stack manages ${ids[0]}, or if this run replaces ${ids[0]}`;
  say.warn(`${what} exists already${so}: ${ids.join(", ")}; ${wayOut}`);
}

/**
 * Returns what `find` finds. Only a fresh list may say "nothing", because the caller then makes a second object. Another
 * create of this run may be making what is found: after that create, `find` knows to whom the object belongs.
 */
export async function findInCollection<Item extends { id: string }>(
  collection: Pick<Collection<Item, never>, "list" | "waitForMaker">,
  call: Call,
  find: (all: Item[]) => Item | undefined,
): Promise<Item | undefined> {
  const search = async () => find(await collection.list(call, { fresh: true }));
  let found = find(await collection.list(call)) ?? (await search());
  while (found !== undefined && (await collection.waitForMaker(found, call))) found = await search();
  return found;
}
