import type { State, StateChange } from "../../../provider/emulator";
import { isMarker, withoutMarkers } from "../../../provider/resources/shared/marker";
import type { TestEmulator } from "../../helpers/emulator";
import {
  type AnyRecord,
  alarmRow,
  eventBridgeRow,
  logRow,
  metricsRow,
  type Row,
  recipientRow,
  vpcRow,
  webhookRow,
} from "../everyKind/rows";
import { type Kind, on, type Values, type Variant } from "./kind";

/** Fields that the service changes by itself, or that a rotation changes. */
const volatile = new Set(["hiddenUntil", "readyAt", "goneAt", "change", "jobs", "outages", "apikey", "config"]);

const isThere = (record: AnyRecord) => !("goneAt" in record) || record.goneAt === null;

/** A kind whose objects have ids of their own, from its row. */
function fromRow(name: string, row: Row): Kind {
  const inputs = ({ changed, moved }: Variant, emulator: TestEmulator) => ({
    ...row.inputs(emulator),
    ...(changed && row.change),
    ...(moved && row.replacement(emulator)),
  });
  const isConfigHeld = row.collection !== "instances";
  return {
    name,
    type: row.type,
    ...(row.marked && { marked: true as const }),
    inputs: (variant, { emulator }) => inputs(variant, emulator),
    units: (state, all) =>
      (state[row.collection] as AnyRecord[])
        .filter((record) => isThere(record) && (row.counts?.(record) ?? true))
        .filter((record) => !("instance_id" in record) || all.includes(`${record.instance_id}`))
        .map((record) => {
          const kept = Object.entries(record).filter(
            ([field]) => !volatile.has(field) || (field === "config" && isConfigHeld),
          );
          const content: Values = Object.fromEntries(kept);
          const tags = (content.tags as string[] | undefined) ?? [];
          const marker = tags.find(isMarker);
          if (content.tags !== undefined) content.tags = withoutMarkers(tags);
          const { collection, edit } = row;
          return {
            key: `${name} ${row.idOf(record)}`,
            content,
            ...(marker !== undefined && { marker }),
            edit: { op: "set", in: collection, id: record.id, fields: edit } as StateChange,
            remove: { op: "delete", in: collection, id: record.id },
          };
        }),
    wants: (given, id) => (id === undefined ? [] : [{ key: `${name} ${id}`, content: row.record(given) }]),
    make: (variant, { emulator }) =>
      ({ op: "add", in: row.collection, fields: row.record(inputs(variant, emulator)) }) as StateChange,
  };
}

const instanceRow: Row = {
  type: "instance",
  collection: "instances",
  path: "/customer/api/instances",
  getById: true,
  marked: true,
  inputs: () => ({ name: "shop", plan: "clustered-small-1", region: "provider-a::region-1", tags: ["a", "b"] }),
  change: { name: "store", tags: ["c"], plan: "clustered-medium-1" },
  replacement: () => ({ region: "provider-a::region-2" }),
  edit: { tags: ["edited"] },
  record: ({ name, plan, region, tags }) => ({ name, plan, region, tags }),
  idOf: (record) => `${record.id}`,
};

/** The cpu alarm that each instance has from the beginning. */
export const defaultAlarm: Kind = {
  ...fromRow("defaultAlarm", {
    ...alarmRow,
    inputs: () => ({}),
    record: ({ instance, valueThreshold, timeThreshold }) => ({
      instance_id: Number(instance),
      type: "cpu",
      value_threshold: valueThreshold,
      time_threshold: timeThreshold,
    }),
    counts: (record) => (record as State["alarms"][number]).type === "cpu",
  }),
  single: true,
  stays: true,
  inputs: (variant, account) => ({
    instance: on(variant, account),
    type: "cpu",
    valueThreshold: variant.changed ? 70 : 80,
    timeThreshold: 300,
    adoptDefault: true,
  }),
  mayTake: ({ instance }, { content }) => content.instance_id === Number(instance),
};
delete defaultAlarm.make;

/** The kinds whose objects have ids of their own. */
export const rowKinds: readonly Kind[] = [
  fromRow("webhook", webhookRow),
  fromRow("vpc", vpcRow),
  fromRow("alarm", alarmRow),
  fromRow("instance", instanceRow),
  fromRow("recipient", recipientRow),
  fromRow("eventBridge", eventBridgeRow),
  fromRow("logs", logRow),
  fromRow("metrics", metricsRow),
];
