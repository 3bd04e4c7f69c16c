import { z } from "zod";
import type { RecordOf } from "../records";
import { invalid, ok, type Reply } from "../server/reply";
import { text } from "../server/request";
import { type Context, dedicatedInstanceOf, type Route, route } from "../server/route";
import { assertIdle, assertUnchanging, drawDuration, nodeNamesOf } from "./instances/state";

/** For how many milliseconds after the answer the nodes still run. */
const lullMs = 2_000;
const startingMs = 5_000;

type Instance = RecordOf<"instances">;

const onNodes = z.strictObject({ nodes: z.array(z.string()).optional() });

// The specification writes `enabled` in its table and `enable` in its sample, so both are accepted.
const onOff = { enabled: z.boolean().optional(), enable: z.boolean().optional() };

/** The nodes that a request names, or all of them. */
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

/** The actions, each with its effect on the nodes that a request names. */
const actions: {
  operation: Route["operation"];
  name: string;
  /** True for an action that always concerns all nodes, so that its request names no nodes. */
  onAllNodes?: true;
  run(context: Context, instance: Instance, nodes: string[]): void;
}[] = [
  { operation: "actions.restart", name: "restart", run: restart },
  { operation: "actions.clusterRestart", name: "cluster-restart", onAllNodes: true, run: restart },
  // Only the management interface restarts, which no answer shows.
  { operation: "actions.mgmtRestart", name: "mgmt-restart", run: ({ now }, instance) => assertIdle(instance, now) },
  { operation: "actions.reboot", name: "reboot", run: restart },
  {
    operation: "actions.stop",
    name: "stop",
    run: ({ now }, instance, nodes) => {
      assertUnchanging(instance, now);
      instance.outages = instance.outages.filter(({ node }) => !nodes.includes(node));
      stop(instance, nodes, now + lullMs, null);
    },
  },
  {
    operation: "actions.start",
    name: "start",
    run: ({ now }, instance, nodes) => {
      assertUnchanging(instance, now);
      for (const outage of instance.outages.filter(({ node, until }) => until === null && nodes.includes(node))) {
        outage.until = now + startingMs;
      }
    },
  },
];

/** Operations of the instance API that act on nodes. */
export const actionRoutes: Route[] = [
  ...actions.map(({ operation, name, onAllNodes, run }) =>
    route({
      operation,
      method: "POST",
      path: `/api/actions/${name}`,
      auth: "instance",
      body: onAllNodes ? onNodes.omit({ nodes: true }) : onNodes,
      handle: (context) => {
        const instance = dedicatedInstanceOf(context);
        const { nodes: wanted }: z.output<typeof onNodes> = context.body;
        const nodes = chooseNodes(instance, wanted);
        run(context, instance, nodes);
        return announce(name, nodes);
      },
    }),
  ),
  route({
    operation: "actions.hipe",
    method: "PUT",
    path: "/api/actions/hipe",
    auth: "instance",
    body: onNodes.extend(onOff),
    handle: (context) => {
      const instance = dedicatedInstanceOf(context);
      const nodes = chooseNodes(instance, context.body.nodes);
      const on = flagOf(context.body);
      assertIdle(instance, context.now);
      instance.hipe = addOrRemove(instance.hipe, nodes, on);
      return announce("hipe", nodes);
    },
  }),
  route({
    operation: "actions.firehose",
    method: "PUT",
    path: "/api/actions/firehose",
    auth: "instance",
    body: z.strictObject({ ...onOff, vhost: text }),
    handle: (context) => {
      const instance = dedicatedInstanceOf(context);
      const on = flagOf(context.body);
      assertIdle(instance, context.now);
      instance.firehose = addOrRemove(instance.firehose, [context.body.vhost], on);
      return announce("firehose", nodeNamesOf(instance));
    },
  }),
];
