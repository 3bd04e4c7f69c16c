import { type Client, type InstanceDetail, isApiError, isNotFound, type Node, type Poll, waitFor } from "../api";
import type { Context } from "../framework/definition";
import { compareVersions, lowest } from "./versions";

type Ctx = Context<Client>;

/** An instance with its nodes; a shared one has none of its own. */
export interface Whole {
  seen: InstanceDetail;
  nodes: Node[];
}

/** A step whose effect takes time: what was asked for. Kept in state as text while its effect is not seen. */
export type Sent = { plan: string; nodes?: number } | { disk: number } | { version: string };

/** How long an instance just made may be unknown to the service's reads. */
const unseenMs = 30_000;

/**
 * How long nothing may be seen of a step that an earlier run sent until it counts as not done: well over the seconds in
 * which the nodes still look as before.
 */
const lostMs = 60_000;

/** Waits until a new instance can be used. */
export async function untilReady(ctx: Ctx, id: string): Promise<InstanceDetail> {
  const start = ctx.clock.now();
  return waitFor<InstanceDetail>({
    ...ctx,
    what: `instance ${id}`,
    poll: async () => {
      const seen = await ctx.client.instances.get(id, ctx, { fresh: true }).catch((error: unknown) => {
        if (isNotFound(error) && ctx.clock.now() - start < unseenMs) return undefined;
        throw error;
      });
      if (seen === undefined) return { waiting: "not shown yet" };
      return seen.ready === false ? { waiting: "being created" } : { done: seen };
    },
  });
}

/** Waits until the effect of a step is seen and every node is configured: "configured" alone is true before it begins. */
async function untilSeen(ctx: Ctx, id: string, step: Sent): Promise<Whole> {
  return waitFor<Whole>({ ...ctx, what: described(id, step), poll: async () => judged(await look(ctx, id), step) });
}

/**
 * Waits for what an earlier run sent and did not see the end of, whatever is declared now. A step of which nothing is
 * seen for a minute, on an instance that is doing nothing, did not happen: then what is declared is sent as if new.
 */
export async function untilSentEnded(ctx: Ctx, id: string): Promise<void> {
  for (const text of ctx.sent()) {
    const step = JSON.parse(text) as Sent;
    let idleSince: number | undefined;
    await waitFor<undefined>({
      ...ctx,
      what: described(id, step),
      poll: async () => {
        const whole = await look(ctx, id);
        const found = judged(whole, step);
        if ("done" in found) return { done: undefined };
        idleSince = changing(whole) === undefined ? (idleSince ?? ctx.clock.now()) : undefined;
        const lost = idleSince !== undefined && ctx.clock.now() - idleSince >= lostMs;
        return lost ? { done: undefined } : found;
      },
    });
    ctx.dropSent(text);
  }
}

/**
 * Brings an instance to where a step leads. It looks before it sends, and again where the service is busy: a run that was
 * killed has told nobody what it sent. What was sent is kept, so that a run that is cut off is gone on with.
 */
export async function reach(
  ctx: Ctx,
  id: string,
  step: Sent,
  send: (call: Ctx & { busy: "throw" }, before: Whole) => Promise<void>,
): Promise<Whole> {
  const already = await waitFor<Whole | undefined>({
    ...ctx,
    what: described(id, step),
    poll: async () => {
      const whole = await look(ctx, id);
      const found = judged(whole, step);
      if ("done" in found || changing(whole) !== undefined) return found;
      return send({ ...ctx, busy: "throw" }, whole).then(() => ({ done: undefined }), busyWith);
    },
  });
  if (already !== undefined) return already;
  const text = JSON.stringify(step);
  ctx.holdSent(id, text);
  const whole = await untilSeen(ctx, id, step);
  ctx.dropSent(text);
  return whole;
}

function busyWith(error: unknown): { waiting: string } {
  if (isApiError(error) && error.kind === "busy") return { waiting: error.serviceMessage ?? "the service is busy" };
  throw error;
}

/** Whether an instance is as a step asked for. */
function hasEffect({ seen, nodes }: Whole, step: Sent): boolean {
  if ("plan" in step) return seen.plan === step.plan && (step.nodes === undefined || seen.nodes === step.nodes);
  if ("disk" in step) return nodes.every((node) => (node.additional_disk_size ?? 0) === step.disk);
  const version = versionOf(nodes);
  return version !== undefined && compareVersions(version, step.version) >= 0;
}

/** Looks at an instance and its nodes. */
export async function look(ctx: Ctx, id: string): Promise<Whole> {
  const seen = await ctx.client.instances.get(id, ctx, { fresh: true });
  // A shared instance shows no node count and has no nodes of its own.
  return { seen, nodes: seen.nodes === undefined ? [] : await ctx.client.instance(id).nodes(ctx) };
}

/** What is under way, or undefined. */
export function changing({ seen, nodes }: Whole): string | undefined {
  if (seen.ready === false) return "being reconfigured";
  const left = nodes.filter((node) => !node.configured).length;
  return left > 0 ? `${left} of ${nodes.length} nodes being configured` : undefined;
}

/** A cluster is on the lowest version of its nodes. */
export function versionOf(nodes: readonly Node[]): string | undefined {
  return lowest(nodes.flatMap((node) => node.broker_version ?? []));
}

function judged(whole: Whole, step: Sent): Poll<Whole> {
  const busy = changing(whole);
  if (busy !== undefined) return { waiting: busy };
  return hasEffect(whole, step) ? { done: whole } : { waiting: "not begun yet" };
}

function described(id: string, step: Sent): string {
  if ("disk" in step) return `the disk of instance ${id} to be changed`;
  if ("version" in step) return `instance ${id} to be on version ${step.version}`;
  return `instance ${id} to be on ${step.plan}${step.nodes === undefined ? "" : ` with ${step.nodes} nodes`}`;
}
