// `resources/index.ts` and `instance/instance.ts` import the class; `functions.ts` calls `toState`. A new argument goes
// into `VpcArgs`, schema, `toState` and `wireOf`. `create` must hold the id in state before `finish` removes the
// marker, the tag by which a later run finds an unfinished VPC.
import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { isApiError, type Vpc as VpcWire, waitFor } from "../../api";
import { CustomResource, isInstanceOf, type Outputs, remember, superArguments } from "../../dynamic/resource";
import { field, inputsOf } from "../../framework/kind/marks";
import { sameValue } from "../../framework/kind/values";
import { explainLeftOver } from "../../framework/run/leftOver";
import type { Agrees, Given } from "../shared/agrees";
import { regionFailures } from "../shared/catalogue";
import { explainBadIPv4Network } from "../shared/cidr";
import { type Ctx, newVpcs, removals, vpcRegions } from "../shared/ctx";
import { accountKey, defineKind, named } from "../shared/defineKind";
import { parseNumericId } from "../shared/ids";
import { markedVpcs } from "../shared/leftOver";
import { checkNew, findCutOff, markerOf, tagsField, warnOfLate, warnOfMarker, withoutMarkers } from "../shared/marker";
import { busyWords } from "../shared/refusals";
import { regionText, textWithout } from "../shared/texts";

/** What a {@link Vpc} is made from. */
export interface VpcArgs {
  /** The name of the VPC. Other VPCs may have the same name. Changed in place. Left out: the resource's logical name. */
  name?: pulumi.Input<string>;
  /**
   * Where the VPC is, as `<provider>::<region>`. Changing it replaces the VPC. A region that the service does not offer
   * is refused at preview, with the nearest names; `getRegions` lists them all.
   */
  region: pulumi.Input<string>;
  /**
   * The IPv4 network of the VPC in CIDR form, such as `10.56.72.0/24`. Choose one that no network overlaps with which
   * the VPC is to be peered: it cannot be changed later. Changing it replaces the VPC, and every instance in it. A text
   * that is not a network, or has host bits set, is refused at preview.
   */
  subnet: pulumi.Input<string>;
  /** Tags of the VPC, in any order. Changed in place. Left out: no tags, and existing tags are removed. */
  tags?: pulumi.Input<pulumi.Input<string>[]>;
}

/** A VPC as state keeps it. */
export interface VpcState extends Given<VpcArgs, "name" | "tags"> {
  /** The plan under which the service keeps the VPC. */
  plan: string | null;
  providerId: string | null;
  /** The ids of the instances in the VPC, as last seen; `pulumi refresh` renews them. */
  instances: string[];
  /** The VPC's own API key, known only if this resource made the VPC. Secret. */
  apiKey: string | null;
}

const schema = inputsOf(() => ({
  name: z.string().min(1, "must not be empty"),
  region: field(regionText, { replace: true }),
  subnet: field(textWithout(explainBadIPv4Network), { replace: true }),
  tags: tagsField("a VPC"),
}));

type Args = z.output<typeof schema> & { tags: string[] };

export const vpcDefinition = defineKind<Args, VpcState>({
  type: "Vpc",
  schema,
  arrange: named,
  outputs: ["plan", "providerId", "instances", "apiKey"],
  secretOutputs: ["apiKey"],
  marked: markedVpcs,
  replaceLoses:
    "a new VPC is made and the old VPC is removed; the service refuses the removal while instances are in the old VPC",

  ...accountKey,
  offered: (ctx, args, olds) => regionFailures(ctx, args.region, olds.region),

  decide({ run }, id, _state, { region }, found) {
    if (found.replaced.length === 0 && run.inProgram) run.tell(vpcRegions, id, region);
    return found;
  },

  async create(ctx, args) {
    const { vpcs } = ctx.call.client;
    const found = await findCutOff(ctx, "VPC", args, {
      list: (options) => vpcs.list(ctx.call, options),
      get: (id) => vpcs.get(id, ctx.call),
      isTwin: ({ name, region, subnet }) => name === args.name && region === args.region && subnet === args.subnet,
      twin: "an identical VPC",
      madeFrom: ({ name, region, subnet }) => ({ name, region, subnet }),
    });
    const { id, first, isRepeated } = found ?? (await post(ctx, args));
    ctx.kept.hold(id, { ...args, ...first });
    const work = finish(ctx, id, args, found === undefined);
    if (isRepeated) await warnOfLate(ctx, "VPC", id, work, (call) => vpcs.list(call, { fresh: true }));
    return { id, state: { ...(await work), ...first } };
  },

  async read(ctx, id, state) {
    const vpc = await ctx.call.client.vpcs.find(parseNumericId("Vpc", id), ctx.call);
    if (vpc && state.providerId === undefined) warnOfMarker(ctx, `VPC ${id}`, vpc.tags);
    return vpc && toState(vpc);
  },

  async update(ctx, id, _state, args) {
    if (ctx.kept.pending) return finish(ctx, id, args);
    await ctx.call.client.vpcs.update(id, wireOf(args), ctx.call);
    return {};
  },

  async delete(ctx, id) {
    const { vpcs } = ctx.call.client;
    const number = parseNumericId("Vpc", id);
    await vpcs.delete(number, ctx.call).catch(async (error: unknown) => {
      await waitForNoInstances(ctx, id, error);
      await vpcs.delete(number, ctx.call);
    });
    await waitFor(ctx.call, `VPC ${id} to be gone`, async () => {
      const left = await vpcs.get(id, { ...ctx.call, busy: "throw" }).catch(busyWords);
      return left === undefined ? { done: undefined } : { waiting: "being deleted" };
    });
  },
});

/** Turns a VPC of the service into state; no other function does. */
export const toState = (vpc: VpcWire): Partial<VpcState> => ({
  name: vpc.name,
  region: vpc.region,
  subnet: vpc.subnet,
  tags: vpc.lacksTags ? undefined : withoutMarkers(vpc.tags),
  plan: vpc.plan ?? null,
  providerId: vpc.providerid ?? null,
  instances: vpc.instances,
});

function wireOf(args: Args, ...markers: string[]) {
  return { name: args.name, region: args.region, subnet: args.subnet, tags: [...args.tags, ...markers] };
}

async function post(ctx: Ctx, args: Args) {
  const mark = markerOf(ctx.run.urn ?? "");
  const made = await ctx.call.client.vpcs.create(wireOf(args, mark), ctx.call, { mark });
  ctx.run.tell(newVpcs, made.id);
  return { id: made.id, first: { apiKey: made.answer?.apikey }, isRepeated: made.isRepeated };
}

/** For how many milliseconds the service may not show a VPC that was just made. */
const unseenMs = 30_000;

/** Waits until the VPC can be used, then gives it the declared name and tags, which removes the marker. */
async function finish(ctx: Ctx, id: string, args: Args, isNew = false): Promise<Partial<VpcState>> {
  const start = ctx.call.clock.now();
  const vpc = await waitFor<VpcWire>(ctx.call, `VPC ${id}`, async () => {
    const seen = await ctx.call.client.vpcs.get(id, { ...ctx.call, busy: "throw" }).catch(busyWords);
    if (typeof seen === "string") return { waiting: "being created" };
    if (seen !== undefined && isNew) checkNew(ctx, "VPC", seen, args);
    if (seen !== undefined) return { done: seen };
    if (ctx.call.clock.now() - start < unseenMs) return { waiting: "not shown yet" };
    throw new Error(
      `${ctx.call.subject}: VPC ${id} no longer exists: run pulumi refresh, then pulumi up to make a new VPC`,
    );
  });
  ctx.kept.hold(id, toState(vpc));
  // Tags that the service does not show may hold the marker.
  const asDeclared = vpc.name === args.name && !vpc.lacksTags && sameValue({ set: true }, vpc.tags, args.tags);
  if (!asDeclared) await ctx.call.client.vpcs.update(id, wireOf(args), ctx.call);
  return { ...toState(vpc), name: args.name, tags: args.tags };
}

/** How many milliseconds after the removal of the resources on it an instance's own removal may begin. */
const beginMs = 30_000;

/** Waits for instances that this run removes and that keep the VPC, or throws. The caller then deletes once more. */
async function waitForNoInstances(ctx: Ctx, id: string, error: unknown): Promise<void> {
  const refused = isApiError(error) && (error.kind === "invalid" || error.kind === "conflict");
  const look = async () => (await ctx.call.client.vpcs.get(id, ctx.call))?.instances ?? [];
  const seen = refused ? await look().catch(() => undefined) : undefined;
  if (seen === undefined) throw error;
  const start = ctx.call.clock.now();
  await waitFor<void>(ctx.call, `the instances in VPC ${id} to be gone`, async () => {
    const left = await look();
    const staying = left.filter((each) => ctx.run.recall(removals).get(each) !== true);
    if (staying.length > 0 && ctx.call.clock.now() - start >= beginMs) {
      const lost = (await ctx.run.leftOvers("Instance")).filter((one) => staying.includes(one.id));
      const wayOut =
        lost.length > 0
          ? `. Of these instances, ${lost.map((one) => explainLeftOver("Instance", one)).join("; ")}`
          : `. If another stack or program manages these instances, remove the VPC from the state: run pulumi state delete '${ctx.run.urn ?? "<urn>"}'. The VPC then stays on the service. If nobody else manages the instances, move or delete the instances, then run again`;
      throw new Error(`${ctx.call.subject}: VPC ${id} still holds the instances ${staying.join(", ")}${wayOut}`);
    }
    if (left.length === 0) return { done: undefined };
    return { waiting: `the VPC still holds the instances ${left.join(", ")}` };
  });
}

/**
 * A dedicated network that instances can be put into.
 *
 * The resource waits, for a minute or two, until the VPC can be used, and on removal until it is gone. A VPC that holds
 * instances is not removed.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * const net = new broker.Vpc("net", {
 *   region: "provider-a::region-1",
 *   subnet: "10.56.72.0/24",
 *   tags: ["production"],
 * });
 *
 * export const subnet = net.subnet;
 * ```
 *
 * Changing `name` or `tags` is done in place; changing `region` or `subnet` replaces the VPC. `{ import: "<id>" }` takes
 * over an existing VPC. While a VPC is being made, it has one more tag, by which the next run finds it after a cut.
 *
 * @category Brokers and their networks
 */
export class Vpc extends CustomResource {
  /**
   * The service's `providerid` of the VPC, a UUID as a rule. It is not the id of the VPC at the cloud provider, which
   * `getPeeringVpc` answers.
   */
  declare readonly providerId: pulumi.Output<string>;

  /** @throws at preview: an unknown region, an invalid subnet, an account key that is missing or refused. */
  constructor(name: string, args: VpcArgs, opts?: pulumi.CustomResourceOptions) {
    const given = opts?.id === undefined ? args : undefined;
    super(...superArguments<Agrees<VpcArgs, typeof schema, "name">>(vpcDefinition, name, given, opts));
    // An instance may have this VPC as its parent, and is then deleted with the stack only if its parent is.
    remember(this, opts);
  }

  /** Reads a VPC that something else manages, by its id. Fails for an unknown id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Vpc {
    return new Vpc(name, {} as VpcArgs, { ...opts, id });
  }

  /** True when a value is a Vpc, made by this copy of the package or by another. */
  static override isInstance(value: unknown): value is Vpc {
    return isInstanceOf(vpcDefinition, value);
  }
}

export interface Vpc extends Outputs<VpcState> {}
