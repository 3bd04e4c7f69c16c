import type { Emulator } from "../../provider/emulator";

type Endpoints = Pick<Emulator, "apiKey" | "customerUrl" | "baseUrl">;

/** The provider's configuration that leads to an emulator, as a host gets it. */
export const configOf = ({ apiKey, customerUrl, baseUrl }: Endpoints) => ({
  "broker:apiKey": apiKey,
  "broker:customerUrl": customerUrl,
  "broker:baseUrl": baseUrl,
});

/** The configuration of a stack that leads to an emulator. The key is a secret in it. */
export const stackConfigOf = (emulator: Endpoints) => ({
  ...configOf(emulator),
  "broker:apiKey": { secret: emulator.apiKey },
});

/** The variables of an environment that lead to an emulator. */
export const variablesOf = ({ apiKey, customerUrl, baseUrl }: Endpoints) => ({
  BROKER_API_KEY: apiKey,
  BROKER_CUSTOMER_URL: customerUrl,
  BROKER_BASE_URL: baseUrl,
});
