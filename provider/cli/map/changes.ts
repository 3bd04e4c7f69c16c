import { isDeepStrictEqual } from "node:util";
import { cleanLine } from "../../api";
import { hasUnknown } from "../../framework/kind/values";
import type { StepMetadata } from "../drift/events";
import { type Change, type MapBroker, type MapNetwork, withoutNetwork } from "./model";

/** The steps of the engine that are changes on the map. A replacement has other steps besides, which say nothing new. */
const drawn = ["create", "update", "replace", "delete"] as const;

/** Draws what a preview would do into the networks, and returns a line for what else it would change. */
export function drawChanges(
  networks: MapNetwork[],
  steps: readonly StepMetadata[],
  prices: ReadonlyMap<string, number | undefined>,
): string[] {
  const others = new Map<string, number>();
  const changed = steps.flatMap((step) => drawn.flatMap((op) => (op === step.op ? [{ step, op }] : [])));
  // A network comes before the brokers that a preview makes in it.
  for (const type of ["Vpc", "Instance"]) {
    for (const { step, op } of changed.filter((each) => typeOf(each.step) === type)) {
      const shown: (MapNetwork | MapBroker)[] = type === "Vpc" ? networks : networks.flatMap(({ brokers }) => brokers);
      const { name, plan } = inputsOf(step);
      const change: Change = {
        op,
        properties: op === "update" || op === "replace" ? propertiesOf(step) : [],
        ...(type === "Instance" && { price: op === "delete" ? 0 : prices.get(plan) }),
      };
      const known = op === "create" ? undefined : shown.find(({ id }) => id === step.old?.id);
      if (known !== undefined) known.change = change;
      else if (op === "create" && type === "Vpc") networks.unshift(networkOf(step, name, change));
      else if (op === "create") placeFor(networks, step).brokers.push(brokerOf(step, name, plan, change));
    }
  }
  for (const { step } of changed) {
    const type = typeOf(step);
    if (type !== undefined && !["Vpc", "Instance"].includes(type)) others.set(type, (others.get(type) ?? 0) + 1);
  }
  const counted = [...others].sort().map(([type, count]) => `${count} ${type}`);
  return counted.length === 0 ? [] : [`changes that are not drawn: ${counted.join(", ")}`];
}

const typeOf = ({ type }: StepMetadata) => /^(?:pulumi-nodejs:dynamic\/broker|broker:index):(\w+)$/.exec(type)?.[1];

/** The inputs that are drawn. What nobody knows before the update is left out, as if the program left it out. */
function inputsOf({ urn, new: next, old }: StepMetadata) {
  const known = Object.entries((next ?? old)?.inputs ?? {}).filter(([, value]) => !hasUnknown(value));
  const { name = urn.split("::").at(-1), plan = "", tags = [] } = Object.fromEntries(known);
  const texts = Array.isArray(tags) ? tags.map((tag) => cleanLine(`${tag}`)) : [];
  return { name: cleanLine(`${name}`), plan: cleanLine(`${plan}`) || "plan not known yet", tags: texts };
}

/** The arguments that differ, without those of the package itself. */
function propertiesOf({ old, new: next }: StepMetadata): string[] {
  const [before, after] = [old?.inputs ?? {}, next?.inputs ?? {}];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !name.startsWith("__"));
  return names.filter((name) => !isDeepStrictEqual(before[name], after[name])).sort();
}

function networkOf(step: StepMetadata, name: string, change: Change): MapNetwork {
  const { region, subnet } = step.new?.inputs ?? {};
  return {
    name,
    region: cleanLine(`${region ?? ""}`),
    subnet: cleanLine(`${subnet ?? ""}`),
    tags: inputsOf(step).tags,
    brokers: [],
    links: [],
    change,
  };
}

const brokerOf = (step: StepMetadata, name: string, plan: string, change: Change): MapBroker => ({
  ...{ name, plan, tags: inputsOf(step).tags, region: cleanLine(`${step.new?.inputs?.["region"] ?? ""}`) },
  ...{ silentAlarms: [], unread: [], change },
});

/**
 * The network of a broker that a preview would make. A preview does not tell the id of a network that is still to be made:
 * where there is one such network, the broker is drawn there.
 */
function placeFor(networks: MapNetwork[], { new: next }: StepMetadata): MapNetwork {
  const { vpc, vpcSubnet } = next?.inputs ?? {};
  const found = networks.find(({ id }) => id !== undefined && id === vpc);
  const made = networks.filter(({ change }) => change?.op === "create");
  const isUnknown = vpcSubnet !== undefined || vpc !== undefined;
  if (found !== undefined) return found;
  if (vpc !== undefined && made.length === 1 && made[0] !== undefined) return made[0];
  const name = isUnknown ? "In a network that is still to be made" : withoutNetwork;
  const rest = networks.find((network) => network.name === name && network.id === undefined);
  if (rest !== undefined) return rest;
  const area = { name, tags: [], brokers: [], links: [] };
  networks.push(area);
  return area;
}

/** The part of the map that one stack has: its networks and brokers, and the networks in which its brokers are. */
export function onlyStack(networks: readonly MapNetwork[], stack: string): MapNetwork[] {
  const isOwn = (each: { stack?: string; change?: Change }) => each.stack === stack || each.change?.op === "create";
  return networks
    .map((network) => {
      const brokers = network.brokers.filter(isOwn);
      const links = network.links.filter(
        ({ broker }) => broker === undefined || brokers.some(({ id }) => id === broker),
      );
      return { ...network, brokers, links };
    })
    .filter((network) => isOwn(network) || network.brokers.length > 0);
}
