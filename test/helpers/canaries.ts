import type { TestEmulator } from "./emulator";
import type { Run } from "./engine-run";
import type { TestStack } from "./stack";

/** Secrets, each under the name that a report uses for it. */
export type Canaries = Record<string, string>;

/** Texts, each under the name of the place where it was found. */
export type Texts = Record<string, string>;

/** Makes a secret that occurs nowhere by chance, and is as long as the keys of the service. */
export const canary = (name: string): string => `canary-${name}-${Math.random().toString(36).slice(2).padEnd(12, "0")}`;

/** Finds each place that contains a secret, as it is or in a spelling from which the secret can be restored. */
export function findSecrets(texts: Texts, canaries: Canaries): string[] {
  return Object.entries(canaries).flatMap(([name, secret]) => {
    if (secret.length < 8) throw new Error(`the secret ${name} is too short to be searched for`);
    return Object.entries(texts).flatMap(([place, text]) =>
      Object.entries(spellings(secret))
        .filter(([how, spelling]) => text.includes(spelling) && (how === "plain" || spelling !== secret))
        .map(([how, spelling]) => `${name} (${how}) in ${place}: ${around(text, spelling)}`),
    );
  });
}

/** Throws where a text contains a secret, with the places, and where there are no texts or no secrets. */
export function expectNoSecrets(texts: Texts, canaries: Canaries): void {
  const empty = Object.keys(texts).length === 0 || Object.keys(canaries).length === 0;
  if (empty) throw new Error("a search of nothing, or for nothing, finds nothing");
  const found = findSecrets(texts, canaries);
  if (found.length > 0) throw new Error(`secrets in plain sight:\n${found.join("\n")}`);
}

/**
 * The texts that a run left behind: its output, the engine's events, the state, and the emulator's log. Events at debug
 * level are left out: in them Pulumi's own SDK prints the inputs and outputs of every provider, secrets in plain text
 * included. Every run has these events in its event log; users see them with `--debug` and `--json`.
 */
export function textsOf(what: string, run: Run, stack: TestStack, ...emulators: TestEmulator[]): Texts {
  const shown = run.events.filter((event) => String(event.diagnosticEvent?.severity) !== "debug");
  return {
    [`stdout of ${what}`]: run.stdout,
    [`stderr of ${what}`]: run.stderr,
    [`events of ${what}`]: JSON.stringify(shown),
    [`checkpoint after ${what}`]: stack.checkpointFile(),
    [`emulator's log after ${what}`]: JSON.stringify(emulators.map((each) => each.requests())),
  };
}

/** The secrets that a running emulator holds. */
export function secretsOf(emulator: TestEmulator): Canaries {
  const { accountKeys, instances, vpcs } = emulator.state();
  return Object.fromEntries([
    ...accountKeys.map(({ id, key }) => [`account key ${id}`, key]),
    ...instances.flatMap(({ id, apikey, password }) => [
      [`key of instance ${id}`, apikey],
      [`password of instance ${id}`, password],
    ]),
    ...vpcs.map(({ id, apikey }) => [`key of VPC ${id}`, apikey]),
  ]);
}

/** The spellings from which a secret can be restored. The list does not follow how the package hides secrets. */
function spellings(secret: string): Record<string, string> {
  // The encoding of HTTP Basic. The end is cut off, because the last characters depend on the text that follows the
  // secret.
  const base64 = (text: string) => Buffer.from(text).toString("base64").replace(/=+$/, "").slice(0, -1);
  const escaped = JSON.stringify(secret).slice(1, -1);
  const lines = secret.split(/\r?\n/).filter((line) => line.length >= 12);
  return {
    plain: secret,
    trimmed: secret.trim(),
    "JSON-escaped": escaped,
    "JSON with escaped slashes": escaped.replaceAll("/", "\\/"),
    base64: base64(secret),
    "base64 for URLs": Buffer.from(secret).toString("base64url").slice(0, -1),
    "HTTP Basic": base64(`:${secret}`),
    hex: Buffer.from(secret).toString("hex"),
    "percent-encoded": encodeURIComponent(secret),
    "form-encoded": new URLSearchParams({ v: secret }).toString().slice(2),
    "on one line": secret.replace(/\s+/g, " ").trim(),
    "cut short": secret.slice(0, Math.ceil(secret.length * 0.9)),
    ...Object.fromEntries(lines.map((line, index) => [`line ${index + 1}`, line])),
  };
}

/** The text around a secret that was found, without the secret. */
function around(text: string, found: string): string {
  const at = text.indexOf(found);
  const before = text.slice(Math.max(0, at - 60), at);
  const after = text.slice(at + found.length, at + found.length + 30);
  return JSON.stringify(`…${before}<here>${after}…`);
}
