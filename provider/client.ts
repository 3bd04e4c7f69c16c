// Programs import the file as `pulumi-broker/client`; no other source file does. Operations come from `api/nouns/`, and
// options may be added. Names of exports and of options must stay, because programs use these names.

/** The two HTTP APIs of the service for scripts, policies and tests: every operation as a typed method. */
import type { AccountOperations, InstanceOperations } from "./api";
import { ApiError, checkBaseUrl, createClient as connect, proxyProblems, scriptTerms } from "./api";

export type {
  ApiErrorFields,
  CallOptions,
  ChangeableOperations,
  Created,
  ErrorKind,
  Hint,
  ItemOperations,
  ListOperations,
  MadeChild,
  Message,
  Said,
} from "./api";
export { ApiError, isApiError } from "./api";
export * from "./api/nouns";

/** The options of {@link createClient}. */
export interface CreateClientOptions {
  /** The key of the account. Not needed when `instanceApiKeys` has a key for each instance that is called. */
  apiKey?: string;
  /** The base URL of the account API. */
  customerUrl: string;
  /** The base URL of the instance API. */
  baseUrl: string;
  /**
   * Keys of single instances by instance id. The account key looks up the key of any other instance. It also looks up
   * the new key where the service refuses a given one.
   */
  instanceApiKeys?: Record<string, string>;
  /**
   * How many milliseconds a call may last, with all its attempts and pauses. Default: 120000. A call may set its own.
   */
  timeoutMs?: number;
  /** Lets plain http leave this machine. Default: false. */
  allowHttp?: boolean;
  /** The value of the header `User-Agent`. Default: `pulumi-broker`. */
  userAgent?: string;
}

/** Every operation of both APIs. */
export interface ServiceClient extends AccountOperations {
  /**
   * The operations of one instance. Its key is the given key, the key in `instanceApiKeys`, or the key that the account
   * API tells. The client looks that last key up before the first call and after a rotation, also of a given key.
   */
  instance(id: string | number, options?: { apiKey?: string }): InstanceOperations;
  /** Closes the connections. A call in flight that has no answer yet fails. */
  close(): Promise<void>;
}

/**
 * Opens both APIs of one account. The client sends nothing before the first call.
 *
 * After a 429 the client paces all calls together. It repeats a call that reads, and a call that it can repeat safely.
 * The repeats come after trouble of the network, and until the deadline while the service is busy. A POST that makes
 * or does something is sent once. Every failure is an {@link ApiError} of one line.
 *
 * ```typescript
 * import { createClient } from "pulumi-broker/client";
 *
 * const client = createClient({
 *   apiKey: process.env["BROKER_API_KEY"],
 *   customerUrl: "https://customer.example.com",
 *   baseUrl: "https://api.example.com",
 * });
 * for (const { id, name } of await client.instances.list()) {
 *   const nodes = await client.instance(id).nodes.list();
 *   console.log(name, nodes.map((node) => node.broker_version).join(", "));
 * }
 * await client.close();
 * ```
 *
 * @throws when an option cannot be used.
 */
export function createClient(options: CreateClientOptions): ServiceClient {
  const { allowHttp, ...given } = options;
  const how = { allowHttp, wayOut: "allowHttp: true" };
  const problems = [
    checkBaseUrl("customerUrl", String(given.customerUrl), how),
    checkBaseUrl("baseUrl", String(given.baseUrl), how),
    ...proxyProblems(process.env),
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0) {
    const problem = problems.join("; ");
    throw new ApiError({ kind: "invalid", subject: "createClient", problem, hint: scriptTerms.advice });
  }
  const { operations, instance, close } = connect({ ...given, terms: scriptTerms });
  return { ...operations, instance: (id, with_) => instance(String(id), with_).operations, close };
}
