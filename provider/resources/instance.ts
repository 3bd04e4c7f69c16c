import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { type Client, type InstanceDetail, isGone } from "../api";
import type { Definition } from "../framework/definition";
import { field } from "../framework/marks";
import { isInstanceOf, superArguments } from "../framework/resource";
import { parseNumericId } from "./ids";
import { withoutMarkers } from "./marker";

/** An instance as state keeps it. */
export interface InstanceState {
  name: string;
  plan: string;
  region: string;
  tags: string[];
  url: string | null;
  host: string | null;
  hostInternal: string | null;
  apiKey: string | null;
  backend: string | null;
  ready: boolean;
  rmqVersion: string | null;
  providerId: string | null;
}

const schema = z.object({
  name: z.string(),
  plan: z.string(),
  region: field(z.string(), { replace: true }),
  tags: field(z.array(z.string()), { set: true }),
});

const onlyRead = "this version reads instances with Instance.get, and does not make, change or delete them";

export const instanceDefinition: Definition<z.output<typeof schema>, InstanceState, Client> = {
  type: "Instance",
  handler: "instance",
  schema,
  outputs: ["url", "host", "hostInternal", "apiKey", "backend", "ready", "rmqVersion", "providerId"],
  secretOutputs: ["url", "apiKey"],

  lacks: () => onlyRead,

  async read(ctx, id) {
    const { instances } = ctx.client;
    try {
      return toState(await instances.get(parseNumericId("Instance", id), ctx));
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  },

  create: () => Promise.reject(new Error(onlyRead)),
  update: () => Promise.reject(new Error(onlyRead)),
  delete: () => Promise.reject(new Error(onlyRead)),
};

/** The only mapping from the wire to state. */
function toState(seen: InstanceDetail): InstanceState {
  return {
    name: seen.name,
    plan: seen.plan,
    region: seen.region,
    tags: withoutMarkers(seen.tags),
    url: seen.url ?? null,
    host: seen.hostname_external ?? null,
    hostInternal: seen.hostname_internal ?? null,
    apiKey: seen.apikey ?? null,
    backend: seen.backend ?? null,
    // The service leaves it out for shared instances: absent means ready.
    ready: seen.ready ?? true,
    rmqVersion: seen.rmq_version ?? null,
    providerId: seen.providerid ?? null,
  };
}

/**
 * A message broker. This version reads one that is there already, so that a program can put things on it:
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * const shop = broker.Instance.get("shop", "123");
 *
 * export const host = shop.host;
 * ```
 */
export class Instance extends pulumi.CustomResource {
  /** The name. */
  declare readonly name: pulumi.Output<string>;
  /** The plan. */
  declare readonly plan: pulumi.Output<string>;
  /** Where the instance is, as `<provider>::<region>`. */
  declare readonly region: pulumi.Output<string>;
  /** The tags. */
  declare readonly tags: pulumi.Output<string[]>;
  /** The URL that clients connect to, with user name and password. Secret. */
  declare readonly url: pulumi.Output<string | undefined>;
  /** The host name for the outside. */
  declare readonly host: pulumi.Output<string | undefined>;
  /** The host name inside the VPC. */
  declare readonly hostInternal: pulumi.Output<string | undefined>;
  /** The instance's own API key. Secret. */
  declare readonly apiKey: pulumi.Output<string | undefined>;
  /** The broker software. */
  declare readonly backend: pulumi.Output<string | undefined>;
  /** Whether it can be used. */
  declare readonly ready: pulumi.Output<boolean>;
  /** The broker's version. */
  declare readonly rmqVersion: pulumi.Output<string | undefined>;
  /** What the service names as the provider's id of the instance. */
  declare readonly providerId: pulumi.Output<string | undefined>;

  private constructor(name: string, opts: pulumi.CustomResourceOptions) {
    super(...superArguments(instanceDefinition, name, undefined, opts));
  }

  /** Reads an instance that something else manages, by its id. An error when there is none. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Instance {
    return new Instance(name, { ...opts, id });
  }

  /** Whether a value is an Instance, whichever copy of this package made it. */
  static override isInstance(value: unknown): value is Instance {
    return isInstanceOf(instanceDefinition, value);
  }
}
