import { type Client, type Poll, waitFor } from "../api";
import type { Context } from "../framework/definition";

/** A change whose effect takes time, and whose being under way nothing on the service shows. */
export interface Step<T> {
  /** The Pulumi id of what is changed. */
  id: string;
  /** Kept in state while the effect is not seen. */
  name: string;
  /** What is waited for: `plugin broker_shovel of instance 123 to be enabled`. */
  what: string;
  /** Looks once. What it throws ends the wait. */
  poll(): Promise<Poll<T>>;
  /** Must be harmless where the service has done it already. */
  send(): Promise<void>;
  /** How long an earlier run's step may show no effect until it counts as lost, and is sent again. */
  lostMs: number;
}

/**
 * Sends a step and waits until its effect is seen. One that an earlier run sent is only waited for, with half of the time
 * at most: whether the service still works at it cannot be seen, and a request that it has lost must not be waited for
 * in every run to come.
 */
export async function sendOnce<T>(ctx: Context<Client>, step: Step<T>): Promise<T> {
  const { id, name, what, poll } = step;
  const wait = { ...ctx, what };
  if (ctx.sent().includes(name)) {
    const now = ctx.clock.now();
    const lostAt = now + Math.min(step.lostMs, (ctx.deadline - now) / 2);
    const seen = await waitFor<{ effect: T } | undefined>({
      ...wait,
      poll: async () => {
        const found = await poll();
        if ("done" in found) return { done: { effect: found.done } };
        return ctx.clock.now() < lostAt ? found : { done: undefined };
      },
    });
    ctx.dropSent(name);
    if (seen !== undefined) return seen.effect;
  }
  await step.send();
  ctx.holdSent(id, name);
  const effect = await waitFor<T>({ ...wait, poll });
  ctx.dropSent(name);
  return effect;
}
