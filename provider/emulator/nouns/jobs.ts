import { childNotFound, ok } from "../server/reply";
import { instanceOf, type Route, route } from "../server/route";

/** Operations of the instance API on jobs, which run in the background. */
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
