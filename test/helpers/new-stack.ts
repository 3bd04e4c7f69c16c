import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The salt of the stacks' keys, as the CLI makes one for the passphrase "test". */
const salt = "v1:Bhoqi5D3yc8=:v1:nUXtOKGuZ+/lSSsz:reCWgdGgYUcHxPbkl/nSgCKTFnJ4Kg==";

/**
 * Writes an empty stack into a backend's folder, and its settings into the project's folder. The files are those of
 * `pulumi stack init` and `pulumi config set`, two calls that together take as long as a run of the engine.
 */
export function writeStack(
  backend: string,
  work: string,
  { project, name, config }: { project: string; name: string; config: Record<string, string> },
): void {
  const stacks = join(backend, ".pulumi", "stacks", project);
  mkdirSync(stacks, { recursive: true });
  writeFileSync(join(backend, ".pulumi", "meta.yaml"), "version: 1\n");
  const checkpoint = { stack: `organization/${project}/${name}`, latest: null };
  writeFileSync(join(stacks, `${name}.json`), JSON.stringify({ version: 3, checkpoint }));
  const settings = Object.entries(config).map(([key, value]) => [key.includes(":") ? key : `${project}:${key}`, value]);
  writeFileSync(
    join(work, `Pulumi.${name}.yaml`),
    JSON.stringify({ encryptionsalt: salt, config: Object.fromEntries(settings) }),
  );
}

/** Writes the project's file. `plugin` is the folder of the provider plugin, where the program needs one. */
export function writeProject(
  work: string,
  { name, main, plugin }: { name: string; main: string; plugin?: string },
): void {
  const plugins = plugin === undefined ? {} : { plugins: { providers: [{ name: "broker", path: plugin }] } };
  writeFileSync(join(work, "Pulumi.yaml"), JSON.stringify({ name, runtime: "nodejs", main, ...plugins }));
}
