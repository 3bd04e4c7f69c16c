import type { Dispatcher } from "undici";
import type { z } from "zod";
import type { Attempt, BodyReader } from "./attempt";
import type { Call } from "./call";
import type { Clock } from "./clock";
import type { Contact } from "./contact";
import type { Hint } from "./errorText";
import type { Gate } from "./gate";

/** One operation of the service. */
export interface Endpoint<T> {
  method: Attempt<T>["method"];
  /** The path with a place for each value, such as `/api/vpcs/{id}`. Values are checked before they are filled in. */
  path: string;
  /**
   * True for a POST that has the same result when it is sent twice. Every other POST makes something, or has a new effect
   * each time, and is sent once; a request of another method may always be sent again.
   */
  isRepeatable?: true;
  /** The query as it is sent, such as `async=true`. */
  query?: string;
  /** The role that a key needs for this operation, as far as the specification tells it. */
  role?: string;
  /**
   * The shape that a success must have. Without a schema a success is an empty body, or one with which the service
   * confirms a write, and nothing is returned.
   */
  answer?: z.ZodType<T>;
  /** The shape that a success may have. Another answer that confirms the write is a success too: nothing is returned. */
  echo?: z.ZodType<T>;
  /** True when only an empty body is a success. */
  onlyEmpty?: boolean;
  /** Fields of the body whose values must not show in an error. */
  secrets?: readonly string[] | "all";
}

/** The source of a key, and what happens when the service refuses the key. */
export interface Credentials {
  /** True when the account API tells the key: the instance then belongs to the account that the account key opens. */
  lookedUp?: boolean;
  key(call: Call): Promise<string>;
  /** Gets a key in place of the refused key; undefined when there is no other key. */
  renew(refused: string, call: Call): Promise<string | undefined>;
  /** Uses a new key from now on, after a rotation has ended the old one. */
  replace?(key: string): void;
}

/** The parts that all calls of one client share. */
export interface Transport {
  clock: Clock;
  dispatcher: Dispatcher;
  /** True once the client is closed: nothing is sent any more. */
  readonly isClosed?: boolean;
  gate: Gate;
  userAgent: string;
  /** How many milliseconds a call without its own deadline may last. Default: two minutes. */
  timeoutMs?: number;
  beforeWrite?: () => Promise<void>;
}

/** One of the two APIs, with the key that opens it. */
export interface Api {
  baseUrl: string;
  transport: Transport;
  credentials: Credentials;
  hint: Hint;
  /** What is known of the connection; without it every failure is that of its request alone. */
  contact?: Contact;
}

/** Values for an endpoint's path and query, and the body. */
export interface Arguments<T = unknown> {
  params?: Record<string, string>;
  /** Parameters of the query. A parameter that is undefined is left out. */
  query?: Record<string, string | number | boolean | undefined>;
  body?: object;
  /**
   * Makes a reader that takes the answer piece by piece; each try has a new reader. Without a reader the answer is read
   * as JSON.
   */
  read?: () => BodyReader<T>;
}
