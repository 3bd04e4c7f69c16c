// Nouns ask these functions for the nodes of an instance, refuse a busy instance, and begin changes. `lullMs` is
// assumed and may change. `beginChange` must call `assertIdle`, because a second change would overwrite the first. Node
// names must stay, because tests and `docs/testing.md` name them.
import { backendBusy } from "../../server/reply";
import type { Context } from "../../server/route";
import type { Instance } from "./record";

/**
 * The shortest and the longest time, in milliseconds, between the answer to a request and the beginning of its change.
 * Until the change begins, the nodes look as before.
 */
const lullMs = [2_000, 6_000] as const;

/** The names of an instance's nodes; a shared instance has no nodes of its own. */
export const nodeNamesOf = ({ host, nodes, shared }: Instance): string[] =>
  Array.from({ length: shared ? 0 : nodes }, (_, i) => `${host}-${`${i + 1}`.padStart(2, "0")}`);

/** The zone of each node. */
export const zonesOf = ({ nodes, zones, shared }: Instance): string[] =>
  Array.from({ length: shared ? 0 : nodes }, (_, i) => zones[i] ?? `zone-${(i % 3) + 1}`);

/** The cloud provider on which an instance runs, such as `provider-a`. */
export const providerOf = ({ region }: Instance): string => region.split("::")[0] ?? "";

/** Tells whether the nodes of an instance are configured: the instance is ready and no change has begun. */
export const isConfigured = ({ readyAt, change }: Instance, now: number): boolean =>
  now >= readyAt && !(change && now >= change.startsAt);

/** Tells whether a node of an instance runs. */
export const isRunning = ({ readyAt, outages }: Instance, node: string, now: number): boolean =>
  now >= readyAt && !outages.some((outage) => outage.node === node && outage.from <= now);

/** Answers "busy" while an instance is being made, changed or deleted. */
export function assertUnchanging(instance: Instance, now: number): void {
  if (now < instance.readyAt || instance.change !== null || instance.goneAt !== null) throw backendBusy();
}

/** Answers "busy" while an instance is being made, changed or deleted, and while one of its nodes does not run. */
export function assertIdle(instance: Instance, now: number): void {
  assertUnchanging(instance, now);
  if (!nodeNamesOf(instance).every((node) => isRunning(instance, node, now))) throw backendBusy();
}

/** Begins a change that sets these fields when it ends. No node is configured while the change runs. */
export function beginChange(
  { now, random }: Context,
  instance: Instance,
  change: { answeredIn: number; lasts: number; fields: NonNullable<Instance["change"]>["fields"] },
): void {
  assertIdle(instance, now);
  const startsAt = now + change.answeredIn + random.between(...lullMs);
  instance.change = { startsAt, endsAt: startsAt + change.lasts, fields: change.fields };
}
