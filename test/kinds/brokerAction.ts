import type { BrokerActionArgs } from "pulumi-broker";
import { row } from "./kind";

const nothingStays = { doesNotApply: "nothing of an action stays on the service" };

export const brokerAction = row<BrokerActionArgs>({
  kind: "BrokerAction",
  id: "123/actions/restart/0a1b2c3d4e5f6071",
  operations: [
    "actions.restart",
    "actions.clusterRestart",
    "actions.mgmtRestart",
    "actions.stop",
    "actions.start",
    "actions.reboot",
    "actions.upgradeErlang",
    "actions.upgradeBrokerErlang",
    "actions.newBrokerErlangVersions",
    "maintenance.list",
    "maintenance.run",
  ],
  functions: { "actions.newBrokerErlangVersions": ["getNextVersions"] },
  notAdopted: "it is done once and leaves nothing behind",
  look: { path: "/instance/api/nodes" },
  refused: [[{ action: "explode" }, "action: must be one of the values restart, cluster-restart,"]],
  args: ({ instance }) => ({ instance, action: "mgmt-restart", triggers: ["first"] }),
  outputs: () => ({ sentAt: expect.stringMatching(/Z$/), message: expect.stringContaining("mgmt-restart") }),
  onlyAtCreate: ["sentAt", "message"],
  neverRead: ["triggers"],
  // Nothing of an action stays on the service.
  records: () => [{}],
  held: () => ({}),
  create: () => "POST /instance/api/actions/mgmt-restart",
  inPlace: {
    doesNotApply:
      "triggers are known to the program alone: test/handler/brokerAction/brokerAction.test.ts changes them",
  },
  outsideEdit: nothingStays,
  outsideDelete: nothingStays,
  staysWhenDeleted: true,
});
