// `check.ts`, `parts.ts` and `map/account.ts` list brokers with `listAccount`; `findAll` finds things, and `takeAll`
// reads things. Reasons may change. `byAge` must stay, because a list may change its order. Of all errors, only a
// refusal may leave something out, because any other error, such as a timeout, says nothing about the account.
import type { ApiError, Call, Client, InstanceDetail, InstanceItem } from "../../api";
import { cleanLine, describeError, isApiError } from "../../api";
import { once } from "../../framework/kind/once";
import type { Run } from "../../framework/run/run";
import { definitionOf } from "../../resources/definitions";
import { explainMarker } from "../../resources/shared/marker";
import { partIdOf } from "../../resources/shared/partKind";
import { type SettingValues, sameSetting, seenSettings, wireName } from "../../resources/shared/settings";
import { isAdmin } from "../../resources/teamMember/steps";
import { CommandError } from "../command";
import { firstOf, type Progress } from "../terminal";
import { dedicatedFinders, finders } from "./onBroker";
import type { StackResource } from "./stack";
import { type Candidate, type Found, isCandidate, type Taken, take } from "./take";
import type { LeftOut } from "./thing";

/**
 * The part of an account that is taken over: instances by their ids, every instance that has any of the tags, and VPCs
 * by their ids, with the instances in them. Where nothing is chosen, everything is.
 */
export interface Choice {
  instances: readonly string[];
  tags: readonly string[];
  vpcs: readonly string[];
}

/** The brokers and networks of an account that were chosen. */
type Listing = Awaited<ReturnType<typeof listAccount>>;

/** A resource that a stack has, with the VPC that the service has made for it. */
export type Held = Pick<StackResource, "type" | "id" | "vpc">;

/** How a part of the account is read. */
export interface Reading {
  run: Run<Client>;
  client: Client;
  call: Call;
  /** True for a thing that a resource stands for already. Such a thing is not read. */
  isManaged(type: string, id: string): boolean;
}

/**
 * Lists the chosen brokers and networks, with one request for each list. Throws when a chosen id or tag names nothing.
 * `held` is what the stack has. A network that is neither chosen nor held may be foreign.
 */
export async function listAccount(reading: Reading, choice: Choice, held: readonly Held[] = []) {
  const { client, call } = reading;
  const listed = await Promise.all([client.instances.list(call), client.vpcs.list(call)]);
  const [instances, vpcs] = [byAge(listed[0]), byAge(listed[1])];
  const unknown = [
    ...choice.instances
      .filter((id) => !instances.some((each) => each.id === id))
      .map((id) => `instance ${id} (option --instance)`),
    ...choice.vpcs.filter((id) => !vpcs.some((each) => each.id === id)).map((id) => `VPC ${id} (option --vpc)`),
    ...choice.tags
      .filter((tag) => !instances.some(({ tags }) => tags.includes(tag)))
      .map((tag) => `tag ${tag} (option --tag)`),
  ];
  if (unknown.length > 0)
    throw new CommandError(
      cleanLine(
        `the account has no ${unknown.join(", no ")}: change the value of ${unknown.length > 1 ? "these options" : "this option"}`,
      ),
    );
  const isWhole = choice.instances.length + choice.tags.length + choice.vpcs.length === 0;
  const chosen = instances.filter(
    ({ id, tags, vpc_id: vpc = "" }) =>
      isWhole ||
      choice.instances.includes(id) ||
      choice.vpcs.includes(vpc) ||
      tags.some((tag) => choice.tags.includes(tag)),
  );
  const networks = new Set([...choice.vpcs, ...chosen.flatMap(({ vpc_id: vpc }) => vpc ?? [])]);
  const isChosen = (vpc: string) =>
    isWhole ||
    choice.vpcs.includes(vpc) ||
    held.some(({ type, id, vpc: made }) => made === vpc || (type === "Vpc" && id === vpc));
  const isHeld = (each: InstanceItem) => held.some(({ type, id }) => type === "Instance" && id === each.id);
  const unchosen = instances.filter((each) => !chosen.includes(each) && !isHeld(each));
  /** The networks that seem to belong to somebody else, each with the line that says why. */
  const foreign = new Map<string, LeftOut | undefined>();
  for (const vpc of [...networks].filter((each) => !isChosen(each))) {
    const around = unchosen.filter(({ vpc_id: network }) => network === vpc);
    // A network that another stack has, or that the program reads, gets no line.
    if (reading.isManaged("Vpc", vpc)) foreign.set(vpc, undefined);
    else if (around.length > 0) foreign.set(vpc, explainForeign(vpc, around));
  }
  return {
    instances: chosen,
    vpcs: vpcs.filter(({ id }) => isWhole || networks.has(id)),
    foreign,
    /** True when everything was chosen. */
    isWhole,
    /** The names of the community plugins that are on offer for any of the brokers. */
    communityPlugins: once(() => listCommunityPlugins(reading, chosen)),
  };
}

function explainForeign(vpc: string, around: readonly InstanceItem[]): LeftOut {
  const brokers = firstOf(around.map(({ id, name }) => `${id} (${name})`));
  return {
    what: `VPC ${vpc} with its peerings`,
    why: `the VPC also has other brokers: ${brokers}; --vpc ${vpc} takes over the VPC and these brokers`,
    unread: "unchosen",
  };
}

async function listCommunityPlugins(reading: Reading, instances: readonly InstanceItem[]): Promise<Set<string>> {
  const { client, call } = reading;
  const offers = instances.map(async ({ id, plan }) => {
    const ask = () => client.instance(id).plugins.community(call);
    return (await isSharedPlan(reading, plan)) ? [] : unlessRefused(ask, () => []);
  });
  return new Set((await Promise.all(offers)).flat().map(({ name }) => name));
}

const isSharedPlan = async ({ client, call }: Reading, plan: string): Promise<boolean> =>
  (await client.plans.list(call)).find(({ name }) => name === plan)?.shared === true;

/** The oldest first: the order of a list says nothing, and may change from one look to the next. */
const byAge = <T extends { id: string }>(items: readonly T[]): T[] =>
  [...items].sort((a, b) => Number(a.id) - Number(b.id));

/** Looks at the chosen part of the account: the networks, the team, then each broker. */
export async function* findAll(reading: Reading, listing: Listing, progress: Pick<Progress, "say">) {
  const networks = listing.vpcs.map(({ id, name, tags }): Found => {
    const candidate = { definition: definitionOf("Vpc"), id, label: name, withheld: explainMarker(tags) };
    return listing.foreign.get(id) ?? candidate;
  });
  yield { of: "networks", found: networks };
  if (listing.isWhole) yield { of: "team", found: await findTeam(reading) };
  for (const [index, broker] of listing.instances.entries()) {
    progress.say(`reading broker ${index + 1} of ${listing.instances.length}: ${cleanLine(broker.name)}`);
    yield { of: broker, found: await findOnBroker(reading, broker, listing) };
  }
}

function findTeam({ client, call }: Reading): Promise<Found[]> {
  const find = async () => {
    const members = await client.team.list(call);
    const admins = members.filter(isAdmin);
    const why =
      "this member is the only admin, and pulumi-broker refuses to remove the only admin: a destroy of the stack would fail";
    return members.map((member): Found => {
      const { email } = member;
      if (admins.length === 1 && admins[0] === member) return { what: `team member ${email}`, why };
      return { definition: definitionOf("TeamMember"), id: email.toLowerCase(), label: email };
    });
  };
  // Only an admin may see the team. A key of another role must not end the whole search.
  return unlessRefused(find, (error) => [{ what: "the team", why: describeError(error), unread: "role" }]);
}

export async function findOnBroker(
  reading: Reading,
  { id, name, plan, tags, vpc_id: vpc = "" }: InstanceItem,
  { communityPlugins, foreign }: Listing,
): Promise<Found[]> {
  const { client, call } = reading;
  const detail = await client.instances.find(id, call);
  const what = `instance ${id}`;
  if (detail === undefined) return [{ what, why: deleted }];
  const itself = { definition: definitionOf("Instance"), id, label: name };
  const alone = (why: string, withheld: string | undefined): Found[] => [
    { ...itself, withheld },
    { what: `everything on ${what}, including the settings and the disk`, why, unread: "failed" },
  ];
  if (detail.ready === false) return alone(busy, busy);
  const isShared = await isSharedPlan(reading, plan);
  // Things on a managed broker can be taken over while the broker still has its marker, the tag of unfinished brokers.
  const withheld = reading.isManaged("Instance", id) ? undefined : explainMarker(tags);
  if (!isOpenTo(client, detail)) return alone(noKeys, withheld);
  const place = { instance: id, api: client.instance(id), call, communityPlugins, hasForeignNetwork: foreign.has(vpc) };
  const found = [...finders, ...(isShared ? [] : dedicatedFinders)].map((finder) =>
    unlessRefused<Found[]>(
      () => finder.find(place),
      (error) => {
        const missing = `${finder.what} of ${what}: nothing was read`;
        // A shared plan answers with a refusal for everything that the plan lacks.
        return isShared ? [] : [{ what: missing, why: describeError(error), unread: "failed" }];
      },
    ),
  );
  // Settings that another resource of the stack declares are not declared a second time.
  const hasSettings = !isShared && !reading.isManaged("BrokerConfig", partIdOf({ type: "BrokerConfig" }, id));
  const ask = async () => {
    const config = hasSettings ? await ownSettings(client, id, call) : {};
    return { plan, ...(!isShared && { disk: { extraSize: 0 } }), ...(Object.keys(config).length > 0 && { config }) };
  };
  const around = (await Promise.all(found)).flat().map((each) => (isCandidate(each) ? { ...each, withheld } : each));
  return [{ ...itself, withheld, ask, correct: withoutPlansDisk }, ...around];
}

const deleted = "it was deleted meanwhile";
/** Why nothing on a broker is read yet. */
export const busy = "the service is still making or changing the instance";
export const noKeys =
  "the service shows the keys of instances only to the roles admin, devops and member: use a key with one of these roles";

/** True when there is a key for what stands on an instance. */
export const isOpenTo = (client: Client, { id, apikey }: InstanceDetail): boolean =>
  apikey !== undefined || client.keyOf({ id })?.lookedUp === false;

/** The values of an instance, without a disk that comes with the plan: no program has to declare such a disk. */
const withoutPlansDisk = ({ disk, ...seen }: Record<string, unknown>): Record<string, unknown> =>
  (disk as { extraSize?: number } | undefined)?.extraSize ? { ...seen, disk } : seen;

/** The settings that differ from the service's defaults. A read must ask for each of these settings. */
function ownSettings(client: Client, id: string, call: Call): Promise<SettingValues> {
  const { config } = client.instance(id);
  const read = async () => {
    const [seen, available] = await Promise.all([config.get(call), config.available(call)]);
    const usual = new Map(available.map((setting) => [setting.name, setting.default ?? undefined]));
    const isOwn = ([name, value]: [string, SettingValues[string]]) => {
      const standard = usual.get(wireName(name));
      return standard !== undefined && !sameSetting(wireName(name), value, standard);
    };
    return Object.fromEntries(Object.entries(seenSettings(seen, undefined)).filter(isOwn));
  };
  return unlessRefused(read, () => ({}));
}

/** Reads the candidates that no stack manages yet. */
export async function takeAll(reading: Reading, found: readonly Found[]) {
  const candidates = found.filter(isCandidate).filter(({ definition, id }) => !reading.isManaged(definition.type, id));
  const takeOne = async (candidate: Candidate): Promise<Taken | LeftOut> => {
    const what = `${candidate.definition.type} ${candidate.id}`;
    if (candidate.withheld !== undefined) return { what, why: candidate.withheld };
    const read = async () => (await take(reading.run, candidate)) ?? { what, why: deleted };
    return unlessRefused<Taken | LeftOut>(read, (error) => ({ what, why: describeError(error) }));
  };
  const taken = await Promise.all(candidates.map(takeOne));
  return {
    taken: taken.filter((each) => "seen" in each),
    leftOut: mergeReasons([...found, ...taken].filter((each) => "why" in each)),
  };
}

function mergeReasons(leftOut: readonly LeftOut[]): LeftOut[] {
  const byReason = new Map<string, string[]>();
  for (const { what, why } of leftOut) byReason.set(why, [...(byReason.get(why) ?? []), what]);
  return [...byReason].map(([why, what]) => ({ what: what.join(", "), why }));
}

async function unlessRefused<T>(work: () => Promise<T>, instead: (refusal: ApiError) => T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error)) return instead(error);
    throw error;
  }
}

/** True for an error with which the service refuses something. A failed connection is no refusal. */
export const isRefusal = (error: unknown): error is ApiError =>
  isApiError(error) && ["auth", "forbidden", "notFound", "invalid", "conflict"].includes(error.kind);
