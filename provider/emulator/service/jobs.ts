import type { RecordOf } from "../records";
import type { Reply } from "../server/reply";
import type { Context } from "../server/route";

/** The milliseconds after its end for which a job can still be asked for. */
const keptMs = 24 * 3_600_000;

/**
 * Begins a job of an instance and answers 202 with its id. The job ends after `lasts` milliseconds, and fails if
 * `error` is given.
 */
export function beginJob(
  { now, random }: Context,
  instance: RecordOf<"instances">,
  { lasts, error = null }: { lasts: number; error?: string | null },
): Reply {
  const id = random.key();
  instance.jobs = instance.jobs.filter(({ endsAt }) => endsAt > now - keptMs);
  instance.jobs.push({ id, error, endsAt: now + lasts });
  return { status: 202, body: { job_id: id } };
}
