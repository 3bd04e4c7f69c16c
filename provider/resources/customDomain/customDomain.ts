// `resources/index.ts` exports all to programs; `steps.ts` sends the requests. While `pending`, after an unfinished
// run, a missing host name must not count as gone, because the service hides a name that is being set. Texts may
// change.
import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { askOutput } from "../../ask/ask";
import { CustomResource, isInstanceOf, type Outputs } from "../../dynamic/resource";
import { field, inputsOf, ofText } from "../../framework/kind/marks";
import type { Agrees, Given } from "../shared/agrees";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "../shared/askInstance";
import { type ChildArgs, type ChildValues, childShape, findToDelete, partSuper } from "../shared/child";
import { readCall } from "../shared/ctx";
import { partKind } from "../shared/partKind";
import { customDomainIds, isOwn, removeHostname, setHostname } from "./steps";

/** What a {@link CustomDomain} is made from. */
export interface CustomDomainArgs extends ChildArgs {
  /**
   * The host name, such as `mq.example.com`. Its DNS record must point to the instance's own name, the output `host` of
   * the `Instance`. The resource asks the service again until the service sees the record. Changed in place: the old
   * name is removed, then the new one is set, and for a while the instance has neither. The instance's own name always
   * works.
   */
  hostname: pulumi.Input<string>;
  /**
   * True when another host name, which this resource did not set, may be replaced. A change sends nothing. Left out:
   * false, which fails and names it.
   */
  takeOver?: pulumi.Input<boolean>;
}

interface CustomDomainState extends ChildValues, Given<CustomDomainArgs> {
  /** True when the host name was in use, with its certificate, when last seen. */
  configured: boolean;
}

const schema = inputsOf(() => ({
  ...childShape,
  hostname: field(z.string().refine(isHostname, "must be a host name, such as mq.example.com"), {
    normal: ofText((text) => text.toLowerCase()),
  }),
  takeOver: field(z.boolean().optional(), { local: true }),
}));

const customDomainDefinition = partKind<z.output<typeof schema>, CustomDomainState, typeof customDomainIds>({
  type: "CustomDomain",
  ids: customDomainIds,
  schema,
  outputs: ["configured"],
  alters: { hostname: ["configured"] },

  create: (turn, { id, api }, args) => setHostname(turn, api.customDomain, { ...args, id }),

  async read(ctx, { api: { customDomain: domain } }) {
    const call = readCall(ctx);
    const seen = await domain.get(call);
    if (seen.hostname !== undefined) return seen;
    // The service shows no host name while a host name is being set.
    if (ctx.kept.pending) return {};
    const again = await domain.get(call, { fresh: true });
    return again.hostname === undefined ? undefined : again;
  },

  update: (turn, { id, instance, api }, args, state) =>
    setHostname(turn, api.customDomain, { ...args, id, instance, own: state.hostname ?? undefined }),

  async delete({ call, kept, say }, { id, instance, api: { customDomain: domain } }, state) {
    const look = async (options?: { fresh: boolean }) => (await domain.get(call, options)).hostname;
    // The service may not show yet a host name that a cut-off run asked for, and which must not appear later.
    const hostname = kept.pending ? await look() : await findToDelete(call, id, state, look);
    if (hostname === undefined && !kept.pending) return;
    if (hostname !== undefined && !isOwn(kept, state.hostname, hostname)) {
      say.note(`the custom domain ${hostname} stays, because somebody else has set it in the meantime`);
      return;
    }
    await removeHostname(call, domain, instance);
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

/** What {@link getCustomDomain} returns. */
export interface CustomDomainResult {
  /** The host name; missing when no host name is set, and while one is being set. */
  hostname?: string;
  /** True when the host name is in use, with its certificate. */
  configured: boolean;
}

/**
 * The custom domain of an instance.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const hostname = broker.getCustomDomain({ instance: 123 }).then((domain) => domain.hostname);
 * ```
 */
export const getCustomDomain = askInstance<OnInstanceArgs, CustomDomainResult>({
  name: "getCustomDomain",
  answer: (api, call) => api.customDomain.get(call, { fresh: true }),
});

/** {@link getCustomDomain} for arguments that are outputs of resources. */
export const getCustomDomainOutput = askOutput<OnInstanceOutputArgs, CustomDomainResult>(getCustomDomain);
