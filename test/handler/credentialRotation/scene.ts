import type { TestEmulator } from "../../helpers/emulator";
import { type Outcome, resource } from "../../helpers/handlers";

export type Credential = "password" | "apiKey";

/** Every credential that can be rotated. */
export const both = ["password", "apiKey"] as const;
export const pathOf = (credential: Credential) =>
  `/instance/api/account/${credential === "password" ? "rotate-password" : "rotate-apikey"}`;

/** A rotation as its class passes it to the engine. */
export const declare = (emulator: TestEmulator, credential: Credential, triggers?: unknown, name = "one") => {
  const given = triggers === undefined ? {} : { triggers };
  return resource("credentialRotation", name, { instance: `${emulator.instances[0]?.id}`, credential, ...given });
};

/** The credential as the service holds it. */
export function heldBy(emulator: TestEmulator, credential: Credential): string {
  const instance = emulator.state().instances[0]!;
  return credential === "password" ? instance.password : instance.apikey;
}

/** The rotations among the requests of a run. */
export const rotations = ({ calls }: Outcome) =>
  calls.filter((call) => call.startsWith("POST /instance/api/account/rotate-"));
/** The rotations that have reached the service and were not refused, whatever became of the answers. */
export const carriedOut = (emulator: TestEmulator) =>
  emulator.requests().filter(({ path, status }) => path.includes("/api/account/rotate-") && status < 300).length;
