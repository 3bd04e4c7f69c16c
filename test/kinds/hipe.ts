import type { HipeArgs } from "pulumi-broker";
import { row } from "./kind";

const path = "/instance/api/actions/hipe";

export const hipe = row<HipeArgs>({
  kind: "Hipe",
  id: "123/hipe",
  operations: ["actions.hipe"],
  look: { path: "/instance/api/nodes", changed: { enabled: false } },
  refused: [[{ enabled: "yes" }, "enabled: must be a boolean, but the given value is a string"]],
  args: ({ instance }) => ({ instance, enabled: true }),
  // An instance whose switch is off looks as if it had none.
  records: (state) =>
    state.instances.flatMap((each) => (each.hipe.length === 0 ? [] : [{ id: each.id, on: each.hipe }])),
  held: ({ id }) => ({ id: Number(id.split("/")[0]), on: expect.arrayContaining([expect.stringMatching(/-01$/)]) }),
  create: () => `PUT ${path}`,
  inPlace: {
    doesNotApply: "switched off, it looks as if it had been deleted: test/handler/hipe/hipe.test.ts changes it",
  },
  outsideEdit: {
    change: ({ other }) => ({ op: "set", in: "instances", id: Number(other), fields: { hipe: [] } }),
    property: "enabled",
    repair: () => [{ method: "PUT", path, body: { enabled: true, enable: true } }],
  },
  outsideDelete: { doesNotApply: "an instance always has the switch" },
  idIsName: true,
});
