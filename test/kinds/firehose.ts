import type { FirehoseArgs } from "pulumi-broker";
import { row } from "./kind";
import { recordOf } from "./things";

const shownNowhere = { doesNotApply: "the service shows the tracing nowhere" };

export const firehose = row<FirehoseArgs>({
  kind: "Firehose",
  id: "123/firehose/~2F",
  operations: ["actions.firehose"],
  notAdopted: "the service does not show which vhosts it traces",
  look: { path: "/instance/api/nodes" },
  refused: [[{ vhost: "" }, "vhost: must not be empty"]],
  args: ({ instance }) => ({ instance, vhost: "/" }),
  records: (state) =>
    state.instances.flatMap((each) => each.firehose.map((vhost) => ({ instance_id: each.id, vhost }))),
  held: (_at, outputs) => recordOf(outputs),
  create: () => "PUT /instance/api/actions/firehose",
  inPlace: { doesNotApply: "everything replaces" },
  replacing: { args: ({ other }) => ({ instance: other, vhost: "other" }) },
  outsideEdit: shownNowhere,
  outsideDelete: shownNowhere,
  idIsName: true,
});
