import { cleanLine, type InstanceItem } from "../../api";
import { CommandError } from "../command";
import type { Progress } from "../terminal";
import {
  type Choice,
  type Findings,
  findNetworks,
  findOnBroker,
  findTeam,
  type Listing,
  listAccount,
  type Reading,
  takeAll,
} from "./account";
import type { Wish } from "./names";
import { type Heading, makePart, type Program } from "./parts";
import type { Part } from "./thing";

/** Lists the chosen part of the account. Throws when a chosen id or tag names nothing. */
export async function listChosen(reading: Reading, choice: Choice, progress: Progress): Promise<Listing> {
  progress.say("listing the account…");
  const listing = await listAccount(reading, choice);
  if (listing.unknown.length === 0) return listing;
  throw new CommandError(cleanLine(`the account has no ${listing.unknown.join(", no ")}`));
}

/** Reads the account part by part: the networks, the team, then each broker. */
export async function* readParts(
  reading: Reading,
  program: Program,
  choice: Choice,
  progress: Progress,
): AsyncGenerator<Part> {
  const listing = await listChosen(reading, choice, progress);
  const { names } = program;
  const wishOf = ({ id, name }: InstanceItem): Wish => ({
    type: "Instance",
    id,
    wished: name,
    fallback: `broker-${id}`,
  });
  const told = new Set<string>();
  const part = (heading: Omit<Heading, "file">, file: Wish, { taken, leftOut }: Findings) => {
    // All brokers in a network show its peerings.
    const untold = leftOut.filter(({ what }) => !told.has(what));
    for (const { what } of untold) told.add(what);
    return taken.length > 0
      ? makePart(program, { ...heading, file: names.files.take(file) }, { taken, leftOut: untold })
      : { file: "", title: heading.title, things: [], leftOut: untold };
  };
  yield part({ title: "networks" }, sharedFile("networks"), await takeAll(reading, findNetworks(listing)));
  if (listing.isWhole)
    yield part({ title: "team" }, sharedFile("team"), await takeAll(reading, await findTeam(reading)));
  const isNew = ({ id }: InstanceItem) => program.nameOf("Instance", id) === undefined;
  // All names are decided before the first is used, so that they do not depend on the order of the list.
  for (const instance of listing.instances) names.files.announce(wishOf(instance));
  for (const instance of listing.instances.filter(isNew)) names.logical.announce(wishOf(instance));
  const prefixes = new Map(
    listing.instances.map((each) => [each, program.nameOf("Instance", each.id) ?? names.logical.take(wishOf(each))]),
  );
  for (const [index, instance] of listing.instances.entries()) {
    progress.say(`reading broker ${index + 1} of ${listing.instances.length}: ${cleanLine(instance.name)}`);
    const prefix = prefixes.get(instance) ?? "";
    const title = `broker "${cleanLine(instance.name)}" (${instance.id})`;
    yield part(
      { title, prefix },
      wishOf(instance),
      await takeAll(reading, await findOnBroker(reading, instance, listing)),
    );
  }
}

const sharedFile = (wished: string): Wish => ({ type: "", id: "2", wished, fallback: wished });
