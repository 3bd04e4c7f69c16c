// `nouns/index.ts` lists `instanceNoun`, which shows and makes instances. A `message` may change with its test.
// `hidesSecrets` must stay, because `DIFFERENCES.md` promises that role `monitor` sees no key. Keys and order of
// `routes` must stay, because tests compare them with the client and the specification.
import { ok } from "../../server/reply";
import { type Context, noun, route } from "../../server/route";
import { addressOf } from "../../service/brokerAddress";
import { dialectOf } from "../../service/dialects";
import { vpcs } from "../vpcs";
import { changeRoutes } from "./changes";
import { createInstance, newInstance } from "./creation";
import { type Instance, instances } from "./record";

const showShort = (instance: Instance) => ({
  id: instance.id,
  name: instance.name,
  plan: instance.plan,
  region: instance.region,
  tags: instance.tags,
  providerid: instance.providerid,
  vpc_id: instance.vpc_id,
});

/**
 * Tells whether the answer must leave out the key and the password of the broker. With these, a caller could do more
 * than the caller's role allows.
 */
const hidesSecrets = ({ caller }: Context) =>
  caller.api === "account" && ["monitor", "billing manager"].includes(caller.key.role);

const showInFull = (instance: Instance, context: Context) => {
  const { store, now } = context;
  const dialect = dialectOf(store);
  const hidden = hidesSecrets(context);
  const { external, internal, urlAt } = addressOf(instance, dialect.broker_url);
  const url = (host: string) => urlAt(host, !hidden);
  const { vpc_id, ...common } = showShort(instance);
  const vpc = store.find(vpcs, vpc_id);
  return {
    ...common,
    ...(hidden ? {} : { apikey: instance.apikey }),
    backend: instance.backend,
    // A shared instance has no nodes of its own.
    ...(instance.shared ? {} : { nodes: instance.nodes }),
    ...(instance.shared && !dialect.specified_only ? {} : { ready: now >= instance.readyAt }),
    rmq_version: instance.rmq_version,
    url: url(vpc ? internal : external),
    urls: { external: url(external), internal: url(internal) },
    hostname_external: external,
    hostname_internal: internal,
    ...(vpc ? { vpc: { id: vpc.id, subnet: vpc.subnet } } : {}),
  };
};

/** Broker instances. */
export const instanceNoun = noun({
  name: "instances",
  api: "account",
  collections: [instances],
  routes: {
    list: route("GET /api/instances", ({ store }) => ok(store.list(instances).map(showShort))),
    get: route("GET /api/instances/:id", { unspecified: ["backend", "nodes", "vpc"] }, (context) => {
      const instance = context.store.get(instances, context.params["id"] ?? "");
      const { readyAt, goneAt, change } = instance;
      const pending = context.now < readyAt || goneAt !== null || change !== null;
      return { ...ok(showInFull(instance, context)), pending };
    }),
    create: route("POST /api/instances", { body: newInstance, unspecified: ["message"] }, (context) => {
      const instance = createInstance(context);
      return ok({
        id: instance.id,
        message: instance.shared
          ? "Instance created"
          : "Your dedicated instance will be available within a couple of minutes",
        apikey: instance.apikey,
        url: showInFull(instance, context).url,
      });
    }),
    ...changeRoutes,
  },
});
