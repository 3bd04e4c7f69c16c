import type { MaintenanceDateArgs } from "pulumi-broker";
import { row } from "./kind";

const path = "/instance/api/maintenance";
const dayMs = 86_400_000;

/** The time in this number of days, in ISO form to the second. */
const inDays = (days: number) => new Date(Math.floor(Date.now() / 1_000) * 1_000 + days * dayMs).toISOString();
/** A time in the form of the service. */
const wire = (time: string) => `${time.slice(0, 19).replace("T", " ")} +0000`;

const [first, second, third] = [inDays(10), inDays(12), inDays(14)];
const move = (item: number, time: string) => [
  { method: "GET", path },
  { method: "PUT", path: `${path}/${item}`, body: { scheduled_by: wire(time) } },
];

export const maintenanceDate = row<MaintenanceDateArgs>({
  kind: "MaintenanceDate",
  id: "123/maintenance/7",
  operations: ["maintenance.list", "maintenance.reschedule"],
  functions: { "maintenance.list": ["getMaintenance"] },
  notAdopted: "the service has planned it, and it passes by itself",
  look: {
    path,
    isList: true,
    // The clock of the handlers' tests stands at the beginning of 2030.
    inputs: { scheduledBy: "2030-01-20T22:30:00Z" },
    changed: { scheduledBy: "2030-01-21T22:30:00Z" },
    // A maintenance that is not planned any more was carried out: the resource stays.
    readable: ["[]"],
  },
  refused: [
    [{ scheduledBy: "2030-01-20" }, "scheduledBy: must be a time with seconds and a time zone, such as"],
    [{ maintenance: "soon" }, 'maintenance: must be "next", or the id of a planned maintenance, such as 12001'],
    [{ maintenance: "" }, 'maintenance: must be "next", or the id of a planned maintenance, such as 12001'],
  ],
  args: ({ instance }) => ({ instance, maintenance: "12001", scheduledBy: first }),
  outputs: () => ({
    maintenanceId: "12001",
    status: "scheduled",
    requiredBy: expect.stringMatching(/ \+0000$/),
    duration: "10 minutes",
    description: "Operating system upgrade",
  }),
  undeclared: () => ({ scheduledBy: wire(first) }),
  // Nothing makes or removes a maintenance, so only the one that the id names is compared.
  records: (state, { number }) =>
    state.maintenances.filter(({ id }) => id === number).map(({ id, scheduled_by }) => ({ id, scheduled_by })),
  held: ({ number }, { scheduledBy }) => ({ id: number, scheduled_by: Date.parse(`${scheduledBy}`) }),
  create: ({ number }) => `PUT ${path}/${number}`,
  inPlace: { args: () => ({ scheduledBy: second }), requests: ({ number }) => move(number, second) },
  replacing: {
    args: ({ other }) => ({ instance: other, maintenance: "next" }),
    outputs: ({ id }) => ({ maintenanceId: id.split("/").at(-1) }),
  },
  outsideEdit: {
    change: ({ number: id }) => ({ op: "set", in: "maintenances", id, fields: { scheduled_by: Date.parse(third) } }),
    property: "scheduledBy",
    repair: ({ number }) => move(number, first),
  },
  outsideDelete: { doesNotApply: "a maintenance that is not planned any more was carried out: it is done, not gone" },
  missingId: ({ instance }) => `${instance}/maintenance/999999`,
  idIsName: true,
  staysWhenDeleted: true,
});
