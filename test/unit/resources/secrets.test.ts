import { isUnquotable, marksOf } from "../../../provider/framework/kind/marks";
import { definitions } from "../../../provider/resources";

/**
 * The properties of each kind that are secret or may hold a secret, written down by hand: all other tests take them from the marks of the fields, and
 * would not miss a mark that was forgotten.
 */
const secrets: Record<string, string[]> = {
  alarm: ["instanceApiKey"],
  brokerAction: ["instanceApiKey"],
  brokerConfig: ["instanceApiKey"],
  credentialRotation: ["apiKey", "password", "url"],
  customDomain: ["instanceApiKey"],
  eventBridge: ["instanceApiKey"],
  firehose: ["instanceApiKey"],
  firewallRuleSet: ["instanceApiKey"],
  hipe: ["instanceApiKey"],
  instance: ["apiKey", "password", "url", "urls"],
  integration: ["config", "instanceApiKey"],
  maintenanceDate: ["instanceApiKey"],
  maintenanceSettings: ["instanceApiKey"],
  plugin: ["instanceApiKey"],
  recipient: ["instanceApiKey", "options", "value"],
  teamMember: [],
  vpc: ["apiKey"],
  vpcConnect: ["instanceApiKey"],
  vpcPeering: ["instanceApiKey"],
  webhook: ["instanceApiKey", "webhookUri"],
};

test.each(definitions)("the secrets of $handler are those of this table", ({ handler, schema, secretOutputs = [] }) => {
  const marks = Object.entries(marksOf(schema)).filter(([, mark]) => isUnquotable(mark));
  expect([...marks.map(([name]) => name), ...secretOutputs].sort()).toEqual(secrets[handler]);
});
