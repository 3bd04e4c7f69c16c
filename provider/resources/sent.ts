import { type Client, type Poll, waitFor } from "../api";
import type { Context } from "../framework/definition";

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
  /** Must be harmless where the service has done it already. */
  send(): Promise<void>;
  /** How long after it was sent a step may show no effect until it counts as lost. */
  lostMs: number;
}

/** What was sent by an earlier run, or this one, and not seen yet. */
export interface Sent {
  name: string;
  /** When, in milliseconds of the clock. */
  at: number;
  /** As it is kept. */
  text: string;
}

/** A run that comes late still looks for this long before it sends a step again. */
const graceMs = 60_000;

/** The steps that were sent and not seen yet. */
export function sentSteps(ctx: Context<Client>): Sent[] {
  return ctx.sent().map((text) => {
    const [name = "", at = ""] = text.split(" at ");
    return { name, at: Date.parse(at) || 0, text };
  });
}

/**
 * Sends a step and waits until its effect is seen. One that an earlier run sent is only waited for: whether the service
 * still works at it cannot be seen. It is sent again when it counts as lost, as nobody else would do so in any later run.
 */
export async function sendOnce<T>(ctx: Context<Client>, step: Step<T>): Promise<T> {
  const { what, poll } = step;
  const sent = sentSteps(ctx).find(({ name }) => name === step.name);
  if (sent !== undefined) {
    const seen = await untilLost(ctx, { what, sent, lostMs: step.lostMs, poll });
    ctx.dropSent(sent.text);
    if (seen !== undefined) return seen.effect;
  }
  await step.send();
  const text = `${step.name} at ${new Date(ctx.clock.now()).toISOString()}`;
  ctx.holdSent(step.id, text);
  const effect = await waitFor<T>({ ...ctx, what, poll });
  ctx.dropSent(text);
  return effect;
}

/** Waits for what an earlier run sent; undefined when it counts as lost. */
export async function untilLost<T>(
  ctx: Context<Client>,
  { what, sent, lostMs, poll }: Pick<Step<T>, "what" | "lostMs" | "poll"> & { sent: Sent },
): Promise<{ effect: T } | undefined> {
  const now = ctx.clock.now();
  // A clock that was set back must not make the wait longer.
  const lostAt = Math.max(Math.min(sent.at, now) + lostMs, now + graceMs);
  return waitFor<{ effect: T } | undefined>({
    ...ctx,
    what,
    poll: async () => {
      const found = await poll();
      if ("done" in found) return { done: { effect: found.done } };
      return ctx.clock.now() < lostAt ? found : { done: undefined };
    },
  });
}
