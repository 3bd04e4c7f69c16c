// `Instance` and `Vpc` take the lists of objects that a cut-off run left; `cli/` calls `leftOversOf`. Texts may change.
// The command for an instance must keep `keep_vpc=true`, because the service may delete the VPC too.
import { type Call, type Client, isApiError, withAdvice } from "../../api";
import type { LeftOver, MarkedKind } from "../../framework/kind/marked";
import { madeFor } from "../../framework/run/leftOver";
import { isMarker, markersOf, type Tagged } from "./marker";

/** A list of the account whose objects may carry a marker. */
interface MarkedList {
  /** The noun for an object in messages. */
  what: string;
  /** The path of an object, with the query that its DELETE needs. */
  path(id: string): string;
  list(client: Client, call: Call): Promise<(Tagged & { plan?: string | undefined })[]>;
  find(client: Client, call: Call, id: string): Promise<unknown>;
}

const markedIn = ({ what, path, list, find }: MarkedList): MarkedKind<Client> => ({
  marksOf: markersOf,
  isAsked: (client) => client.hasAskedAccount,
  async list(client, call, isHeld) {
    const left = (await list(client, call)).filter(({ id, tags }) => tags.some(isMarker) && !isHeld(id));
    const isPriced = left.some(({ plan }) => plan !== undefined);
    // An object is named even if its price cannot be read.
    const plans = isPriced ? await client.plans.list(call).catch(() => []) : [];
    return left.map(({ id, name, plan, tags }) => {
      const price = plans.find((each) => each.name === plan)?.price;
      const facts = [`"${name}"`, plan && `plan ${plan}`, price !== undefined && `${price} USD per month`];
      return {
        id,
        mark: tags.find(isMarker) ?? "",
        what: `${what} ${id} (${facts.filter(Boolean).join(", ")})`,
        command: `curl -X DELETE -u ":$BROKER_API_KEY" '${client.addressOf(path(id))}'`,
      };
    });
  },
  async explainGone(client, call, id, error) {
    const isRefusal = isApiError(error) && ["invalid", "notFound"].includes(error.kind);
    if (!isRefusal || (await find(client, call, id)) !== undefined) return error;
    const advice = `the state of this stack has the ${what} with the id ${id}, but this object no longer exists: run \`pulumi refresh\`, then \`pulumi up\` to make a new object`;
    return withAdvice(error, { invalid: advice, notFound: advice });
  },
});

export const markedInstances = markedIn({
  what: "instance",
  // Without `keep_vpc` the service deletes the VPC too when no other instance is in it.
  path: (id) => `/api/instances/${id}?keep_vpc=true`,
  list: (client, call) => client.instances.listOnce(call),
  find: (client, call, id) => client.instances.find(id, call, { fresh: true }),
});

export const markedVpcs = markedIn({
  what: "VPC",
  path: (id) => `/api/vpcs/${id}`,
  list: (client, call) => client.vpcs.listOnce(call),
  find: (client, call, id) => client.vpcs.get(id, call),
});

/** The objects that interrupted runs left for these resources. A run under way may still be making one of them. */
export async function leftOversOf(
  client: Client,
  call: Call,
  resources: readonly { type: string; id: string; urn: string }[],
): Promise<(LeftOver & { type: string })[]> {
  const kinds = [
    ["Instance", markedInstances],
    ["Vpc", markedVpcs],
  ] as const;
  const found = kinds.map(async ([type, marked]) => {
    const own = resources.filter((each) => each.type === type);
    if (own.length === 0) return [];
    const listed = await marked.list(client, { ...call, busy: "throw" }, (id) => own.some((each) => each.id === id));
    const urns = own.map(({ urn }) => urn);
    return madeFor(urns, marked, listed).map((each) => ({ ...each, type }));
  });
  return (await Promise.all(found)).flat();
}
