import type { TestEmulator } from "./emulator";

/**
 * Puts another broker of the account on 3.13.7, to which the service offers 4.0.9. A broker on an earlier minor version
 * is not offered 4.0.9 itself, and is upgraded towards it only because this one shows that it exists.
 */
export function showLaterVersion(emulator: TestEmulator): void {
  const id = emulator.instances[0]?.id ?? 0;
  emulator.patch({ op: "set", in: "instances", id, fields: { rmq_version: "3.13.7" } });
}
