import type { Client, ClientOptions } from "./types";

/** Opens both APIs of one account. Nothing is sent before the first call. */
export function createClient(options: ClientOptions): Client {
  throw new Error(`not built yet: ${options.customerUrl}`);
}
