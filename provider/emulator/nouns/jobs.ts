// `plugins/plugins.ts` calls `beginJob`; `nouns/index.ts` lists `jobNoun`. `keptMs` may change. `get` must stay in
// `observed`, because the specification has no jobs. `job_id`, `failed` and `error_message` must stay, because a live
// service sends them.
import { childNotFound, ok, type Reply } from "../server/reply";
import { type Context, instanceOf, noun, route } from "../server/route";
import type { Instance } from "./instances/record";

/** The milliseconds for which `GET jobs/:id` still finds a job after the job's end. */
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

/** Jobs of an instance, which run in the background. The record of the instance holds the jobs. */
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
