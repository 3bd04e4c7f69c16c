// `instances.ts` adds `changeRoutes` to its noun: PUT and DELETE of an instance, and PUT of the disk. Texts may change
// with their tests. Codes and statuses must stay, because a live service showed them. `move` must check everything
// before it changes the instance, because a refused request must change nothing.
import { z } from "zod";
import {
  backendBusy,
  changesSaved,
  invalid,
  noContent,
  ok,
  type Reply,
  refused,
  refusedWith,
  unprocessable,
} from "../../server/reply";
import { commaList, text } from "../../server/request";
import { type Context, route } from "../../server/route";
import { drawDuration } from "../../service/timings";
import { checkQuota, findPlan, type Plan } from "../plans";
import { findRegion } from "../regions";
import { vpcs } from "../vpcs";
import { type Instance, instances } from "./record";
import { beginChange, providerOf } from "./state";

const diskSizes = [0, 25, 50, 100, 250, 500, 1000, 2000];

const changes = z.strictObject({
  name: text.optional(),
  plan: text.optional(),
  tags: commaList.optional(),
  nodes: z.int().optional(),
  region: text.optional(),
});

/** The instance that the path names; answers "busy" while it is being deleted. */
const changeableInstanceOf = ({ store, params }: Context): Instance => {
  const instance = store.get(instances, params["id"] ?? "");
  if (instance.goneAt !== null) throw backendBusy();
  return instance;
};

/**
 * Begins to move an instance to another plan, number of nodes or region; undefined when there is nothing to wait for.
 */
function move(context: Context<z.output<typeof changes>>, instance: Instance): Reply | undefined {
  const { body, store, random } = context;
  const name = body.plan ?? instance.plan;
  const plan = findPlan(store, name);
  const region = body.region ?? instance.region;
  const leavesRegion = region !== instance.region;
  if (leavesRegion && !findRegion(store, region)) throw invalid([["region", "Unknown region"]]);
  if (!plan && name !== instance.plan) throw invalid([["plan", "Unknown plan"]]);
  const choices = plan?.node_choices ?? [instance.nodes];
  const fitting = choices.includes(instance.nodes) ? instance.nodes : (plan?.nodes ?? instance.nodes);
  const nodes = body.nodes ?? fitting;
  if (!choices.includes(nodes)) throw invalid([["nodes", "Not possible with this plan"]]);
  if (leavesRegion && !(instance.shared && plan?.shared === false)) {
    throw unprocessable("Sorry, you can't change the region automatically. Please create a new instance.");
  }
  if (!plan || (name === instance.plan && nodes === instance.nodes)) return undefined;
  checkMove(instance, plan);
  if (name !== instance.plan) checkQuota(store, plan);
  if (plan.shared) {
    instance.plan = plan.name;
    return undefined;
  }
  const takesMs = random.between(9_000, 11_000);
  beginChange(context, instance, {
    answeredIn: takesMs,
    lasts: drawDuration(context, "reconfiguring"),
    fields: { plan: plan.name, nodes, shared: false, ...(leavesRegion && { region, host: `moved-${instance.host}` }) },
  });
  const message = instance.shared
    ? "Your cluster is being migrated to a dedicated plan. This can take up to 10 minutes to complete. "
    : "Your cluster is being reconfigured, this can take up to 10 minutes to complete. ";
  return { ...ok({ message }), takesMs };
}

/** Refuses a change of plan that the service does not make by itself. */
function checkMove(instance: Instance, plan: Plan): void {
  if (plan.backend !== instance.backend) {
    throw unprocessable("Sorry, you can't change the broker software automatically. Please create a new instance.");
  }
  if (plan.shared && !instance.shared) {
    throw unprocessable("Sorry, you can't move to a shared plan automatically. Please create a new instance.");
  }
  if (instance.shared && !plan.shared && instance.backend !== "alternative") {
    throw unprocessable("Sorry, you can't move to a dedicated plan automatically. Please create a new instance.");
  }
}

/** Removes the VPC of an instance that is being deleted, unless another instance is in it. */
function removeEmptyVpc({ store }: Context, { vpc_id, goneAt }: Instance): void {
  const vpc = store.find(vpcs, vpc_id);
  const inUse = store.list(instances).some((each) => each.vpc_id === vpc_id && each.goneAt === null);
  if (vpc && !inUse) vpc.goneAt ??= goneAt;
}

/** The operations that change and remove instances. */
export const changeRoutes = {
  update: route("PUT /api/instances/:id", { body: changes }, (context) => {
    const instance = changeableInstanceOf(context);
    const moved = move(context, instance);
    instance.name = context.body.name ?? instance.name;
    instance.tags = context.body.tags ?? instance.tags;
    return moved ?? changesSaved();
  }),
  resizeDisk: route(
    "PUT /api/instances/:id/disk",
    { body: z.strictObject({ extra_disk_size: z.int(), allow_downtime: z.boolean().optional() }) },
    (context) => {
      const { extra_disk_size, allow_downtime = false } = context.body;
      const instance = changeableInstanceOf(context);
      if (instance.shared) throw refused("The disk of a shared plan can't be resized");
      if (!diskSizes.includes(extra_disk_size)) {
        throw refusedWith(40007, `Invalid disk size, it must be one of ${diskSizes.join(", ")}`);
      }
      const onB = providerOf(instance) === "provider-b";
      if (onB && !allow_downtime) {
        throw refusedWith(40008, "Resizing the disk on this platform requires downtime, set allow_downtime");
      }
      const shrinking = extra_disk_size < instance.extra_disk_size;
      if (shrinking && !allow_downtime) {
        throw refusedWith(40008, "Shrinking the disk requires downtime, set allow_downtime");
      }
      const swap = onB || shrinking;
      const started = ok({ message: swap ? "Disk swap started." : "Disk resize started." });
      if (extra_disk_size !== instance.extra_disk_size) {
        beginChange(context, instance, {
          answeredIn: 0,
          lasts: drawDuration(context, swap ? "swappingDisk" : "expandingDisk"),
          fields: { extra_disk_size },
        });
      }
      return started;
    },
  ),
  delete: route(
    "DELETE /api/instances/:id",
    { query: z.strictObject({ keep_vpc: z.boolean().optional() }) },
    (context) => {
      const instance = context.store.get(instances, context.params["id"] ?? "");
      if (instance.goneAt === null) {
        instance.goneAt = context.now + drawDuration(context, "deleting");
        if (!context.query.keep_vpc) removeEmptyVpc(context, instance);
      }
      return noContent();
    },
  ),
};
