import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { field } from "../../framework/marks";

/** The input by which something is sent once, and once again for each change. */
export interface TriggersArgs {
  /**
   * Any values, such as a date or the output of another resource. A change of them does it once more. The same values
   * never do it twice, even when Pulumi was killed in between. Left out: it is done once. Taking them out later does
   * nothing: the values that were declared last still count.
   */
  triggers?: pulumi.Input<unknown[] | Record<string, unknown>>;
}

/** The schema of {@link TriggersArgs}, which each kind spreads into its own. */
export const triggersShape = {
  triggers: field(z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).optional(), { keep: true }),
};

/** The triggers for which an update acts: the earlier ones where the program has taken them out. */
export function triggersInForce<T>(args: { triggers?: T }, state: { triggers?: unknown }): T | undefined {
  return args.triggers ?? (state.triggers as T | undefined);
}
