/** What a preview would do to something on the map. */
export interface Change {
  op: "create" | "update" | "replace" | "delete";
  /** The arguments that change. */
  properties: string[];
  /** The monthly price afterwards; missing where nobody can tell. */
  price?: number;
}

/** What is on the map: it exists, or a preview would make it. All texts are printable. */
interface Shown {
  /** The id on the service; missing where a preview would make it. */
  id?: string;
  name: string;
  region?: string;
  tags: string[];
  /** The stack of this project that has it. */
  stack?: string;
  change?: Change;
}

export interface MapNetwork extends Shown {
  subnet?: string;
  brokers: MapBroker[];
  links: MapLink[];
}

export interface MapBroker extends Shown {
  plan: string;
  nodes?: number;
  version?: string;
  /** The version to which the broker can be upgraded. */
  upgrade?: string;
  /** The networks that may connect; missing where nobody could read them. */
  access?: string[];
  /** The types of the alarms that reach nobody. */
  silentAlarms: string[];
  /** The price in USD per month; missing where the service names none. */
  price?: number;
  /** What could not be read of the broker, and why. */
  unread: string[];
}

/** A connection of a network to another network, or of a broker to those who may reach it privately. */
export interface MapLink {
  kind: "peering" | "private connection";
  /** The other side. */
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
  /** How many brokers are in the sum, and how many have no known price. */
  brokers: number;
  unpriced: number;
}

/** The name of the area of brokers that are in no network. */
export const withoutNetwork = "Without a network";

/** The account as a picture shows it. The last network holds the brokers without one, and has no id. */
export interface AccountMap {
  networks: MapNetwork[];
  price: Price;
  tags: { tag: string; price: Price }[];
  /** What else a preview would change. */
  notes: string[];
}

export const everybody = (network: string): boolean => network.endsWith("/0");

export function priceOf(brokers: readonly MapBroker[]): Price {
  const sum = (amounts: readonly number[]) => Math.round(amounts.reduce((all, each) => all + each, 0) * 100) / 100;
  const known = brokers.filter(
    ({ price, change }) => (change === undefined ? price : (change.price ?? price)) !== undefined,
  );
  const nowOf = ({ price = 0, change }: MapBroker) => (change?.op === "create" ? 0 : price);
  const afterOf = ({ price = 0, change }: MapBroker) => change?.price ?? price;
  return {
    ...{ now: sum(brokers.map(nowOf)), after: sum(brokers.map(afterOf)) },
    ...{ brokers: brokers.length, unpriced: brokers.length - known.length },
  };
}

/** The price in words: one amount, or the old and the new one. */
export function describePrice({ now, after, unpriced }: Price): string {
  const amount = now === after ? `${now}` : `${now} → ${after}`;
  return `${amount} USD per month${unpriced > 0 ? `, ${unpriced} without a known price` : ""}`;
}

/** The words that stand below the name of a network. */
export const describeNetwork = ({ id, region, subnet, brokers, stack, change }: MapNetwork): string =>
  [
    ...[region, subnet, brokers.length > 0 && describePrice(priceOf(brokers))],
    ...[change && describeChange(change), id !== undefined && stack === undefined && "in no stack"],
  ]
    .filter(Boolean)
    .join(" · ");

/** The words that stand below the name of a broker, a line each. */
export function describeBroker(broker: MapBroker): string[] {
  const { plan, nodes, version = [] } = broker;
  const size = nodes === undefined ? [] : [nodes === 1 ? "1 node" : `${nodes} nodes`];
  return [
    [plan, ...size, version].flat().join(" · "),
    broker.price === undefined && broker.change?.price === undefined
      ? "price unknown"
      : describePrice(priceOf([broker])),
  ];
}

/** What a person has to know of a broker at first sight. */
export function remarksOn({ access, silentAlarms, stack, unread, change, upgrade }: MapBroker): string[] {
  return [
    ...(change === undefined ? [] : [describeChange(change)]),
    ...(upgrade === undefined ? [] : [`${upgrade} on offer`]),
    ...(access?.some(everybody) ? ["open to everybody"] : []),
    ...(silentAlarms.length > 0 ? [`alarms reach nobody: ${silentAlarms.join(", ")}`] : []),
    ...(stack === undefined && change?.op !== "create" ? ["in no stack"] : []),
    ...(unread.length > 0 ? ["not read in full"] : []),
  ];
}

const done = {
  create: "would be made",
  update: "would change",
  replace: "would be replaced",
  delete: "would be deleted",
};

export const describeChange = ({ op, properties }: Change): string =>
  `${done[op]}${properties.length > 0 ? `: ${properties.join(", ")}` : ""}`;

export const describeLink = ({ kind, to, status }: MapLink): string => `${kind} with ${to} (${status})`;
