import { pluginsOf } from "../nouns/plugins/catalogue";
import type { CollectionName, RecordOf } from ".";

/** A record of any kind, with the name of its kind. */
type Default = { [C in CollectionName]: [name: C, fields: Partial<RecordOf<C>>] }[CollectionName];

/** The records that the service makes with a new instance. */
export function defaultsOf(instance: RecordOf<"instances">): Default[] {
  const instance_id = instance.id;
  const ofNodes: Default[] = [
    ["alarms", { instance_id, type: "cpu", value_threshold: 90, time_threshold: 600 }],
    ["alarms", { instance_id, type: "memory", value_threshold: 90, time_threshold: 600 }],
    ["alarms", { instance_id, type: "disk", value_threshold: 5, time_threshold: 600, value_calculation: "fixed" }],
  ];
  return [
    ["recipients", { instance_id, type: "email", value: "team@example.com", name: "Default" }],
    ...(instance.shared ? [] : ofNodes),
    ["alarms", { instance_id, type: "notice" }],
    ["firewalls", { instance_id }],
    ["customDomains", { instance_id }],
    ["maintenanceSettings", { instance_id }],
    ["vpcConnects", { instance_id }],
    ...pluginsOf(instance).map((plugin): Default => ["plugins", plugin]),
  ];
}
