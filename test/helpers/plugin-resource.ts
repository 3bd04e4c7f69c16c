import * as pulumi from "@pulumi/pulumi";
import type { ProviderArgs } from "pulumi-broker";
import { marksOf } from "../../provider/framework/kind/marks";
import { definitions } from "../../provider/resources/definitions";
import type { DoorName } from "./plugin-door";

/** A resource as a program declares it whose language has no class for it: by its type token, through the plugin. */
export class PluginResource extends pulumi.CustomResource {
  constructor(type: string, name: string, args: object, options?: pulumi.CustomResourceOptions) {
    super(`broker:index:${type}`, name, { ...noOutputs(type), ...args }, options);
  }
}

/** The provider of the plugin, as a program declares it whose language has no class for it. */
export class PluginProvider extends pulumi.ProviderResource {
  constructor(name: string, inputs: pulumi.Inputs) {
    super("broker", name, inputs);
  }
}

type ResourceClass = new (name: string, args: object, options?: pulumi.CustomResourceOptions) => pulumi.CustomResource;

/** Declares a resource through a door. */
export function declareThrough(
  door: DoorName,
  type: string,
  name: string,
  args: object,
  options?: pulumi.CustomResourceOptions,
): pulumi.CustomResource {
  if (door === "plugin") return new PluginResource(type, name, args, options);
  const classes = require("pulumi-broker") as Record<string, ResourceClass>;
  return new classes[type]!(name, args, options);
}

/** Declares a provider through a door, which leads to an account. */
export function providerThrough(door: DoorName, name: string, { apiKey, customerUrl, baseUrl }: ProviderArgs) {
  const inputs = { apiKey: pulumi.secret(apiKey), customerUrl, baseUrl };
  if (door === "plugin") return new PluginProvider(name, inputs);
  const { Provider } = require("pulumi-broker") as typeof import("pulumi-broker");
  return new Provider(name, inputs as ProviderArgs);
}

/** Every output, without a value: the SDK makes a property of the resource for each. */
function noOutputs(type: string): pulumi.Inputs {
  const definition = definitions.find((each) => each.type === type);
  if (definition === undefined) throw new Error(`there is no definition of ${type}`);
  const names = [...Object.keys(marksOf(definition.schema)), ...(definition.outputs ?? [])];
  return Object.fromEntries(names.map((name) => [name, undefined]));
}
