// `map/account.ts` and `map/changes.ts` fill the map; the files for each format read the map. Words may change. Names
// of fields must stay, because `--format json` prints the names.

/** The facts that decide the price of a broker, today or after a change. */
export interface Side {
  plan: string;
  tags: string[];
  /** The price in USD per month; missing where nobody can tell. */
  price?: number;
}

/** What a preview would do to something on the map. */
export interface Change {
  op: "create" | "update" | "replace" | "delete" | "adopt" | "keep";
  /** The arguments that change. */
  properties: string[];
  /** The broker afterwards, with the key of its network; missing where it is gone then, and for a network. */
  after?: Side & { network: string };
}

/** Something on the map, which exists or which a preview would make. All texts are printable. */
interface Shown {
  /** The id on the service; missing where a preview would make it. */
  id?: string;
  name: string;
  region?: string;
  tags: string[];
  /** The name of the stack of this project that has the object, or several names. */
  stack?: string;
  change?: Change;
}

/** A network, or an area: a group of brokers without a network, or with a network that the map lacks. */
export interface MapNetwork extends Shown {
  /** Tells the network from every other. */
  key: string;
  subnet?: string;
  brokers: MapBroker[];
  links: MapLink[];
}

export interface MapBroker extends Shown, Side {
  nodes?: number;
  version?: string;
  /** The version to which the broker can be upgraded. */
  upgrade?: string;
  /** The networks that may connect; missing where nobody could read them. */
  access?: string[];
  /** The types of the alarms that reach nobody. */
  silentAlarms: string[];
  /** What could not be read of the broker, and why. */
  unread: string[];
}

/** A connection of a network to another network, or of a broker to those who may reach it privately. */
export interface MapLink {
  kind: "peering" | "private connection";
  to: string;
  status: string;
  /** The id of the broker of a private connection. */
  broker?: string;
  stack?: string;
}

/** Prices in USD per month, today and after the changes. */
export interface Price {
  now: number;
  after: number;
  /** How many brokers are in the sums. */
  brokers: number;
  /** How many of these brokers have no known price, today and after the changes. */
  unpriced: number;
  unpricedAfter: number;
}

/** The account as a picture shows it. */
export interface AccountMap {
  networks: (MapNetwork & { price: Price })[];
  price: Price;
  tags: { tag: string; price: Price }[];
  /** Changes that are not drawn, and objects that stacks have and the account lacks. */
  notes: string[];
}

/** What stands between the names of several stacks. */
export const betweenStacks = ", ";

/** The name of the area of brokers that are in no network. */
export const withoutNetwork = "Without a network";

/** The area of a name; a new area if there is none yet. A network of the same name has another key. */
export function areaOf(networks: MapNetwork[], name: string): MapNetwork {
  const found = networks.find(({ key }) => key === name);
  const area = found ?? { key: name, name, tags: [], brokers: [], links: [] };
  if (found === undefined) networks.push(area);
  return area;
}

/** True for an area that stands for no network. */
export const isArea = ({ key, name }: MapNetwork): boolean => key === name;

/** True for a network that holds everybody, or every second address: a rule for each half opens to everybody as well. */
export const everybody = (network: string): boolean => /\/[01]$/.test(network);

type PlacedSide = NonNullable<Change["after"]>;

/** The two sides of a broker: today, and after the changes. A side is undefined if the broker does not exist then. */
function sidesOf(broker: MapBroker, network: string): (PlacedSide | undefined)[] {
  const now = broker.change?.op === "create" ? undefined : { ...broker, network };
  return [now, broker.change === undefined ? now : broker.change.after];
}

export function withPrices(networks: readonly MapNetwork[], notes: string[]): AccountMap {
  const all = networks.flatMap(({ key, brokers }) => brokers.map((broker) => sidesOf(broker, key)));
  const tags = [...new Set(all.flat().flatMap((side) => side?.tags ?? []))].sort();
  const tagged = tags.map((tag) => ({ tag, price: priceOf(all, (side) => side.tags.includes(tag)) }));
  const untagged = priceOf(all, (side) => side.tags.length === 0);
  return {
    networks: networks.map((each) => ({ ...each, price: priceOf(all, ({ network }) => network === each.key) })),
    price: priceOf(all, () => true),
    tags: untagged.brokers > 0 ? [...tagged, { tag: "(none)", price: untagged }] : tagged,
    notes,
  };
}

function priceOf(all: readonly ReturnType<typeof sidesOf>[], isIn: (side: PlacedSide) => boolean): Price {
  const inside = (at: number) => all.flatMap((sides) => sides[at] ?? []).filter(isIn);
  const sum = (at: number) => Math.round(inside(at).reduce((total, { price = 0 }) => total + price, 0) * 100) / 100;
  const unpriced = (at: number) => inside(at).filter(({ price }) => price === undefined).length;
  const brokers = all.filter((sides) => sides.some((side) => side && isIn(side))).length;
  return { now: sum(0), after: sum(1), brokers, unpriced: unpriced(0), unpricedAfter: unpriced(1) };
}

/** The price in words: one amount, or the old and the new one. */
export function describePrice({ now, after, unpriced, unpricedAfter }: Price): string {
  const amount = (sum: number, unknown: number) => (unknown === 0 ? `${sum}` : sum === 0 ? "?" : `${sum} + ?`);
  const amounts = new Set([amount(now, unpriced), amount(after, unpricedAfter)]);
  const most = Math.max(unpriced, unpricedAfter);
  return `${[...amounts].join(" → ")} USD per month${most > 0 ? ` (brokers without a known price: ${most})` : ""}`;
}

export function describeBrokerPrice(broker: MapBroker): string {
  const [before, later] = sidesOf(broker, "").map((side) => (side === undefined ? "0" : `${side.price ?? "?"}`));
  if (before !== later) return `${before} → ${later} USD per month`;
  return before === "?" ? "price unknown" : `${before} USD per month`;
}

/** The words that stand below the name of a network. */
export function describeNetwork(network: AccountMap["networks"][number]): string {
  const { region, subnet, price, stack, change } = network;
  const isOutside = !isArea(network) && stack === undefined && change === undefined;
  const money = price.brokers > 0 ? describePrice(price) : undefined;
  return [region, subnet, money, change && describeChange(change), isOutside && "in no stack"]
    .filter(Boolean)
    .join(" · ");
}

/** The words that stand below the name of a broker, a line each. */
export function describeBroker(broker: MapBroker): string[] {
  const { plan, nodes, version = [] } = broker;
  const size = nodes === undefined ? [] : [nodes === 1 ? "1 node" : `${nodes} nodes`];
  return [[plan, ...size, version].flat().join(" · "), describeBrokerPrice(broker)];
}

/** Short remarks on what a person has to know of a broker at first sight. */
export function remarksOn({ access, silentAlarms, stack, unread, change, upgrade, plan }: MapBroker): string[] {
  const later = change?.after?.plan ?? plan;
  return [
    ...(change === undefined ? [] : [describeChange(change)]),
    ...(later === plan ? [] : [`plan → ${later}`]),
    ...(upgrade === undefined ? [] : [`${upgrade} on offer`]),
    ...(access?.some(everybody) ? ["open to everybody"] : []),
    ...(silentAlarms.length > 0 ? [`alarms reach nobody: ${silentAlarms.join(", ")}`] : []),
    ...(stack === undefined && change === undefined ? ["in no stack"] : []),
    ...(unread.length > 0 ? ["not read in full"] : []),
  ];
}

const words: Record<Change["op"], string> = {
  create: "would be made",
  update: "would change",
  replace: "would be replaced",
  delete: "would be deleted",
  adopt: "would be taken over",
  keep: "would leave the stack, but stay in the account",
};

const describeChange = ({ op, properties }: Change): string =>
  `${words[op]}${properties.length > 0 ? `: ${properties.join(", ")}` : ""}`;

export const describeLink = ({ kind, to, status }: MapLink): string => `${kind} with ${to} (${status})`;

/** How a frame is drawn: by what a preview would do, or else by whether a stack has it. */
export const frameOf = ({ change, stack }: Pick<MapBroker, "change" | "stack">): Change["op"] | "outside" | undefined =>
  change?.op ?? (stack === undefined ? "outside" : undefined);
