import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The settings of a stack as `createStack` takes them. */
export type StackConfig = Record<string, string | { secret: string }>;

/** The salt of the stacks' keys, as the CLI makes one for the passphrase "test". */
const salt = "v1:Bhoqi5D3yc8=:v1:nUXtOKGuZ+/lSSsz:reCWgdGgYUcHxPbkl/nSgCKTFnJ4Kg==";

/** The key that the CLI derives from that passphrase and salt, by PBKDF2 with SHA-256 and a million rounds. */
const key = Buffer.from("ltGWmYD9c63OTtUYk7OOh3v4U7E1rT7u9rqiqQuz8Yk=", "base64");

function encrypted(value: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const text = Buffer.concat([cipher.update(value, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return ["v1", nonce.toString("base64"), text.toString("base64")].join(":");
}

/** The mark by which a state file tells an encrypted value from another object. */
const secretMark = "4dabf18193072939515e22adb298388d";

/** A copy of a part of a state file in which each secret is replaced by what `change` makes of it. */
function withSecrets(value: unknown, change: (secret: Record<string, unknown>) => unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((each) => withSecrets(each, change));
  if (secretMark in value) return change(value as Record<string, unknown>);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withSecrets(each, change)]));
}

/** A value of a state file with its secrets in plain text. */
export const decrypted = (value: unknown) => withSecrets(value, ({ ciphertext }) => JSON.parse(plain(ciphertext)));

/** What {@link encrypted} has encrypted. */
function plain(ciphertext: unknown): string {
  const [, nonce = "", text = ""] = String(ciphertext).split(":");
  const bytes = Buffer.from(text, "base64");
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64"));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString();
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
  mkdirSync(join(backend, ".pulumi", "stacks", project), { recursive: true });
  writeFileSync(join(backend, ".pulumi", "meta.yaml"), "version: 1\n");
  writeState(backend, { project, name, version: 3, latest: null });
  writeSettings(work, { project, name, config });
}

/** Writes a stack's state, as `pulumi stack import` does: what is secret and in plain text is encrypted. */
export function writeState(
  backend: string,
  { project, name, version, latest }: { project: string; name: string; version: number; latest: object | null },
): void {
  const hidden = withSecrets(latest, ({ plaintext, ...secret }) =>
    typeof plaintext === "string" ? { ...secret, ciphertext: encrypted(plaintext) } : secret,
  );
  // The key is this stack's own, whichever stack wrote the state.
  const state = latest && { ...(hidden as object), secrets_providers: { type: "passphrase", state: { salt } } };
  const checkpoint = { stack: `organization/${project}/${name}`, latest: state };
  writeFileSync(join(backend, ".pulumi", "stacks", project, `${name}.json`), JSON.stringify({ version, checkpoint }));
}

/** Writes a stack's settings, as `pulumi config set` does. */
export function writeSettings(
  work: string,
  { project, name, config }: { project: string; name: string; config: StackConfig },
): void {
  const settings = Object.entries(config).map(([setting, value]) => [
    setting.includes(":") ? setting : `${project}:${setting}`,
    typeof value === "string" ? value : { secure: encrypted(value.secret) },
  ]);
  const file = { encryptionsalt: salt, config: Object.fromEntries(settings) };
  writeFileSync(join(work, `Pulumi.${name}.yaml`), JSON.stringify(file));
}

/** Writes the project's file. `plugin` is the folder of the provider plugin, where the program needs one. */
export function writeProject(work: string, { name, main, plugin }: { name: string; main: string; plugin?: string }) {
  const packages = plugin === undefined ? {} : { packages: { broker: plugin } };
  writeFileSync(join(work, "Pulumi.yaml"), JSON.stringify({ name, runtime: "nodejs", main, ...packages }));
}
