import type { InstanceItem } from "../../api";
import { findAll, listAccount, takeAll } from "./account";
import type { Wish } from "./names";
import { type ImportedPart, makePart, type Program } from "./parts";

/** Reads the chosen part of the account: the networks, the team, then each broker. */
export async function* readParts(program: Program): AsyncGenerator<ImportedPart> {
  const { session, names, known } = program;
  const { choice, progress } = session;
  progress.say("listing the account…");
  const listing = await listAccount(session, choice);
  const { instances } = listing;
  // All names are decided before the first is used, so that they do not depend on the order of the list.
  const [networks = "", team = ""] = names.files(
    ["networks", "team"].map((wished) => ({ type: "", id: "2", wished, fallback: wished })),
  );
  const files = names.files(instances.map(wishOf));
  const present = instances.map(({ id }) => known.find((each) => each.type === "Instance" && each.id === id)?.name);
  const unnamed = instances.filter((_, at) => present[at] === undefined);
  const fresh = names.logical(unnamed.map(wishOf));
  const told = new Set<string>();
  for await (const { part, found } of findAll(session, listing, progress)) {
    const { taken, leftOut: all } = await takeAll(session, found);
    // All brokers in a network show its peerings.
    const leftOut = all.filter(({ what }) => !told.has(what));
    for (const { what } of leftOut) told.add(what);
    const at = typeof part === "string" ? -1 : instances.indexOf(part);
    const file = part === "networks" ? networks : part === "team" ? team : (files[at] ?? "");
    const prefix = typeof part === "string" ? "" : (present[at] ?? fresh[unnamed.indexOf(part)] ?? "");
    yield taken.length === 0
      ? { file: "", things: [], leftOut, entries: [] }
      : makePart(program, file, prefix, { taken, leftOut });
  }
}

const wishOf = ({ id, name }: InstanceItem): Wish => ({
  ...{ type: "Instance", id, wished: name, fallback: `broker-${id}` },
});
