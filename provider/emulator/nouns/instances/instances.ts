import type { RecordOf } from "../../records";
import { ok } from "../../server/reply";
import { type Context, type Route, route } from "../../server/route";
import { addressOf } from "../../service/brokerAddress";
import { dialectOf } from "../../service/dialects";
import { isSpecifiedOnly } from "../../service/specified";
import { createInstance, newInstance } from "./creation";

const showShort = (instance: RecordOf<"instances">) => ({
  id: instance.id,
  name: instance.name,
  plan: instance.plan,
  region: instance.region,
  tags: instance.tags,
  providerid: instance.providerid,
  vpc_id: instance.vpc_id,
});

/**
 * Tells whether the answer must leave out the key and the password of the broker, with which the caller could do more
 * than the caller's role allows.
 */
const hidesSecrets = ({ caller }: Context) =>
  caller.api === "account" && ["monitor", "billing manager"].includes(caller.key.role);

const showInFull = (instance: RecordOf<"instances">, context: Context) => {
  const { store, now } = context;
  const hidden = hidesSecrets(context);
  const { external, internal, urlAt } = addressOf(instance, dialectOf(store.list("dialects")).broker_url);
  const url = (host: string) => urlAt(host, !hidden);
  const { vpc_id, ...common } = showShort(instance);
  const vpc = store.find("vpcs", vpc_id);
  return {
    ...common,
    ...(hidden ? {} : { apikey: instance.apikey }),
    backend: instance.backend,
    // A shared instance has no nodes of its own.
    ...(instance.shared ? {} : { nodes: instance.nodes }),
    ...(instance.shared && !isSpecifiedOnly(store) ? {} : { ready: now >= instance.readyAt }),
    rmq_version: instance.rmq_version,
    url: url(vpc ? internal : external),
    urls: { external: url(external), internal: url(internal) },
    hostname_external: external,
    hostname_internal: internal,
    ...(vpc ? { vpc: { id: vpc.id, subnet: vpc.subnet } } : {}),
  };
};

/** Operations of the account API that show and make instances. */
export const instanceRoutes: Route[] = [
  route({
    operation: "instances.list",
    method: "GET",
    path: "/api/instances",
    auth: "account",
    handle: ({ store }) => ok(store.list("instances").map(showShort)),
  }),
  route({
    operation: "instances.get",
    method: "GET",
    path: "/api/instances/:id",
    auth: "account",
    handle: (context) => {
      const instance = context.store.get("instances", context.params["id"] ?? "");
      const { readyAt, goneAt, change } = instance;
      const pending = context.now < readyAt || goneAt !== null || change !== null;
      return { ...ok(showInFull(instance, context)), pending };
    },
  }),
  route({
    operation: "instances.create",
    method: "POST",
    path: "/api/instances",
    auth: "account",
    body: newInstance,
    handle: (context) => {
      const instance = createInstance(context);
      return ok({
        id: instance.id,
        message: instance.shared
          ? "Instance created"
          : "Your dedicated instance will be available within a couple of minutes",
        apikey: instance.apikey,
        url: showInFull(instance, context).url,
      });
    },
  }),
];
