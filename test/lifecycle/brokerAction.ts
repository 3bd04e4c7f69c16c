import { BrokerAction, type BrokerActionArgs } from "pulumi-broker";
import { row } from "./row";

export const brokerAction = row<BrokerActionArgs>({
  kind: "BrokerAction",
  resource: BrokerAction,
  args: ({ instance }) => ({ instance, action: "mgmt-restart", triggers: ["first"] }),
  outputs: ({ instance }) => ({
    instance,
    action: "mgmt-restart",
    triggers: ["first"],
    sentAt: expect.stringMatching(/Z$/),
    message: expect.stringContaining("mgmt-restart"),
  }),
  onlyAtCreate: ["sentAt", "message"],
  neverRead: ["triggers"],
  // Nothing of an action stays on the service.
  records: () => [{}],
  held: () => ({}),
  create: () => "POST /instance/api/actions/mgmt-restart",
  refresh: () => ["GET /instance/api/nodes"],
  onInstance: true,
  inPlace: {
    doesNotApply:
      "triggers are known to the program alone: test/handler/brokerAction/brokerAction.test.ts changes them",
  },
  replacing: {
    args: ({ other }) => ({ instance: other }),
    props: ["instance"],
    outputs: ({ other }) => ({ instance: other }),
    held: () => ({}),
  },
  outsideEdit: { doesNotApply: "nothing of an action stays on the service" },
  outsideDelete: { doesNotApply: "nothing of an action stays on the service" },
  missingId: () => "999999/actions/mgmt-restart/0a1b2c3d4e5f6071",
  staysWhenDeleted: true,
});
