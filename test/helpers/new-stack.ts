import { createCipheriv, randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The settings of a stack as `createStack` takes them. */
export type StackConfig = Record<string, string | { secret: string }>;

/** The salt of the stacks' keys, as the CLI makes one for the passphrase "test". */
const salt = "v1:Bhoqi5D3yc8=:v1:nUXtOKGuZ+/lSSsz:reCWgdGgYUcHxPbkl/nSgCKTFnJ4Kg==";

/** The key that the CLI derives from that passphrase and salt, by PBKDF2 with SHA-256 and a million rounds. */
const key = Buffer.from("ltGWmYD9c63OTtUYk7OOh3v4U7E1rT7u9rqiqQuz8Yk=", "base64");

/** A value as the CLI encrypts it. */
function encrypted(value: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const text = Buffer.concat([cipher.update(value, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return ["v1", nonce.toString("base64"), text.toString("base64")].join(":");
}

/**
 * Writes an empty stack into a backend's folder, and its settings into the project's folder. The files are those of
 * `pulumi stack init` and `pulumi config set`, calls that together take longer than a run of the engine: each derives
 * the key anew.
 */
export function writeStack(
  backend: string,
  work: string,
  { project, name, config }: { project: string; name: string; config: StackConfig },
): void {
  const stacks = join(backend, ".pulumi", "stacks", project);
  mkdirSync(stacks, { recursive: true });
  writeFileSync(join(backend, ".pulumi", "meta.yaml"), "version: 1\n");
  const checkpoint = { stack: `organization/${project}/${name}`, latest: null };
  writeFileSync(join(stacks, `${name}.json`), JSON.stringify({ version: 3, checkpoint }));
  const settings = Object.entries(config).map(([name, value]) => [
    name.includes(":") ? name : `${project}:${name}`,
    typeof value === "string" ? value : { secure: encrypted(value.secret) },
  ]);
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
