import { z } from "zod";
import { field } from "../../framework/kind/marks";
import { childShape } from "../shared/child";
import { triggersShape } from "../shared/triggers";
import { actionNames } from "./names";

/** The inputs of an action. */
export const brokerActionSchema = z.object({
  ...childShape,
  action: field(z.enum(actionNames), { replace: true }),
  nodes: field(
    z.array(z.string().min(1, "must not be empty")).min(1, "must name a node, or be left out for all").optional(),
    { set: true, local: true },
  ),
  ...triggersShape,
});

/** The inputs of an action after the check. */
export type BrokerActionValues = z.output<typeof brokerActionSchema>;
