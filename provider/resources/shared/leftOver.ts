import { type Call, type Client, isApiError, withAdvice } from "../../api";
import type { LeftOver, MarkedKind } from "../../framework/kind/marked";
import { isMarker, markersOf } from "./marker";

/** An object of the account's list, as far as a line about it tells. */
interface Listed {
  id: string;
  name: string;
  plan?: string | undefined;
  tags: readonly string[];
}

/** What a line calls a kind of object, and where the service has it. */
interface Words {
  what: string;
  /** The path of one object, with what the request that deletes it must say. */
  path(id: string): string;
}

/** How the objects with a marker are found in a list of the account. */
export function markedIn(
  words: Words,
  list: (client: Client, call: Call) => Promise<Listed[]>,
  find: (client: Client, call: Call, id: string) => Promise<unknown>,
): MarkedKind<Client> {
  return {
    async explainGone(client, call, id, error) {
      const isRefusal = isApiError(error) && ["invalid", "notFound"].includes(error.kind);
      if (!isRefusal || (await find(client, call, id)) !== undefined) return error;
      const advice = `${words.what} ${id} of this stack does not exist any more: run \`pulumi refresh\`, then \`pulumi up\` makes a new one`;
      return withAdvice(error, { invalid: advice, notFound: advice });
    },
    marksOf: markersOf,
    isAsked: (client) => client.hasAskedAccount,
    list: async (client, call, isHeld) => leftIn(client, call, words, await list(client, call), isHeld),
  };
}

/** The objects of a list that carry a marker. What each costs is asked where one is not held by anything. */
async function leftIn(
  client: Client,
  call: Call,
  { what, path }: Words,
  listed: readonly Listed[],
  isHeld: (id: string) => boolean,
): Promise<Omit<LeftOver, "urn">[]> {
  const left = listed.filter(({ id, tags }) => tags.some(isMarker) && !isHeld(id));
  const isPriced = left.some(({ plan }) => plan !== undefined);
  // A price that nobody tells keeps no object from being named.
  const plans = isPriced ? await client.plans.list(call).catch(() => []) : [];
  return left.map(({ id, name, plan, tags }) => {
    const price = plans.find((each) => each.name === plan)?.price;
    const facts = [
      `"${name}"`,
      ...(plan === undefined ? [] : [`plan ${plan}`]),
      ...(price === undefined ? [] : [`${price} USD per month`]),
    ];
    return {
      id,
      mark: tags.find(isMarker) ?? "",
      what: `${what} ${id} (${facts.join(", ")})`,
      command: `curl -X DELETE -u ":$BROKER_API_KEY" '${client.addressOf(path(id))}'`,
    };
  });
}

/** The instances with a marker. */
export const markedInstances = markedIn(
  // Without `keep_vpc` the service deletes the VPC too when no other instance is in it.
  { what: "instance", path: (id) => `/api/instances/${id}?keep_vpc=true` },
  (client, call) => client.instances.listOnce(call),
  (client, call, id) => client.instances.find(id, call, { fresh: true }),
);

/** The VPCs with a marker. */
export const markedVpcs = markedIn(
  { what: "VPC", path: (id) => `/api/vpcs/${id}` },
  (client, call) => client.vpcs.listOnce(call),
  (client, call, id) => client.vpcs.get(id, call),
);

/** What runs that were cut off have left for these resources. A run that is under way may still be making it. */
export async function leftOversOf(
  client: Client,
  call: Call,
  resources: readonly { type: string; id: string; urn: string }[],
): Promise<(LeftOver & { type: string })[]> {
  const kinds = [
    ["Instance", markedInstances],
    ["Vpc", markedVpcs],
  ] as const;
  const found = kinds.map(async ([type, { list, marksOf }]) => {
    const own = resources.filter((each) => each.type === type);
    if (own.length === 0) return [];
    const owners = new Map(own.flatMap(({ urn }) => marksOf(urn).map((mark) => [mark, urn] as const)));
    const listed = await list(client, { ...call, busy: "throw" }, (id) => own.some((each) => each.id === id));
    return listed.flatMap((each) => {
      const urn = owners.get(each.mark);
      return urn === undefined ? [] : [{ ...each, type, urn }];
    });
  });
  return (await Promise.all(found)).flat();
}
