import type { EventBridgeArgs } from "pulumi-broker";
import type { StateChange } from "../../provider/emulator";
import { unknownString } from "../../provider/framework/kind/values";
import { seededInstance } from "../helpers/operation-row";
import { type Asked, row } from "./kind";
import { firstInstance, modelOf, recordOf, type Things } from "./things";

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

const held = {
  vhost: "/",
  queue: "orders",
  cloud_region: "region-1",
  cloud_account_id: "000012345678",
  with_headers: true,
};
const holding: StateChange[] = [
  { op: "add", in: "eventBridges", fields: { instance_id: seededInstance, id: 8900, ...held } },
];
const unasked = { status: null, account_id: "emulated-account", prefetch: 1000, exclusive_consumer: false };
const shown = { ...held, ...unasked, id: "8900" };

const asked: Asked = {
  held: [{}, { with_headers: false, status: "no such queue" }].map((differing) => ({
    op: "add",
    in: "eventBridges",
    fields: { instance_id: seededInstance, ...held, ...differing },
  })),
  answers() {
    const common = {
      ...{ vhost: "/", queue: "orders", cloudRegion: "region-1", cloudAccountId: "000012345678" },
      ...{ accountId: "emulated-account", prefetch: 1000, exclusiveConsumer: false },
    };
    const bridge = { id: "1001/eventbridges/8001", ...common, withHeaders: true };
    const broken = { id: "1001/eventbridges/8002", ...common, withHeaders: false, status: "no such queue" };
    return [
      ["getEventBridge", { instance: 1001, id: bridge.id }, bridge],
      ["getEventBridges", { instance: "1001" }, [bridge, broken]],
    ];
  },
};

const digits = "cloudAccountId: must be a string of 12 digits";

export const eventBridge = row<EventBridgeArgs>({
  kind: "EventBridge",
  id: "123/eventbridges/7",
  operations: ["eventBridges.list", "eventBridges.get", "eventBridges.create", "eventBridges.delete"],
  functions: { "eventBridges.list": ["getEventBridges"], "eventBridges.get": ["getEventBridge"] },
  calls: {
    "eventBridges.list": { before: holding, answer: [shown] },
    "eventBridges.get": { args: ["8900"], before: holding, answer: shown },
    "eventBridges.create": { args: [held], answer: { id: "8001" } },
    "eventBridges.delete": { args: ["8900"], before: holding },
  },
  asked,
  async fill({ api, names, number }) {
    const cloud = { cloud_region: "region-1", cloud_account_id: "000123456789", with_headers: number % 2 === 0 };
    const queue = names.next("audit");
    const { id } = await api.eventBridges.create({ ...cloud, vhost: names.next("shop"), queue });
    return [{ number: id, name: queue }];
  },
  things,
  modelled: [modelOf("eventBridge", things)],
  // biome-ignore format: one row for each input
  refused: [
    [{ cloudAccountId: 123456789012 }, "cloudAccountId: must be a string, but the given value is a number"],
    [{ cloudAccountId: "12345" }, digits],
    [{ cloudAccountId: "12345678901x" }, digits],
    [{ cloudAccountId: undefined }, "cloudAccountId is required: give this input a value"],
    [{ vhost: "" }, "vhost: must not be empty"],
    [{ queue: "" }, "queue: must not be empty"],
    [{ cloudRegion: "" }, "cloudRegion: must not be empty"],
    [{ withHeaders: "yes" }, "withHeaders: must be a boolean, but the given value is a string"],
    [{ instance: "../1" }, "instance: must be the id of an instance"],
    [{ queue: unknownString, cloudAccountId: "1" }, digits],
  ],
  args: ({ instance }) => ({
    instance,
    vhost: "/",
    queue: "orders",
    cloudRegion: "region-1",
    cloudAccountId: "001234567890",
    withHeaders: true,
  }),
  held: ({ number }, outputs) => ({
    id: number,
    account_id: expect.any(String),
    status: null,
    exclusive_consumer: false,
    prefetch: 1000,
    ...recordOf(outputs),
  }),
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
  missingId: ({ instance }) => `${instance}/eventbridges/999999`,
});
