// `resources/index.ts` exports all names to programs. A new provider needs an interface, a schema field, and its list
// in `steps.ts`. The id and the names must stay, because states and programs hold them.
import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { type VpcConnectInfo, waitFor } from "../../api";
import { askOutput, withoutNone } from "../../ask/ask";
import { CustomResource, isInstanceOf, type Outputs } from "../../dynamic/resource";
import { type FieldMarks, field, inputsOf, ofText } from "../../framework/kind/marks";
import type { Agrees, Shown } from "../shared/agrees";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "../shared/askInstance";
import { type ChildArgs, childShape, findToDelete, partSuper } from "../shared/child";
import { idsOf } from "../shared/ids";
import { partKind } from "../shared/partKind";
import type { ConnectValues } from "./steps";
import * as steps from "./steps";

/** What private connectivity takes at every cloud provider. */
export interface AnyConnectArgs extends ChildArgs {
  /**
   * True when the list may be replaced if VPC Connect is enabled already. A change sends nothing. Left out: false,
   * which fails and names the entries.
   */
  takeOver?: pulumi.Input<boolean>;
}

/** Private connectivity to an instance at provider A. */
export interface ProviderAConnectArgs extends AnyConnectArgs {
  /**
   * Provider A: who may connect, as ARNs of an account's root, of users or of roles, in any order. Needed on provider
   * A. Changed in place.
   */
  allowedPrincipals: pulumi.Input<pulumi.Input<string>[]>;
  /** Not beside `allowedPrincipals`: an instance is at one cloud provider. */
  approvedSubscriptions?: undefined;
  /** Not beside `allowedPrincipals`: an instance is at one cloud provider. */
  allowedProjects?: undefined;
}

/** Private connectivity to an instance at provider B. */
export interface ProviderBConnectArgs extends AnyConnectArgs {
  /** Provider B: subscriptions that may connect, as GUIDs, in any order. Needed on provider B. Changed in place. */
  approvedSubscriptions: pulumi.Input<pulumi.Input<string>[]>;
  /** Not beside `approvedSubscriptions`: an instance is at one cloud provider. */
  allowedPrincipals?: undefined;
  /** Not beside `approvedSubscriptions`: an instance is at one cloud provider. */
  allowedProjects?: undefined;
}

/** Private connectivity to an instance at provider C. */
export interface ProviderCConnectArgs extends AnyConnectArgs {
  /** Provider C: projects that may connect, by their ids, in any order. Needed on provider C. Changed in place. */
  allowedProjects: pulumi.Input<pulumi.Input<string>[]>;
  /** Not beside `allowedProjects`: an instance is at one cloud provider. */
  allowedPrincipals?: undefined;
  /** Not beside `allowedProjects`: an instance is at one cloud provider. */
  approvedSubscriptions?: undefined;
}

/** What a {@link VpcConnect} is made from: the list of the instance's cloud provider. */
export type VpcConnectArgs = ProviderCConnectArgs | ProviderBConnectArgs | ProviderAConnectArgs;

interface ConnectState extends ConnectValues {
  /** The status, as last seen: `pending` or `enabled`. */
  status: string;
  /** The name of the service to which an endpoint on your side connects. */
  serviceName: string | null;
  /** Provider B: the alias of the service. */
  alias: string | null;
  /** Provider A: the zones in which the service is active. */
  activeZones: string[] | null;
  /** The id of the instance's VPC, even if the service made the VPC for this resource. Needs an account key. */
  vpc?: string;
  /**
   * The network of the instance's VPC, in CIDR form: for `unmanaged` of an exclusive `FirewallRuleSet`. Needs an
   * account key.
   */
  vpcSubnet?: string;
}

const list = (element: RegExp, what: string, marks: FieldMarks = {}) =>
  field(z.array(z.string().regex(element, `must be ${what}`)).optional(), { set: true, ...marks });

const schema = inputsOf(() => ({
  ...childShape,
  allowedPrincipals: list(
    /^arn:[\w-]+:iam::\d{12}:(root|user\/\S+|role\/\S+)$/,
    "the ARN of an account root, a user or a role",
  ),
  approvedSubscriptions: list(steps.guid, "the GUID of a subscription", { normal: ofText(steps.lower) }),
  // The project of an organization may have its domain in front, such as example.com:my-project.
  allowedProjects: list(
    /^([a-z0-9-]+(\.[a-z0-9-]+)+:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$/,
    "the id of a project of the cloud provider",
  ),
  takeOver: field(z.boolean().optional(), { local: true }),
}));

const vpcConnectIds = idsOf("VpcConnect", "<instance>/vpc-connect");

const vpcConnectDefinition = partKind<ConnectValues, ConnectState, typeof vpcConnectIds>({
  type: "VpcConnect",
  ids: vpcConnectIds,
  schema,
  rules: [
    {
      needs: ["instance", ...steps.lists],
      refuses: (args) =>
        steps.lists.filter((name) => args[name] !== undefined).length === 1
          ? undefined
          : `needs exactly one of the lists ${steps.lists.join(", ")}: give only the list that belongs to the cloud provider of the instance`,
    },
  ],
  outputs: ["status", "serviceName", "alias", "activeZones", "vpc", "vpcSubnet"],

  async create({ call, kept, say }, { id, instance, api: { vpcConnect } }, args) {
    const ownVpc = await steps.vpcOf(call, instance);
    const before = await steps.waitForIdle(call, vpcConnect, instance);
    const shown = before && steps.lists.find((name) => toState(before)[name] !== undefined);
    if (shown !== undefined && args[shown] === undefined)
      throw new Error(
        `${call.subject}: the cloud provider of instance ${instance} needs the list "${shown}": declare this list, and remove the other list`,
      );
    if (before !== undefined && steps.isDeclared(before, args)) {
      say.note(`VPC Connect of instance ${instance} was already enabled: this resource manages it from now on`);
    } else if (before !== undefined && !args.takeOver) {
      const has = steps.entriesOf(before, args).join(", ") || "nobody";
      throw new Error(
        `${call.subject}: VPC Connect of instance ${instance} is already enabled for ${has}: declare the same allowlist, or set takeOver: true to replace the allowlist`,
      );
    }
    await steps.setList(call, vpcConnect, args, before);
    kept.hold(id, {});
    const state = toState(await steps.waitForEnabled(call, vpcConnect, args));
    const seen = await steps.vpcOf(call, instance, { fresh: true });
    if (ownVpc.vpc === undefined && seen.vpc !== undefined)
      say.note(
        `the service made VPC ${seen.vpc} for instance ${instance}: this VPC stays when the instance is deleted`,
      );
    return { ...state, ...seen };
  },

  async read({ call }, { instance, api: { vpcConnect } }) {
    const info = await steps.enabledInfo(call, vpcConnect, false);
    return info && { ...toState(info), ...(await steps.vpcOf(call, instance)) };
  },

  async update({ call, kept }, { id, instance, api: { vpcConnect } }, args) {
    // Another resource for the instance may have disabled VPC Connect, which then takes no list.
    const before = await steps.waitForIdle(call, vpcConnect, instance);
    await steps.setList(call, vpcConnect, args, before);
    kept.hold(id, {});
    const seen = toState(await steps.waitForEnabled(call, vpcConnect, args));
    const isNew = kept.pending || before === undefined;
    return isNew ? { ...seen, ...(await steps.vpcOf(call, instance, { fresh: true })) } : seen;
  },

  async delete({ call, say }, { id, instance, api: { vpcConnect } }, state) {
    say.note(`the VPC of instance ${instance} stays, even if the service made it for VPC Connect`);
    if ((await findToDelete(call, id, state, () => steps.enabledInfo(call, vpcConnect))) === undefined) return;
    await vpcConnect.disable(call);
    await waitFor(call, `VPC Connect of instance ${instance} to be disabled`, async () => {
      const left = await steps.enabledInfoOrNone(call, vpcConnect);
      return left === undefined ? { done: undefined } : { waiting: left.status };
    });
  },
});

/** Turns the answer, whose names differ by provider, into state; no other function does. */
const toState = (info: VpcConnectInfo): Partial<ConnectState> => ({
  allowedPrincipals: info.allowed_principals,
  approvedSubscriptions: info.approved_subscriptions,
  allowedProjects: info.allowed_projects,
  status: info.status,
  serviceName: info.service_name ?? info.server_name ?? null,
  alias: info.alias ?? null,
  activeZones: info.active_zones ?? null,
});

/**
 * Private connectivity to an instance, by the cloud provider's own means, for those on a list. The service makes a VPC
 * for an instance that is not in a VPC yet.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * const connect = new broker.VpcConnect("connect", {
 *   instance: 123,
 *   allowedPrincipals: ["arn:cloud:iam::123456789012:root"],
 * });
 *
 * export const service = connect.serviceName;
 * ```
 *
 * The list is changed in place, by one PUT of the whole list; changing the instance replaces the resource. The resource
 * waits until clients can connect, and on removal until they no longer can; the VPC stays. The service adds firewall
 * rules: name their networks in `unmanaged` of an exclusive `FirewallRuleSet`. Take over a connectivity that is enabled
 * already with `takeOver` or `{ import: "<instance>/vpc-connect" }`.
 *
 * @category Ways into the network
 */
export class VpcConnect extends CustomResource {
  /** @throws at preview: lists of two providers, or none; an invalid entry; no key for the instance. */
  constructor(name: string, args: VpcConnectArgs, opts?: pulumi.CustomResourceOptions) {
    super(...partSuper<Agrees<VpcConnectArgs, typeof schema>>(vpcConnectDefinition, name, args, opts));
  }

  /**
   * Reads the private connectivity of an instance, by the id `<instance>/vpc-connect`. Fails when it is not enabled.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): VpcConnect {
    return new VpcConnect(name, {} as VpcConnectArgs, { ...opts, id });
  }

  /** True when a value is a VpcConnect, made by this copy of the package or by another. */
  static override isInstance(value: unknown): value is VpcConnect {
    return isInstanceOf(vpcConnectDefinition, value);
  }
}

export interface VpcConnect extends Outputs<ConnectState> {}

/** What {@link getVpcConnect} returns. */
export interface VpcConnectResult
  extends Shown<ConnectState, "serviceName" | "alias" | "activeZones", "status" | "vpc" | "vpcSubnet" | "takeOver"> {
  /** The status: `pending`, `enabled`, or `disabled`. A connectivity that was never enabled is `disabled` too. */
  status: string;
  /** The time of the last change, as the service writes it. */
  updatedAt?: string;
}

/**
 * The private connectivity of an instance.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const service = broker.getVpcConnect({ instance: 123 }).then((connect) => connect.serviceName);
 * ```
 */
export const getVpcConnect = askInstance<OnInstanceArgs, VpcConnectResult>({
  name: "getVpcConnect",
  async answer(api, call) {
    const seen = await api.vpcConnect.get(call, { fresh: true }).catch(steps.noneBeforeEnabled);
    if (seen === undefined) return { status: "disabled" };
    return { status: seen.status, ...withoutNone({ ...toState(seen), updatedAt: seen.updated_at }) };
  },
});

/** {@link getVpcConnect} for arguments that are outputs of resources. */
export const getVpcConnectOutput = askOutput<OnInstanceOutputArgs, VpcConnectResult>(getVpcConnect);
