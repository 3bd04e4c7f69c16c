import { z } from "zod";
import type { RecordOf } from "../records";
import { invalid, ok, type Reply } from "../server/reply";
import { text } from "../server/request";
import { type Context, dedicatedInstanceOf, type Route, route } from "../server/route";
import { assertIdle, assertUnchanging, nodeNames, timing } from "../service/instanceState";

/** Nodes still run for so long after the answer. */
const lullMs = 2_000;
const startingMs = 5_000;

type Instance = RecordOf<"instances">;

const onNodes = z.strictObject({ nodes: z.array(z.string()).optional() });

// The specification's table says `enabled`, its sample `enable`.
const onOff = { enabled: z.boolean().optional(), enable: z.boolean().optional() };

/** The nodes that a request names, or all of them. */
function chosen(instance: Instance, wanted: string[] | undefined): string[] {
  const names = nodeNames(instance);
  const unknown = wanted?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0) throw invalid(unknown.map((name) => ["nodes", `Unknown node ${name}`]));
  return wanted ?? names;
}

const performed = (action: string, nodes: string[]): Reply =>
  ok({ message: `Action '${action}' will be performed on nodes: ${nodes.join(", ")}` });

function flagOf({ enabled, enable }: { enabled?: boolean; enable?: boolean }): boolean {
  const flag = enabled ?? enable;
  if (flag === undefined) throw invalid([["enabled", "Field is required"]]);
  return flag;
}

const withOrWithout = (list: string[], names: string[], on: boolean) => [
  ...list.filter((each) => !names.includes(each)),
  ...(on ? names : []),
];

const stop = ({ outages }: Instance, nodes: string[], from: number, until: number | null) =>
  outages.push(...nodes.map((node) => ({ node, from, until })));

const restart = (context: Context, instance: Instance, nodes: string[]) => {
  assertIdle(instance, context.now);
  const from = context.now + lullMs;
  stop(instance, nodes, from, from + timing(context, "restarting"));
};

/** What each action does to the nodes that it is asked for. */
const actions: {
  operation: Route["operation"];
  name: string;
  /** Takes no choice of nodes. */
  whole?: true;
  run(context: Context, instance: Instance, nodes: string[]): void;
}[] = [
  { operation: "actions.restart", name: "restart", run: restart },
  { operation: "actions.clusterRestart", name: "cluster-restart", whole: true, run: restart },
  // The management interface alone: of that, nothing is to be seen from outside.
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
  ...actions.map(({ operation, name, whole, run }) =>
    route({
      operation,
      method: "POST",
      path: `/api/actions/${name}`,
      auth: "instance",
      body: whole ? onNodes.omit({ nodes: true }) : onNodes,
      handle: (context) => {
        const instance = dedicatedInstanceOf(context);
        const { nodes: wanted }: z.output<typeof onNodes> = context.body;
        const nodes = chosen(instance, wanted);
        run(context, instance, nodes);
        return performed(name, nodes);
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
      const nodes = chosen(instance, context.body.nodes);
      const on = flagOf(context.body);
      assertIdle(instance, context.now);
      instance.hipe = withOrWithout(instance.hipe, nodes, on);
      return performed("hipe", nodes);
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
      instance.firehose = withOrWithout(instance.firehose, [context.body.vhost], on);
      return performed("firehose", nodeNames(instance));
    },
  }),
];
