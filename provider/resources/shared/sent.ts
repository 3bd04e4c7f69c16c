import { type Client, type Poll, waitFor } from "../../api";
import type { Context } from "../../framework/definition";

/** A change whose effect takes time, and whose being under way nothing on the service shows. */
export interface Step<T> {
  /** The Pulumi id of what is changed. */
  id: string;
  /** Kept in state, with the time, while the effect is not seen. */
  name: string;
  /** What is waited for: `plugin broker_shovel of instance 123 to be enabled`. */
  what: string;
  /** Looks once. What it throws ends the wait. */
  poll(): Promise<Poll<T>>;
  /** Must be harmless where the service has done it already. Returns the job that does it, where the service names one. */
  send(): Promise<string | undefined>;
  /** Why the service gave a job up; undefined where it did not. */
  whyFailed?(job: string): Promise<string | undefined>;
  /** How long after it was sent a step may show no effect until it counts as lost. */
  lostMs: number;
}

/** What was sent by an earlier run, or this one, and not seen yet. */
export interface Sent {
  name: string;
  /** When, in milliseconds of the clock. */
  at: number;
  /** The job that does it, where the service named one. */
  job?: string;
  /** As it is kept: `enable at 2030-01-01T00:00:00.000Z as job 7`. */
  text: string;
}

/** A run that comes late still looks for this long before it sends a step again. */
const graceMs = 60_000;

/** The steps that were sent and not seen yet. */
export function sentSteps(ctx: Context<Client>): Sent[] {
  return ctx.sent().map((text) => {
    const [name = "", rest = ""] = text.split(" at ");
    const [at = "", job] = rest.split(" as job ");
    return { name, at: Date.parse(at) || 0, job, text };
  });
}

/**
 * Sends a step and waits until its effect is seen. One that an earlier run sent is only waited for: without a job, nothing
 * shows whether the service still works at it. It is sent again when it counts as lost or its job has failed, as nobody
 * else would do so in any later run. A job of this run that fails ends the wait with the service's reason.
 */
export async function sendOnce<T>(ctx: Context<Client>, step: Step<T>): Promise<T> {
  const { what, poll } = step;
  const sent = sentSteps(ctx).find(({ name }) => name === step.name);
  if (sent !== undefined) {
    const seen = await untilLost(ctx, { ...step, sent });
    ctx.dropSent(sent.text);
    if (seen !== undefined) return seen.effect;
  }
  const job = await step.send();
  const at = new Date(ctx.clock.now()).toISOString();
  const text = `${step.name} at ${at}${job === undefined ? "" : ` as job ${job}`}`;
  ctx.holdSent(step.id, text);
  const { effect, failed } = await waitFor<Ended<T>>({ ...ctx, what, poll: () => pollWithJob(poll, step, job) });
  if (failed !== undefined) {
    ctx.dropSent(text, { refused: true });
    throw new Error(`${ctx.subject}: waited for ${what}, and the service gave up: ${failed}`);
  }
  ctx.dropSent(text);
  return effect as T;
}

/** How a wait ended: with the effect, or with the reason for which the service gave the job up. */
type Ended<T> = { effect: T; failed?: undefined } | { effect?: undefined; failed: string };

/** Looks for the effect first: what was asked for is there, whatever is said of the job. */
async function pollWithJob<T>(
  poll: () => Promise<Poll<T>>,
  { whyFailed }: Pick<Step<T>, "whyFailed">,
  job: string | undefined,
): Promise<Poll<Ended<T>>> {
  const found = await poll();
  if ("done" in found) return { done: { effect: found.done } };
  const failed = job === undefined ? undefined : await whyFailed?.(job);
  return failed === undefined ? found : { done: { failed } };
}

/** Waits for what an earlier run sent; undefined when it counts as lost, or its job has failed. */
export async function untilLost<T>(
  ctx: Context<Client>,
  { what, sent, lostMs, poll, whyFailed }: Omit<Step<T>, "id" | "name" | "send"> & { sent: Sent },
): Promise<{ effect: T } | undefined> {
  const now = ctx.clock.now();
  // A clock that was set back must not make the wait longer.
  const lostAt = Math.max(Math.min(sent.at, now) + lostMs, now + graceMs);
  return waitFor<{ effect: T } | undefined>({
    ...ctx,
    what,
    poll: async () => {
      const found = await pollWithJob(poll, { whyFailed }, sent.job);
      if ("done" in found) return { done: found.done.failed === undefined ? { effect: found.done.effect } : undefined };
      return ctx.clock.now() < lostAt ? found : { done: undefined };
    },
  });
}
