// `dynamic/resource.ts` and `provider.ts` call these functions. A new secret setting goes into `secrets`. The check
// must stay before the first registration, because the engine then writes the configuration into the state.
import * as pulumi from "@pulumi/pulumi";
import { describeLeakyUrl } from "../api/transport/urls";

/** The secret keys of the configuration, and how each is set. */
const secrets = {
  apiKey: "pulumi config set --secret broker:apiKey",
  instanceApiKeys: `pulumi config set --secret --path 'broker:instanceApiKeys["<id>"]'`,
} as const;

/** The runs of programs that were checked; several may take place in one process. */
const checkedRuns = new WeakSet<object>();

/**
 * Checks the stack's configuration once for each run of a program. The state keeps the configuration, so a URL with a
 * password is refused. A key without the mark of a secret gets a warning, because only the program knows the marks.
 */
export function checkConfiguration(): void {
  const run = (require("@pulumi/pulumi/runtime/state") as { getStore?(): object }).getStore?.();
  if (run === undefined || checkedRuns.has(run)) return;
  checkedRuns.add(run);
  const config = new pulumi.Config("broker");
  for (const name of ["customerUrl", "baseUrl"]) withoutPassword(`broker:${name}`, config.get(name) ?? "");
  const { isConfigSecret } = pulumi.runtime as { isConfigSecret?(key: string): boolean };
  for (const [name, command] of Object.entries(secrets)) {
    if (isConfigSecret === undefined || !config.get(name) || isConfigSecret(`broker:${name}`)) continue;
    void pulumi.log.warn(
      `broker:${name} is not marked as a secret, so the state holds the value in plain text: run "${command}"`,
    );
  }
}

/** A base URL on its way into the state. A URL with a password is refused: at once, or when the value is known. */
export function checkedUrl(setting: string, value: pulumi.Input<string> | undefined): pulumi.Input<string> | undefined {
  const check = (url: string) => withoutPassword(setting, url);
  if (value === undefined) return undefined;
  return typeof value === "string" ? check(value) : pulumi.output(value).apply(check);
}

/** Returns the URL. A password in it throws a `RunError`, which ends the program with its message and no stack. */
function withoutPassword(setting: string, url: string): string {
  const problem = describeLeakyUrl(setting, url);
  if (problem !== undefined) throw new pulumi.RunError(problem);
  return url;
}
