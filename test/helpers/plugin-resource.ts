import * as pulumi from "@pulumi/pulumi";
import { marksOf } from "../../provider/framework/kind/marks";
import { definitions } from "../../provider/resources/definitions";

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

/** Every output, without a value: the SDK makes a property of the resource for each. */
function noOutputs(type: string): pulumi.Inputs {
  const definition = definitions.find((each) => each.type === type);
  if (definition === undefined) throw new Error(`there is no definition of ${type}`);
  const names = [...Object.keys(marksOf(definition.schema)), ...definition.outputs];
  return Object.fromEntries(names.map((name) => [name, undefined]));
}
