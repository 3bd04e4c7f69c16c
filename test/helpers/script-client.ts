import { createClient, type ServiceClient } from "../../provider/client";
import type { Emulator } from "../../provider/emulator";

/** Runs `work` with a script's client for an emulator, which is closed afterwards. */
export async function withClient<T>(
  { customerUrl, baseUrl, apiKey, instanceApiKeys = {} }: Emulator & { instanceApiKeys?: Record<string, string> },
  work: (client: ServiceClient) => Promise<T>,
): Promise<T> {
  const client = createClient({ customerUrl, baseUrl, apiKey, instanceApiKeys });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
