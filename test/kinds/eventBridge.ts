import type { EventBridgeArgs } from "pulumi-broker";
import { row } from "./kind";
import { modelOf } from "./modelled";
import { firstInstance, recordOf, type Things } from "./things";

const nothingInPlace = { doesNotApply: "every input replaces: the service has no PUT for an event bridge" };

const things: Things = {
  type: "eventBridge",
  collection: "eventBridges",
  path: "/instance/api/eventbridges",
  getById: true,
  marked: false,
  inputs: (emulator) => ({
    instance: firstInstance(emulator),
    vhost: "/",
    queue: "orders",
    cloudRegion: "region-1",
    cloudAccountId: "012345678901",
    withHeaders: true,
  }),
  replacement: { queue: "invoices" },
  edit: { queue: "edited" },
};

export const eventBridge = row<EventBridgeArgs>({
  kind: "EventBridge",
  id: "123/eventbridges/7",
  operations: ["eventBridges.list", "eventBridges.get", "eventBridges.create", "eventBridges.delete"],
  functions: { "eventBridges.list": ["getEventBridges"], "eventBridges.get": ["getEventBridge"] },
  things,
  modelled: [modelOf("eventBridge", things)],
  args: ({ instance }) => ({
    instance,
    vhost: "/",
    queue: "orders",
    cloudRegion: "region-1",
    cloudAccountId: "001234567890",
    withHeaders: true,
  }),
  records: (state) => state.eventBridges.map(({ hiddenUntil, ...each }) => each),
  held: ({ number }, outputs) => ({
    id: number,
    account_id: expect.any(String),
    status: null,
    exclusive_consumer: false,
    prefetch: 1000,
    ...recordOf(outputs),
  }),
  create: () => "POST /instance/api/eventbridges",
  refresh: () => ["GET /instance/api/eventbridges"],
  inPlace: nothingInPlace,
  replacing: {
    args: ({ other }) => ({
      instance: other,
      vhost: "other",
      queue: "returns",
      cloudRegion: "region-2",
      cloudAccountId: "000000000012",
      withHeaders: false,
    }),
  },
  outsideEdit: nothingInPlace,
  outsideDelete: ({ number }) => ({ op: "delete", in: "eventBridges", id: number }),
  missingId: ({ instance }) => `${instance}/eventbridges/999999`,
});
