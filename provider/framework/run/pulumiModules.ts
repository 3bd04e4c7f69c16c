import { createRequire } from "node:module";

let requireFromSdk: ((name: string) => unknown) | undefined;

/** Loads a module as `@pulumi/pulumi` finds it: two copies of gRPC or of the messages would not work together. */
export function fromPulumi(name: string): unknown {
  requireFromSdk ??= createRequire(require.resolve("@pulumi/pulumi/package.json"));
  return requireFromSdk(name);
}
