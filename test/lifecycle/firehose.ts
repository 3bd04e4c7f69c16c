import { Firehose, type FirehoseArgs } from "pulumi-broker";
import { row } from "./row";

export const firehose = row<FirehoseArgs>({
  kind: "Firehose",
  resource: Firehose,
  args: ({ instance }) => ({ instance, vhost: "/" }),
  outputs: ({ instance }) => ({ instance, vhost: "/" }),
  records: (state) =>
    state.instances.flatMap((each) => each.firehose.map((vhost) => ({ instance_id: each.id, vhost }))),
  held: ({ instance }) => ({ instance_id: Number(instance), vhost: "/" }),
  create: () => "PUT /instance/api/actions/firehose",
  refresh: () => ["GET /instance/api/nodes"],
  onInstance: true,
  inPlace: { doesNotApply: "everything replaces" },
  replacing: {
    args: ({ other }) => ({ instance: other, vhost: "other" }),
    props: ["instance", "vhost"],
    outputs: ({ other }) => ({ instance: other, vhost: "other" }),
    held: ({ other }) => ({ instance_id: Number(other), vhost: "other" }),
  },
  outsideEdit: { doesNotApply: "the service shows the tracing nowhere" },
  outsideDelete: { doesNotApply: "the service shows the tracing nowhere" },
  missingId: () => "999999/firehose/~2F",
  idIsName: true,
});
