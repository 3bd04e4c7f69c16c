// `nouns/index.ts` lists `actionNoun`. Assumed times may change. Both `enabled` and `enable` must stay, because the
// specification has both. Keys and order of `routes` must stay, because tests compare them with the client and the
// specification. `DIFFERENCES.md` says which facts a live service showed.
import { z } from "zod";
import { invalid, ok, type Reply, refused } from "../server/reply";
import { text } from "../server/request";
import { type Context, dedicatedInstanceOf, noun, route } from "../server/route";
import { drawDuration } from "../service/timings";
import { newerErlangOf, upgradesOf } from "../service/versions";
import type { Instance } from "./instances/record";
import { assertIdle, assertUnchanging, beginChange, nodeNamesOf } from "./instances/state";

/** For how many milliseconds after the answer the nodes still run, and how long a start takes. Both are assumed. */
const lullMs = 2_000;
const nodeStartingMs = 5_000;

const onNodes = z.strictObject({ nodes: z.array(z.string()).optional() });

// The specification writes `enabled` in its table and `enable` in its sample, so both are accepted.
const onOff = { enabled: z.boolean().optional(), enable: z.boolean().optional() };

/** The nodes that a request names, or all nodes of the instance. */
function chooseNodes(instance: Instance, wanted: string[] | undefined): string[] {
  const names = nodeNamesOf(instance);
  const unknown = wanted?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0) throw invalid(unknown.map((name) => ["nodes", `Unknown node ${name}`]));
  return wanted ?? names;
}

const announce = (action: string, nodes: string[]): Reply =>
  ok({ message: `Action '${action}' will be performed on nodes: ${nodes.join(", ")}` });

function flagOf({ enabled, enable }: { enabled?: boolean; enable?: boolean }): boolean {
  const flag = enabled ?? enable;
  if (flag === undefined) throw invalid([["enabled", "Field is required"]]);
  return flag;
}

const addOrRemove = (list: string[], names: string[], on: boolean) => [
  ...list.filter((each) => !names.includes(each)),
  ...(on ? names : []),
];

const stop = ({ outages }: Instance, nodes: string[], from: number, until: number | null) =>
  outages.push(...nodes.map((node) => ({ node, from, until })));

const restart = (context: Context, instance: Instance, nodes: string[]) => {
  assertIdle(instance, context.now);
  const from = context.now + lullMs;
  stop(instance, nodes, from, from + drawDuration(context, "restarting"));
};

/** An action with its effect on the nodes that a request names, or on all nodes when the request has no `nodes`. */
const action = (
  name: string,
  run: (context: Context, instance: Instance, nodes: string[]) => void,
  body: z.ZodType<z.output<typeof onNodes>> = onNodes,
) =>
  route(`POST /api/actions/${name}`, { body }, (context) => {
    const instance = dedicatedInstanceOf(context);
    const nodes = chooseNodes(instance, context.body.nodes);
    run(context, instance, nodes);
    return announce(name, nodes);
  });

/** How long a live service takes to answer a request that begins an upgrade. */
const upgradeStartingMs = 15_000;

const alreadyNewest = () => ok({ message: "Already at the newest version" });

/** Starts an upgrade. The answer does not say to which versions the upgrade leads. */
function upgrade(
  context: Context,
  instance: Instance,
  to: { rmq_version?: string; erlang_version?: string | null },
): Reply {
  beginChange(context, instance, {
    answeredIn: upgradeStartingMs,
    lasts: drawDuration(context, "upgrading"),
    fields: to,
  });
  return { status: 202, takesMs: upgradeStartingMs };
}

/** The newest versions that one upgrade of both broker and Erlang can reach. */
const newestStepOf = ({ store }: Context, instance: Instance) => {
  const offered = upgradesOf(store, instance).at(-1);
  return {
    rmq_version: offered?.broker ?? instance.rmq_version,
    erlang_version: offered?.erlang ?? newerErlangOf(store, instance) ?? instance.erlang_version,
  };
};

/** The operations that restart, stop, start and upgrade the nodes of an instance, or set HiPE and the firehose. */
export const actionNoun = noun({
  name: "actions",
  api: "instance",
  routes: {
    hipe: route("PUT /api/actions/hipe", { body: onNodes.extend(onOff) }, (context) => {
      const instance = dedicatedInstanceOf(context);
      const nodes = chooseNodes(instance, context.body.nodes);
      const on = flagOf(context.body);
      assertIdle(instance, context.now);
      instance.hipe = addOrRemove(instance.hipe, nodes, on);
      return announce("hipe", nodes);
    }),
    firehose: route("PUT /api/actions/firehose", { body: z.strictObject({ ...onOff, vhost: text }) }, (context) => {
      const instance = dedicatedInstanceOf(context);
      const on = flagOf(context.body);
      assertIdle(instance, context.now);
      instance.firehose = addOrRemove(instance.firehose, [context.body.vhost], on);
      return announce("firehose", nodeNamesOf(instance));
    }),
    restart: action("restart", restart),
    clusterRestart: action("cluster-restart", restart, onNodes.omit({ nodes: true })),
    // Only the management interface restarts, which no answer shows.
    mgmtRestart: action("mgmt-restart", ({ now }, instance) => assertIdle(instance, now)),
    stop: action("stop", ({ now }, instance, nodes) => {
      assertUnchanging(instance, now);
      instance.outages = instance.outages.filter(({ node }) => !nodes.includes(node));
      stop(instance, nodes, now + lullMs, null);
    }),
    start: action("start", ({ now }, instance, nodes) => {
      assertUnchanging(instance, now);
      for (const outage of instance.outages.filter(({ node, until }) => until === null && nodes.includes(node))) {
        outage.until = now + nodeStartingMs;
      }
    }),
    reboot: action("reboot", restart),
    upgradeErlang: route("POST /api/actions/upgrade-erlang", (context) => {
      const instance = dedicatedInstanceOf(context);
      assertIdle(instance, context.now);
      const erlang_version = newerErlangOf(context.store, instance);
      return erlang_version ? upgrade(context, instance, { erlang_version }) : alreadyNewest();
    }),
    upgradeBroker: route("POST /api/actions/upgrade-broker", { body: z.strictObject({ version: text }) }, (context) => {
      const instance = dedicatedInstanceOf(context);
      assertIdle(instance, context.now);
      const { version } = context.body;
      if (version === instance.rmq_version) return alreadyNewest();
      const offered = upgradesOf(context.store, instance).find(({ broker }) => broker === version);
      if (!offered) throw refused(`Version ${version} isn't available for this instance`);
      return upgrade(context, instance, { rmq_version: offered.broker, erlang_version: offered.erlang });
    }),
    upgradeBrokerErlang: route("POST /api/actions/upgrade-broker-erlang", (context) => {
      const instance = dedicatedInstanceOf(context);
      assertIdle(instance, context.now);
      const to = newestStepOf(context, instance);
      const same = to.rmq_version === instance.rmq_version && to.erlang_version === instance.erlang_version;
      return same ? alreadyNewest() : upgrade(context, instance, to);
    }),
    newBrokerErlangVersions: route("GET /api/actions/new-broker-erlang-versions", (context) => {
      const to = newestStepOf(context, dedicatedInstanceOf(context));
      return ok({ new_broker_version: to.rmq_version, new_erlang_version: to.erlang_version });
    }),
  },
});
