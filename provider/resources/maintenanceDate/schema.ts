// `maintenanceDateSchema` checks the arguments of `MaintenanceDate` and marks them. `definition.ts` uses the schema,
// and `maintenanceDate.ts` compares its type with the arguments. Texts may change; `maintenance` must keep its mark
// `replace`, and names must stay.
import { z } from "zod";
import { isNumericId } from "../../api";
import { field, ofText } from "../../framework/kind/marks";
import { childShape } from "../shared/child";
import { isTime, timeOf } from "../shared/times";

export const maintenanceDateSchema = z.object({
  ...childShape,
  maintenance: field(
    z
      .string()
      .refine(
        (text) => text === "next" || isNumericId(text),
        'must be "next", or the id of a planned maintenance, such as 12001',
      ),
    { replace: true },
  ),
  scheduledBy: field(
    z.string().refine(isTime, "must be a time with seconds and a time zone, such as 2030-01-20T22:30:00Z"),
    { normal: ofText((text) => `${timeOf(text) ?? text}`) },
  ),
});

/** The inputs of the date of a maintenance after the check. */
export type MaintenanceDateValues = z.output<typeof maintenanceDateSchema>;
