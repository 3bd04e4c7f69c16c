import type { Emulator } from "../../provider/emulator";

type Endpoints = Pick<Emulator, "apiKey" | "customerUrl" | "baseUrl">;

/** The provider's configuration that leads to an emulator, as a host gets it. */
export const configOf = ({ apiKey, customerUrl, baseUrl }: Endpoints) => ({
  "broker:apiKey": apiKey,
  "broker:customerUrl": customerUrl,
  "broker:baseUrl": baseUrl,
});

/** The same as a stack is configured with it: the key is a secret. */
export const stackConfigOf = (emulator: Endpoints) => ({
  ...configOf(emulator),
  "broker:apiKey": { secret: emulator.apiKey },
});
