// `maintenanceDate/` and `brokerAction/` choose a planned maintenance here. New words for a begun one go into
// `hasBegun`. A maintenance of unknown status must count as not begun: the service itself refuses a late request.
import type { InstanceClient, PlannedMaintenance } from "../../api";
import { fromCatalogue } from "./catalogue";
import type { Ctx } from "./ctx";
import { timeOf } from "./times";

/** The name of a maintenance in messages. */
export const describeMaintenance = (instance: string, item: string): string =>
  `maintenance ${item} of instance ${instance}`;

/** The maintenance of this id; for `"next"`, the first that has not begun, if the order of the dates is known. */
export function choose(all: readonly PlannedMaintenance[], maintenance: string): PlannedMaintenance | undefined {
  if (maintenance !== "next") return all.find(({ id }) => id === maintenance);
  const ahead = all.filter((each) => !hasBegun(each));
  if (ahead.length > 1 && withoutDate(ahead).length > 0) return undefined;
  return ahead.sort((a, b) => (startOf(a) ?? 0) - (startOf(b) ?? 0))[0];
}

const startOf = ({ scheduled_by }: PlannedMaintenance) => timeOf(scheduled_by ?? "");
const withoutDate = (all: readonly PlannedMaintenance[]) => all.filter((each) => startOf(each) === undefined);

/** True also after the end. The specification names only the status `scheduled`, so clear words for others count. */
export const hasBegun = ({ status = "" }: PlannedMaintenance) =>
  /running|progress|start|complete|done|cancel/i.test(status);

/** Explains that `choose` finds no maintenance of an instance, and lists all that the instance has. */
export function explainNone(instance: string, maintenance: string, all: readonly PlannedMaintenance[]): string {
  const ahead = all.filter((each) => !hasBegun(each));
  const undated = withoutDate(ahead);
  if (maintenance === "next" && ahead.length > 1 && undated.length > 0)
    return `instance ${instance} has several planned maintenances (${listIds(ahead)}), but the service shows no readable date for ${listIds(undated)}. So it is unknown which maintenance is next. Declare a MaintenanceDate with the id of a maintenance, or run again when the service shows the dates`;
  const there = all.map(({ id, scheduled_by, status }) => `${id} (${status}, ${scheduled_by})`).join(", ");
  if (there === "")
    return `instance ${instance} has no planned maintenance: remove this resource from the program. When the service has planned a maintenance, add the resource again`;
  return maintenance === "next"
    ? `every maintenance of instance ${instance} has already begun: ${there}. Remove this resource from the program. When the service has planned another maintenance, add the resource again`
    : `instance ${instance} has no maintenance with the id ${maintenance}. Choose the id of one of the maintenances of this instance: ${there}`;
}

const listIds = (all: readonly PlannedMaintenance[]) => all.map(({ id }) => id).join(", ");

/** Reads the planned maintenance of an instance at preview; undefined, after a warning, for a passing fault. */
export const plannedAtPreview = (ctx: Ctx, api: InstanceClient, instance: string) =>
  fromCatalogue(ctx, `planned maintenance of instance ${instance}`, (call) => api.maintenance.planned(call));
