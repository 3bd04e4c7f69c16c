// `resources/index.ts` exports the class and arguments to programs. A new argument goes into the schema and `toState`.
// The form of the id must stay, because states hold it. A node that does not show `hipe` must count as declared,
// because a missing field proves no change.
import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Node } from "../api";
import { CustomResource, isInstanceOf, type Outputs } from "../dynamic/resource";
import { field, inputsOf } from "../framework/kind/marks";
import type { Agrees, Given } from "./shared/agrees";
import { type ChildArgs, type ChildValues, childShape, partSuper } from "./shared/child";
import type { Ctx } from "./shared/ctx";
import { idsOf } from "./shared/ids";
import { explainUnknownNodes, nodeNames, readNodes, unlessNone, waitForNodes } from "./shared/nodes";
import { type Place, partKind } from "./shared/partKind";
import { throwIfRefused } from "./shared/refusals";

/** What a {@link Hipe} is made from. */
export interface HipeArgs extends ChildArgs {
  /**
   * The names of the nodes on which HiPE is on, in any order, as `getNodes` lists them. Changed in place: a node that is
   * taken out is switched off. Left out: all nodes.
   */
  nodes?: pulumi.Input<pulumi.Input<string>[]>;
  /** True when HiPE is on, on the nodes of `nodes`. Changed in place. Left out: true. */
  enabled?: pulumi.Input<boolean>;
}

/** HiPE of an instance as state keeps it. */
interface HipeState extends ChildValues, Given<HipeArgs, "enabled"> {}

const schema = inputsOf(() => ({
  ...childShape,
  nodes: field(nodeNames, { set: true }),
  enabled: field(z.boolean(), { default: true }).optional(),
}));

type Args = z.output<typeof schema> & { enabled: boolean };

const hipeIds = idsOf("Hipe", "<instance>/hipe");

const hipeDefinition = partKind<Args, HipeState, typeof hipeIds>({
  type: "Hipe",
  ids: hipeIds,
  schema,

  claims: ({ instance }) => [{ property: "instance", what: `HiPE of instance ${instance}` }],

  create: set,

  read: async ({ call }, { instance, api }, state) => toState(await readNodes(call, api, instance), state),

  update: set,

  async delete({ call, say }, { instance, api }, { nodes }) {
    const { hipe } = api.operations.actions;
    if (nodes === undefined) return hipe({ enabled: false }, call);
    const seen = await waitForNodes(call, instance, async () => unlessNone(await api.nodes(call)));
    const names = seen.map(({ name }) => name);
    // The service refuses the name of a node that the instance no longer has.
    const gone = nodes.filter((name) => !names.includes(name));
    if (gone.length > 0)
      say.note(`HiPE is not changed on nodes that instance ${instance} no longer has: ${gone.join(", ")}`);
    if (nodes.length === 0)
      say.note(`HiPE of instance ${instance} stays as it is, because the Pulumi state of this resource lists no node`);
    const there = nodes.filter((name) => names.includes(name));
    return there.length > 0 && hipe({ enabled: false, nodes: there }, call);
  },
});

/** Sets HiPE on the declared nodes, and switches it off on all others. */
async function set({ call }: Ctx, { instance, api }: Place, { nodes, enabled }: Args): Promise<void> {
  const { hipe } = api.operations.actions;
  if (nodes === undefined || !enabled) {
    await hipe({ enabled }, call);
    return;
  }
  const seen = await api.nodes(call);
  throwIfRefused(call, explainUnknownNodes(instance, nodes, seen));
  const others = seen.filter((node) => node.hipe === true && !nodes.includes(node.name)).map(({ name }) => name);
  if (others.length > 0) await hipe({ enabled: false, nodes: others }, call);
  await hipe({ enabled, nodes }, call);
}

/** Turns the nodes of the service into state; no other function does. A node without `hipe` counts as declared. */
function toState(seen: Node[], state: Partial<HipeState>): Partial<HipeState> {
  if (seen.some((node) => node.hipe === undefined)) return {};
  const on = seen.filter((node) => node.hipe === true).map(({ name }) => name);
  if (state.nodes === undefined) return { enabled: on.length === seen.length };
  return on.length === 0 ? { enabled: false } : { enabled: true, nodes: on };
}

/**
 * Compiles the broker's code to machine code on its nodes (HiPE), which old versions of Erlang can do. The setting takes
 * effect when a node starts its broker the next time.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * const hipe = new broker.Hipe("hipe", { instance: 123 });
 * ```
 *
 * An instance has one such switch, so declare it once. Changing the instance replaces the resource; everything else is
 * changed in place. Removing the resource switches HiPE off. Take over a switch that is set by declaring it, or with
 * `{ import: "<instance>/hipe" }`.
 *
 * @category Settings, plugins and maintenance
 */
export class Hipe extends CustomResource {
  /** @throws at preview: HiPE declared twice, an empty list of nodes, no key for the instance. */
  constructor(name: string, args: HipeArgs, opts?: pulumi.CustomResourceOptions) {
    super(...partSuper<Agrees<HipeArgs, typeof schema>>(hipeDefinition, name, args, opts));
  }

  /** Reads the switch of an instance, by the id `<instance>/hipe`. Fails when there is no such instance. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Hipe {
    return new Hipe(name, {} as HipeArgs, { ...opts, id });
  }

  /** True when a value is a Hipe, whichever copy of this package made it. */
  static override isInstance(value: unknown): value is Hipe {
    return isInstanceOf(hipeDefinition, value);
  }
}

export interface Hipe extends Outputs<HipeState> {}
