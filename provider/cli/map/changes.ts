// `map/draw.tsx` calls `drawChanges` and `onlyStack`. More kinds may be drawn. Secret inputs must stay out of the map,
// because people share maps. Unknown inputs must stay out, because such an input is only a placeholder.
import { isDeepStrictEqual } from "node:util";
import { cleanLine } from "../../api";
import { nameInUrn } from "../../framework/kind/tokens";
import { hasUnknown } from "../../framework/kind/values";
import { kindOf } from "../adopt/stack";
import type { StepMetadata } from "../drift/events";
import { areaOf, betweenStacks, type Change, type MapNetwork, type Side, withoutNetwork } from "./model";

type Prices = ReadonlyMap<string, number | undefined>;

/** Draws the steps of a preview into the networks, and returns a line for the changes that are not drawn. */
export function drawChanges(networks: MapNetwork[], steps: readonly StepMetadata[], prices: Prices): string[] {
  const undrawn = new Map<string, number>();
  const changed = steps.flatMap((step) => {
    const [type, op] = [kindOf(step.type), opOf(step)];
    return type === undefined || op === undefined ? [] : [{ step, type, op }];
  });
  // A network comes before the brokers that a preview makes in it.
  changed.sort((a, b) => Number(b.type === "Vpc") - Number(a.type === "Vpc"));
  for (const { step, type, op } of changed) {
    const isDrawn =
      (type === "Vpc" && drawNetwork(networks, step, op)) ||
      (type === "Instance" && drawBroker(networks, step, op, prices));
    // The parts of a component have steps of their own.
    if (!isDrawn && type !== "MonitoredInstance") undrawn.set(type, (undrawn.get(type) ?? 0) + 1);
  }
  const counted = [...undrawn].sort().map(([type, count]) => `${count} ${type}`);
  return counted.length === 0 ? [] : [`changes that are not drawn: ${counted.join(", ")}`];
}

/** The change that a step makes; undefined for the further steps of a replacement, which say nothing new. */
function opOf({ op, old, new: next }: StepMetadata): Change["op"] | undefined {
  if (op === "import" || (op === "create" && next?.inputs?.["__adopt"] !== undefined)) return "adopt";
  if (op === "delete" && old?.retainOnDelete) return "keep";
  return (["create", "update", "replace", "delete"] as const).find((each) => each === op);
}

/** The id of the step's object; for a takeover, the id that the object has on the service. */
const idOf = ({ old, new: next }: StepMetadata) =>
  old?.id ?? textOf(next?.inputs?.["__adopt"]) ?? (next?.id || undefined);

/** An input as a text; undefined where nobody knows it yet, or it is a secret. */
const textOf = (value: unknown): string | undefined =>
  ["string", "number"].includes(typeof value) && !hasUnknown(value) ? cleanLine(`${value}`) : undefined;

/** The arguments that differ, without those of the package itself. */
function propertiesOf({ old, new: next }: StepMetadata): string[] {
  const [before, after] = [old?.inputs, next?.inputs];
  if (!before || !after) return [];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !name.startsWith("__"));
  return names.filter((name) => !isDeepStrictEqual(before[name], after[name])).sort();
}

/** What a program declares of a network or a broker. */
function declaredOf({ urn, new: next }: StepMetadata) {
  const { name, region, tags } = next?.inputs ?? {};
  const known = Array.isArray(tags) ? tags.flatMap((tag) => textOf(tag) ?? []) : [];
  return { name: textOf(name) ?? cleanLine(nameInUrn(urn)), region: textOf(region), tags: known };
}

function drawNetwork(networks: MapNetwork[], step: StepMetadata, op: Change["op"]): boolean {
  const change = { op, properties: propertiesOf(step) };
  const found = networks.find(({ id }) => id !== undefined && id === idOf(step));
  if (found !== undefined) found.change = change;
  const made = { ...declaredOf(step), key: step.urn, subnet: textOf(step.new?.inputs?.["subnet"]), change };
  if (op === "create") networks.unshift({ ...made, brokers: [], links: [] });
  return found !== undefined || op === "create";
}

function drawBroker(networks: MapNetwork[], step: StepMetadata, op: Change["op"], prices: Prices): boolean {
  const place = networks.find(({ brokers }) => brokers.some(({ id }) => id !== undefined && id === idOf(step)));
  const found = place?.brokers.find(({ id }) => id === idOf(step));
  const [declared, plan] = [declaredOf(step), textOf(step.new?.inputs?.["plan"])];
  const priced = { plan: plan ?? "plan not known yet", price: plan === undefined ? undefined : prices.get(plan) };
  const change = (network: MapNetwork, after?: Side): Change => ({
    op,
    properties: propertiesOf(step),
    ...(after && { after: { ...after, network: network.key } }),
  });
  if (place !== undefined && found !== undefined) {
    const target = op === "replace" ? placeFor(networks, step) : place;
    const isAsToday = op === "adopt" || op === "keep";
    found.change =
      op === "delete" ? change(place) : change(target, isAsToday ? found : { ...priced, tags: declared.tags });
    return true;
  }
  if (op !== "create") return false;
  const target = placeFor(networks, step);
  const broker = { ...declared, ...priced, silentAlarms: [], unread: [] };
  target.brokers.push({ ...broker, change: change(target, broker) });
  return true;
}

/** The network of a broker that a preview would make. Without an id, the only new network counts. */
function placeFor(networks: MapNetwork[], { new: next }: StepMetadata): MapNetwork {
  const { vpc, vpcSubnet } = next?.inputs ?? {};
  if (vpc === undefined && vpcSubnet === undefined) return areaOf(networks, withoutNetwork);
  const made = networks.filter(({ change }) => change?.op === "create" || change?.op === "replace");
  const known = textOf(vpc);
  if (known !== undefined) return networks.find(({ id }) => id === known) ?? areaOf(networks, "In another network");
  return vpc !== undefined && made.length === 1 && made[0] !== undefined
    ? made[0]
    : areaOf(networks, "In a network that does not exist yet");
}

/** The part of the map that one stack has: its networks and brokers, and the networks in which its brokers are. */
export function onlyStack(networks: readonly MapNetwork[], stack: string): MapNetwork[] {
  const isOwn = ({ stack: stacks, change }: { stack?: string; change?: Change }) =>
    stacks?.split(betweenStacks).includes(stack) || change !== undefined;
  const targets = new Set(networks.flatMap(({ brokers }) => brokers.map(({ change }) => change?.after?.network)));
  return networks
    .map((network) => {
      const brokers = network.brokers.filter(isOwn);
      const isShown = (broker?: string) => broker === undefined || brokers.some(({ id }) => id === broker);
      return { ...network, brokers, links: network.links.filter(({ broker }) => isShown(broker)) };
    })
    .filter((network) => isOwn(network) || network.brokers.length > 0 || targets.has(network.key));
}
