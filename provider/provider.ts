// Programs import `Provider`; `ask/ask.ts` reads its `inputs`, and `tools/schema/head.mjs` reads `ProviderArgs`. A new
// setting goes into `ProviderArgs`, `inputs` and `config.ts`. Type `pulumi-nodejs` must stay, because dynamic resources
// need this provider; the keys `broker:…` must stay, because the host process reads these keys.
import * as pulumi from "@pulumi/pulumi";
import { checkConfiguration, checkedUrl } from "./dynamic/configured";

/**
 * What a {@link Provider} is made from; what is left out comes from the stack's configuration, then the environment.
 */
export interface ProviderArgs {
  /** The account's API key. Secret. Default: `broker:apiKey`, then `BROKER_API_KEY`. */
  apiKey?: pulumi.Input<string>;
  /** The base URL of the account API. Default: `broker:customerUrl`, then `BROKER_CUSTOMER_URL`. */
  customerUrl?: pulumi.Input<string>;
  /** The base URL of the instance API. Default: `broker:baseUrl`, then `BROKER_BASE_URL`. */
  baseUrl?: pulumi.Input<string>;
  /**
   * Keys of single instances by instance id, if you have no account key. Secret. Default: `broker:instanceApiKeys`. For
   * a rotated key that the service refuses, the account key looks up the new one.
   */
  instanceApiKeys?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * Lets the base URLs be plain http to another machine, which shows the key to the network. Default:
   * `broker:allowHttp`, then `BROKER_ALLOW_HTTP`, then no.
   */
  allowHttp?: pulumi.Input<boolean>;
}

/** The configuration that a provider gives to its host process, by key. */
type ProviderInputs = Record<string, pulumi.Input<string> | undefined>;

/**
 * A second account in one program, or one whose key comes from somewhere else than the stack's configuration.
 *
 * ```typescript
 * import * as pulumi from "@pulumi/pulumi";
 * import * as broker from "pulumi-broker";
 *
 * const staging = new broker.Provider("staging", {
 *   apiKey: new pulumi.Config().requireSecret("stagingKey"),
 * });
 *
 * new broker.Vpc("net", { region: "provider-a::region-1", subnet: "10.56.72.0/24" }, { provider: staging });
 * ```
 *
 * Each provider runs in a process of its own: keys, pacing and queues of two accounts do not mix.
 *
 * @category The account and its team
 */
export class Provider extends pulumi.ProviderResource {
  /** @internal What functions called with this provider use. */
  readonly inputs: ProviderInputs;

  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    checkConfiguration();
    const config = new pulumi.Config("broker");
    const keys = args.instanceApiKeys;
    const inputs: ProviderInputs = {
      "broker:apiKey": args.apiKey === undefined ? config.getSecret("apiKey") : pulumi.secret(args.apiKey),
      "broker:customerUrl": checkedUrl("the argument customerUrl", args.customerUrl) ?? config.get("customerUrl"),
      "broker:baseUrl": checkedUrl("the argument baseUrl", args.baseUrl) ?? config.get("baseUrl"),
      "broker:instanceApiKeys":
        keys === undefined ? config.getSecret("instanceApiKeys") : pulumi.secret(pulumi.jsonStringify(keys)),
      "broker:allowHttp":
        args.allowHttp === undefined ? config.get("allowHttp") : pulumi.output(args.allowHttp).apply(String),
    };
    super("pulumi-nodejs", name, { ...inputs }, opts);
    this.inputs = inputs;
  }
}
