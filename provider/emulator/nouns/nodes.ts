// `nouns/index.ts` lists `nodeNoun`. `diskSizeGb` may change, because it is assumed. The fields of a node must stay,
// because the specification has them. `pending` must be true while a node restarts, because the log counts such a GET
// as a wait. Keys of `routes` must stay, because tests use them.
import { ok } from "../server/reply";
import { instanceOf, noun, route } from "../server/route";
import { newerErlangOf, upgradesOf } from "../service/versions";
import { isConfigured, isRunning, nodeNamesOf, zonesOf } from "./instances/state";

// The size of each node's disk. The specification names neither the unit nor the size that a plan has.
const diskSizeGb = 50;

/** The nodes of an instance and their versions. The record of the instance holds both. */
export const nodeNoun = noun({
  name: "nodes",
  api: "instance",
  routes: {
    list: route("GET /api/nodes", (context) => {
      const instance = instanceOf(context);
      const { now } = context;
      const zones = zonesOf(instance);
      const nodes = nodeNamesOf(instance).map((name, i) => ({
        name,
        hostname: `${name}.broker.example`,
        hostname_internal: `${name}.internal.broker.example`,
        configured: isConfigured(instance, now),
        hipe: instance.hipe.includes(name),
        broker_version: instance.rmq_version,
        erlang_version: instance.erlang_version,
        running: isRunning(instance, name, now),
        disk_size: diskSizeGb,
        additional_disk_size: instance.extra_disk_size,
        availability_zone: zones[i],
      }));
      const restarting = instance.outages.some(({ until }) => until !== null);
      const pending = now < instance.readyAt || instance.change !== null || restarting;
      return { ...ok(nodes), pending };
    }),
    availableVersions: route("GET /api/nodes/available-versions", (context) => {
      const instance = instanceOf(context);
      const erlang = newerErlangOf(context.store, instance);
      return ok({
        broker_versions: instance.shared ? [] : upgradesOf(context.store, instance).map(({ broker }) => broker),
        erlang_versions: instance.shared || !erlang ? [] : [erlang],
      });
    }),
  },
});
