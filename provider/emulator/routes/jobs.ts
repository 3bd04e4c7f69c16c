import type { RecordOf } from "../records";
import { childNotFound, ok, type Reply } from "../server/reply";
import { type Context, instanceOf, type Route, route } from "../server/route";

/** A job that has ended can be asked for so long. */
const keptMs = 24 * 3_600_000;

/** 202 with a job that ends after so long, in an error where one is given. */
export function jobFor(
  { now, random }: Context,
  instance: RecordOf<"instances">,
  { lasts, error = null }: { lasts: number; error?: string | null },
): Reply {
  const id = random.key();
  instance.jobs = instance.jobs.filter(({ endsAt }) => endsAt > now - keptMs);
  instance.jobs.push({ id, error, endsAt: now + lasts });
  return { status: 202, body: { job_id: id } };
}

/** Operations of the instance API on what was begun in the background. */
export const jobRoutes: Route[] = [
  route({
    operation: "jobs.get",
    method: "GET",
    path: "/api/jobs/:id",
    auth: "instance",
    handle: (context) => {
      const job = instanceOf(context).jobs.find(({ id }) => id === context.params["id"]);
      if (!job) throw childNotFound();
      if (context.now < job.endsAt) return { ...ok({ status: "running" }), pending: true };
      return ok(job.error === null ? { status: "completed" } : { status: "failed", error_message: job.error });
    },
  }),
];
