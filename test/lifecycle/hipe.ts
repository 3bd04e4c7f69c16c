import { Hipe, type HipeArgs } from "pulumi-broker";
import { row } from "./row";

const path = "/instance/api/actions/hipe";

export const hipe = row<HipeArgs>({
  kind: "Hipe",
  resource: Hipe,
  args: ({ instance }) => ({ instance, enabled: true }),
  outputs: ({ instance }) => ({ instance, enabled: true }),
  // An instance whose switch is off looks as if it had none.
  records: (state) =>
    state.instances.flatMap((each) => (each.hipe.length === 0 ? [] : [{ id: each.id, on: each.hipe }])),
  held: ({ id }) => ({ id: Number(id.split("/")[0]), on: expect.arrayContaining([expect.stringMatching(/-01$/)]) }),
  create: () => `PUT ${path}`,
  refresh: () => ["GET /instance/api/nodes"],
  onInstance: true,
  inPlace: {
    doesNotApply: "switched off, it looks as if it had been deleted: test/handler/hipe/hipe.test.ts changes it",
  },
  replacing: {
    args: ({ other }) => ({ instance: other }),
    props: ["instance"],
    outputs: ({ other }) => ({ instance: other }),
    held: () => ({}),
  },
  outsideEdit: {
    change: ({ other }) => ({ op: "set", in: "instances", id: Number(other), fields: { hipe: [] } }),
    property: "enabled",
    repair: () => [{ method: "PUT", path, body: { enabled: true, enable: true } }],
  },
  outsideDelete: { doesNotApply: "an instance always has the switch" },
  missingId: () => "999999/hipe",
  idIsName: true,
});
