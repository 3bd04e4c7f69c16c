// `plugin/` and `customDomain/` call `sendOnce`; `instance/steps.ts` calls `sentSteps`. `graceMs` and texts may change;
// `withTime` must read the present forms of a sent step, because states hold them.
import { type Poll, waitFor } from "../../api";
import type { Keeping } from "../../framework/kind/context";
import type { Calling, Ctx } from "./ctx";

/** A change that takes effect late, while nothing on the service shows that the change is under way. */
interface Change<T> {
  /** The Pulumi id of the object that is changed. */
  id: string;
  /** The name of the change. State keeps the name and the time until the effect is seen. */
  name: string;
  /** The effect that the wait is for: `plugin broker_shovel of instance 123 to be enabled`. */
  what: string;
  /** Looks once whether the effect is there. A thrown error ends the wait. */
  poll(): Promise<Poll<T>>;
  /** Sends the change, which must do no harm a second time. Returns the id of the service's job, if there is one. */
  send(): Promise<string | undefined>;
  /** Explains why the service gave a job up; undefined when the job has not failed. */
  explainFailure?(job: string): Promise<string | undefined>;
  /** For how many milliseconds a sent change may show no effect before it counts as lost. */
  lostMs: number;
}

/** A step that this run or an earlier one has sent, and whose effect has not been seen yet. */
interface SentStep {
  name: string;
  /** The time at which the step was sent, in milliseconds of the clock; 0 when state has no time. */
  at: number;
  /** The id of the job that does the step, if the service named one. */
  job?: string;
  /** The step as state keeps it: its name, or `enable at 2030-01-01T00:00:00.000Z as job 7`. */
  text: string;
}

/** The shortest time for which a later run looks for the effect before it sends a step again. */
const graceMs = 60_000;

const withTime = /^(.*) at (\d{4}-\d\d-\d\dT\S*?)(?: as job (.*))?$/s;

/** The steps that were sent and whose effect has not been seen yet. */
export const sentSteps = (kept: Keeping): SentStep[] =>
  kept.sent().map((text) => {
    const [, name = text, at = "", job] = withTime.exec(text) ?? [];
    return { name, at: Date.parse(at) || 0, job, text };
  });

/**
 * Sends a change and waits for its effect. If an earlier run sent the change, waits first: nothing may show that the
 * change is under way; a lost or failed change is sent again. A failed job of this run ends the wait.
 */
export async function sendOnce<T>(ctx: Ctx, step: Change<T>): Promise<T> {
  const sent = sentSteps(ctx.kept).find(({ name }) => name === step.name);
  if (sent !== undefined) {
    const seen = await waitForSentStep(ctx.call, { ...step, sent });
    ctx.kept.dropSent(sent.text);
    if (seen !== undefined) return seen.effect;
  }
  const job = await step.send();
  const time = new Date(ctx.call.clock.now()).toISOString();
  const text = `${step.name} at ${time}${job === undefined ? "" : ` as job ${job}`}`;
  ctx.kept.holdSent(step.id, text);
  const { effect, failed } = await waitForEnd(ctx.call, step, job);
  if (failed !== undefined) {
    ctx.kept.dropSent(text, { refused: true });
    throw new Error(
      `${ctx.call.subject}: waited for ${step.what}, but the service reports a failure. Correct the cause, then run again. The service says: ${failed}`,
    );
  }
  ctx.kept.dropSent(text);
  return effect as T;
}

type Wait<T> = Pick<Change<T>, "what" | "poll" | "explainFailure">;

/** Looks for the effect, then at the job, until either tells the end. A lost step has no effect and no failure. */
const waitForEnd = <T>(
  call: Calling,
  { what, poll, explainFailure }: Wait<T>,
  job: string | undefined,
  lostAt = Number.POSITIVE_INFINITY,
) =>
  waitFor<{ effect?: T; failed?: string }>(call, what, async () => {
    const found = await poll();
    if ("done" in found) return { done: { effect: found.done } };
    const failed = job === undefined ? undefined : await explainFailure?.(job);
    if (failed !== undefined) return { done: { failed } };
    return call.clock.now() < lostAt ? found : { done: {} };
  });

/** Waits for the effect of a step that an earlier run sent; undefined when the step is lost or has failed. */
export async function waitForSentStep<T>(
  call: Calling,
  { sent, lostMs, ...wait }: Wait<T> & { sent: SentStep; lostMs: number },
): Promise<{ effect: T } | undefined> {
  const now = call.clock.now();
  // A clock that was set back must not make the wait longer.
  const lostAt = Math.max(Math.min(sent.at, now) + lostMs, now + graceMs);
  const end = await waitForEnd(call, wait, sent.job, lostAt);
  return "effect" in end ? { effect: end.effect as T } : undefined;
}
