import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";

/** The input by which something is sent once, and once again for each change. */
export interface TriggersArgs {
  /**
   * Any values, such as a date or the output of another resource. A change of them, leaving them out included, does it
   * once more. The same values never do it twice, even when Pulumi was killed in between. Left out: it is done once.
   */
  triggers?: pulumi.Input<unknown[] | Record<string, unknown>>;
}

/** The schema of {@link TriggersArgs}, which each kind spreads into its own. */
export const triggersShape = {
  triggers: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).optional(),
};
