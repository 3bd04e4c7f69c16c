import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { CustomResource } from "../../dynamic/customResource";
import { isInstanceOf, type Outputs } from "../../dynamic/resource";
import { field, ofText } from "../../framework/kind/marks";
import type { Agrees, Given } from "../shared/agrees";
import {
  type ChildArgs,
  type ChildValues,
  childKeys,
  childShape,
  findToDelete,
  instanceApi,
  onInstance,
  onInstanceInTurn,
  partSuper,
} from "../shared/child";
import { readCall } from "../shared/ctx";
import { defineKind } from "../shared/defineKind";
import { queueOf } from "../shared/queue";
import { customDomainIds, isOwn, removeHostname, setHostname } from "./steps";

/** What a {@link CustomDomain} is made from. */
export interface CustomDomainArgs extends ChildArgs {
  /**
   * The host name, such as `mq.example.com`. Its DNS record must point to the instance, whose own name is the output
   * `host` of its `Instance`; the resource asks the service again until it sees the record. Changed in place: the old
   * name is removed, then the new one is set, and for a while the instance has neither. The instance's own name works
   * all the time.
   */
  hostname: pulumi.Input<string>;
  /**
   * True when another host name, which this resource did not set, may be replaced. A change sends nothing. Left out:
   * false, which fails and names it.
   */
  takeOver?: pulumi.Input<boolean>;
}

/** A custom domain as state keeps it. */
export interface CustomDomainState extends ChildValues, Given<CustomDomainArgs> {
  /** True when the host name was in use, with its certificate, when last seen. */
  configured: boolean;
}

const schema = z.object({
  ...childShape,
  hostname: field(z.string().refine(isHostname, "must be a host name, such as mq.example.com"), {
    normal: ofText((text) => text.toLowerCase()),
  }),
  takeOver: field(z.boolean().optional(), { local: true }),
});

type Args = z.output<typeof schema>;

export const customDomainDefinition = defineKind<Args, CustomDomainState>({
  type: "CustomDomain",
  handler: "customDomain",
  schema,
  outputs: ["configured"],
  alters: { hostname: ["configured"] },
  // The next run finds the custom domain, because an instance has exactly one.
  ...childKeys,

  async create(ctx, args) {
    const domain = instanceApi(ctx.call, args.instance, args).customDomain;
    const seen = await ctx.inTurn(queueOf(args.instance), (turn) => setHostname(turn, domain, args));
    return { id: customDomainIds.make(args), state: seen };
  },

  async read(ctx, id, state) {
    const { instance } = customDomainIds.parse(id);
    const domain = instanceApi(ctx.call, instance, state).customDomain;
    const call = readCall(ctx);
    return onInstance(call, instance, async () => {
      const seen = await domain.get(call);
      if (seen.hostname !== undefined) return { instance, ...seen };
      // The service shows no host name while a host name is being set.
      if (ctx.kept.pending) return { instance };
      const again = await domain.get(call, { fresh: true });
      return again.hostname === undefined ? undefined : { instance, ...again };
    });
  },

  async update(ctx, id, state, args) {
    const { instance } = customDomainIds.parse(id);
    const domain = instanceApi(ctx.call, instance, args).customDomain;
    const wanted = { ...args, instance, own: state.hostname ?? undefined };
    return ctx.inTurn(queueOf(instance), (turn) => setHostname(turn, domain, wanted));
  },

  async delete(ctx, id, state) {
    const { instance } = customDomainIds.parse(id);
    const domain = instanceApi(ctx.call, instance, state).customDomain;
    await onInstanceInTurn(ctx, instance, async (turn) => {
      const look = async (options?: { fresh: boolean }) => (await domain.get(turn.call, options)).hostname;
      // The service may not show yet a host name that a cut-off run asked for, and which must not appear later.
      const hostname = turn.kept.pending ? await look() : await findToDelete(turn.call, id, state, look);
      if (hostname === undefined && !turn.kept.pending) return;
      if (hostname !== undefined && !isOwn(turn.kept, state.hostname, hostname)) {
        turn.say.note(`the custom domain ${hostname}, which somebody else has set since, stays`);
        return;
      }
      await removeHostname(turn.call, domain, instance);
    });
  },
});

function isHostname(text: string): boolean {
  const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
  const labels = text.split(".");
  // A text of four numbers is an IP address, for which no certificate can be made.
  return (
    text.length <= 253 &&
    labels.length >= 2 &&
    labels.every((each) => label.test(each)) &&
    /[a-z]/i.test(labels.at(-1) ?? "")
  );
}

/**
 * A host name of one's own for an instance, with a certificate that the service gets and renews.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * const domain = new broker.CustomDomain("domain", { instance: 123, hostname: "mq.example.com" });
 *
 * export const ready = domain.configured;
 * ```
 *
 * The DNS record must point to the instance. The resource asks the service again until it sees the record or the time
 * limit (`customTimeouts`) ends, then waits for the certificate. Removing the resource removes the host name. Changing
 * the instance replaces the resource. Take over an existing custom domain by declaring the same host name, or with
 * `{ import: "<instance>/custom-domain" }`.
 *
 * @category Who may connect, and under which name
 */
export class CustomDomain extends CustomResource {
  /** @throws at preview: an invalid host name, no key for the instance. At `up`: another host name is set already. */
  constructor(name: string, args: CustomDomainArgs, opts?: pulumi.CustomResourceOptions) {
    super(...partSuper<Agrees<CustomDomainArgs, typeof schema>>(customDomainDefinition, name, args, opts));
  }

  /** Reads the custom domain of an instance, by the id `<instance>/custom-domain`. Fails when none is set. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): CustomDomain {
    return new CustomDomain(name, {} as CustomDomainArgs, { ...opts, id });
  }

  /** True when a value is a CustomDomain, made by this copy of the package or by another. */
  static override isInstance(value: unknown): value is CustomDomain {
    return isInstanceOf(customDomainDefinition, value);
  }
}

export interface CustomDomain extends Outputs<CustomDomainState> {}
