// `childKind.ts` and `marker.ts` warn, and `alarm/steps.ts` and `recipient.ts` search. Texts may change; a twin must
// stay a warning, and the second list must be fresh.
import type { Call, Collection } from "../../api";
import type { Saying } from "../../framework/kind/context";

/** Warns of equal objects that existed before. With `up --replace`, one may be the object that is replaced. */
export function warnOfTwins(say: Saying, what: string, ids: readonly string[], effect = ""): void {
  if (ids.length === 0) return;
  const so = effect === "" ? "" : `, so ${effect}`;
  const wayOut = `if this run does not replace it and no other stack has it, manage it by another resource with the option { import: "${ids[0]}" }`;
  say.warn(`${what} exists already${so}: ${ids.join(", ")}; ${wayOut}`);
}

/** What `find` finds, in a fresh list before "nothing": what is made beside the object of the service would stay. */
export const findInCollection = async <Item extends { id: string }>(
  collection: Pick<Collection<Item, never>, "list">,
  call: Call,
  find: (all: Item[]) => Item | undefined,
): Promise<Item | undefined> => find(await collection.list(call)) ?? find(await collection.list(call, { fresh: true }));
