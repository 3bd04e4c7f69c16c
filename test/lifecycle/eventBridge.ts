import { EventBridge, type EventBridgeArgs } from "pulumi-broker";
import { row } from "./row";

const nothingInPlace = "every input replaces: the service has no PUT for an event bridge";

export const eventBridge = row<EventBridgeArgs>({
  kind: "EventBridge",
  resource: EventBridge,
  args: ({ instance }) => ({
    instance,
    vhost: "/",
    queue: "orders",
    cloudRegion: "region-1",
    cloudAccountId: "001234567890",
    withHeaders: true,
  }),
  outputs: ({ instance }) => ({
    instance,
    vhost: "/",
    queue: "orders",
    cloudRegion: "region-1",
    cloudAccountId: "001234567890",
    withHeaders: true,
  }),
  records: (state) => state.eventBridges.map(({ hiddenUntil, ...each }) => each),
  held: ({ number, instance }) => ({
    id: number,
    instance_id: Number(instance),
    account_id: expect.any(String),
    vhost: "/",
    queue: "orders",
    cloud_region: "region-1",
    cloud_account_id: "001234567890",
    with_headers: true,
    status: null,
    exclusive_consumer: false,
    prefetch: 1000,
  }),
  create: () => "POST /instance/api/eventbridges",
  refresh: () => ["GET /instance/api/eventbridges"],
  onInstance: true,
  inPlace: { doesNotApply: nothingInPlace },
  replacing: {
    args: ({ other }) => ({
      instance: other,
      vhost: "other",
      queue: "returns",
      cloudRegion: "region-2",
      cloudAccountId: "000000000012",
      withHeaders: false,
    }),
    props: ["cloudAccountId", "cloudRegion", "instance", "queue", "vhost", "withHeaders"],
    outputs: ({ other }) => ({
      instance: other,
      vhost: "other",
      queue: "returns",
      cloudRegion: "region-2",
      cloudAccountId: "000000000012",
      withHeaders: false,
    }),
    held: ({ other }) => ({
      instance_id: Number(other),
      vhost: "other",
      queue: "returns",
      cloud_region: "region-2",
      cloud_account_id: "000000000012",
      with_headers: false,
    }),
  },
  outsideEdit: { doesNotApply: nothingInPlace },
  outsideDelete: ({ number }) => ({ op: "delete", in: "eventBridges", id: number }),
  missingId: ({ instance }) => `${instance}/eventbridges/999999`,
});
