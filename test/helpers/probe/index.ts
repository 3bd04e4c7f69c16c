import * as pulumi from "@pulumi/pulumi";

/** What stands in state for the probe's code; it is resolved from the repository's root. */
export const probeStub = "exports.handler = () => require('./test/helpers/probe/provider.cjs')";

/** What can be asked of a probe. */
export interface ProbeArgs {
  colour: pulumi.Input<string>;
  size: pulumi.Input<number>;
  /** The create fails after the thing exists. */
  unready?: pulumi.Input<boolean>;
  /** The create goes on for as long as a file stands at this path. */
  hold?: pulumi.Input<string>;
}

/** A resource that keeps itself in a JSON file (`probe:file`): changed `colour` replaces, changed `size` updates. */
export class Probe extends pulumi.CustomResource {
  declare readonly colour: pulumi.Output<string>;
  declare readonly size: pulumi.Output<number>;

  constructor(name: string, args: ProbeArgs, options?: pulumi.CustomResourceOptions) {
    const type = "pulumi-nodejs:dynamic/probe:Probe";
    const urn = new Promise<string>((resolve) => {
      pulumi.createUrn(name, type, options?.parent).apply(resolve);
    });
    super(type, name, { ...args, __urn: urn, __provider: probeStub }, options);
  }
}
