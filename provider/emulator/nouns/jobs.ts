import { childNotFound, ok, type Reply } from "../server/reply";
import { type Context, instanceOf, noun, route } from "../server/route";
import type { Instance } from "./instances/record";

/** The milliseconds after its end for which a job can still be asked for. */
const keptMs = 24 * 3_600_000;

/**
 * Begins a job of an instance and answers 202 with its id. The job ends after `lasts` milliseconds, and fails if
 * `error` is given.
 */
export function beginJob(
  { now, random }: Context,
  instance: Instance,
  { lasts, error = null }: { lasts: number; error?: string | null },
): Reply {
  const id = random.key();
  instance.jobs = instance.jobs.filter(({ endsAt }) => endsAt > now - keptMs);
  instance.jobs.push({ id, error, endsAt: now + lasts });
  return { status: 202, body: { job_id: id } };
}

/** Jobs of an instance, which run in the background; its record holds them. */
export const jobNoun = noun({
  name: "jobs",
  api: "instance",
  routes: {},
  observed: {
    get: route("GET /api/jobs/:id", (context) => {
      const job = instanceOf(context).jobs.find(({ id }) => id === context.params["id"]);
      if (!job) throw childNotFound();
      if (context.now < job.endsAt) return { ...ok({ status: "running" }), pending: true };
      return ok(job.error === null ? { status: "completed" } : { status: "failed", error_message: job.error });
    }),
  },
});
