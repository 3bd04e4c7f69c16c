import * as pulumi from "@pulumi/pulumi";

/** The stub in state that leads to the probe's code; its path is resolved from the repository's root. */
export const probeStub = "exports.handler = () => require('./test/helpers/probe/provider.cjs')";

/** The arguments of a probe. */
export interface ProbeArgs {
  colour: pulumi.Input<string>;
  size: pulumi.Input<number>;
  /** True when the create fails after the object exists. */
  unready?: pulumi.Input<boolean>;
  /** A path: the create does not end while a file exists there. */
  hold?: pulumi.Input<string>;
}

/**
 * A resource that is stored in a JSON file (`probe:file`). A changed `colour` replaces it, a changed `size` updates it.
 */
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
