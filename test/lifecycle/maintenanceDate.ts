import { MaintenanceDate, type MaintenanceDateArgs } from "pulumi-broker";
import { row } from "./row";

const path = "/instance/api/maintenance";
const dayMs = 86_400_000;

/** The time in this number of days, in ISO form to the second. */
const inDays = (days: number) => new Date(Math.floor(Date.now() / 1_000) * 1_000 + days * dayMs).toISOString();
/** A time in the form of the service. */
const wire = (time: string) => `${time.slice(0, 19).replace("T", " ")} +0000`;

const [first, second, third] = [inDays(10), inDays(12), inDays(14)];
const move = (item: number, time: string) => ({
  method: "PUT",
  path: `${path}/${item}`,
  body: { scheduled_by: wire(time) },
});

export const maintenanceDate = row<MaintenanceDateArgs>({
  kind: "MaintenanceDate",
  resource: MaintenanceDate,
  args: ({ instance }) => ({ instance, maintenance: "12001", scheduledBy: first }),
  outputs: ({ instance }) => ({
    instance,
    maintenance: "12001",
    maintenanceId: "12001",
    scheduledBy: first,
    status: "scheduled",
    requiredBy: expect.stringMatching(/ \+0000$/),
    duration: "10 minutes",
    description: "Operating system upgrade",
  }),
  undeclared: { scheduledBy: wire(first) },
  // Nothing makes or removes a maintenance, so only the one that the id names is compared.
  records: (state, { number }) =>
    state.maintenances.filter(({ id }) => id === number).map(({ id, scheduled_by }) => ({ id, scheduled_by })),
  held: ({ number }) => ({ id: number, scheduled_by: Date.parse(first) }),
  create: ({ number }) => `PUT ${path}/${number}`,
  refresh: () => [`GET ${path}`],
  onInstance: true,
  inPlace: {
    args: () => ({ scheduledBy: second }),
    props: ["scheduledBy"],
    requests: ({ number }) => [{ method: "GET", path }, move(number, second)],
    outputs: () => ({ scheduledBy: second }),
    held: () => ({ scheduled_by: Date.parse(second) }),
  },
  replacing: {
    args: ({ other }) => ({ instance: other, maintenance: "next" }),
    props: ["instance", "maintenance"],
    outputs: ({ other, id }) => ({ instance: other, maintenance: "next", maintenanceId: id.split("/").at(-1) }),
    held: () => ({}),
  },
  outsideEdit: {
    change: ({ number }) => ({
      op: "set",
      in: "maintenances",
      id: number,
      fields: { scheduled_by: Date.parse(third) },
    }),
    property: "scheduledBy",
    repair: ({ number }) => [{ method: "GET", path }, move(number, first)],
  },
  outsideDelete: { doesNotApply: "a maintenance that is not planned any more was carried out: it is done, not gone" },
  missingId: ({ instance }) => `${instance}/maintenance/999999`,
  idIsName: true,
  staysWhenDeleted: true,
});
