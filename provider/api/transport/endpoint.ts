// `endpoint.ts` has the types that all of `api/` shares. The files of `nouns/` declare operations of the service as
// `Endpoint`, and `request.ts` sends them. A new field should be optional, because present endpoints and calls lack it.
// The names in `CallOptions` must stay, because `pulumi-broker/client` shows them.
import type { Dispatcher } from "undici";
import type { z } from "zod";
import type { Clock } from "./clock";
import type { ApiError } from "./errors";
import type { Hint } from "./errorText";
import type { Gate } from "./gate";

/** The options of every method of the public `pulumi-broker/client`: how long a call may last, for what, and so on. */
export interface CallOptions {
  /** How many milliseconds the call may last, with all its attempts and pauses. Default: the `timeoutMs` of the client. */
  timeoutMs?: number;
  /** A signal that ends the call when it is aborted. */
  signal?: AbortSignal;
  /** The resource for which the call is made, as errors name it: `Vpc "net"`. */
  subject?: string;
  /** True in a create, and in a function of the program: state then holds nothing that a refresh could drop. */
  hasNoState?: boolean;
  /** Called with a line of text while the client waits for a service that is busy or limits the rate. */
  progress?: (text: string) => void;
  /** What to do about a busy answer: wait until the deadline (the default), or throw it at once. */
  busy?: "wait" | "throw";
}

/** A call that is made for a resource or a function: it has a deadline, and hooks of the run. */
export interface Call extends Omit<CallOptions, "timeoutMs"> {
  /** The time at which the call gives up, in milliseconds of the client's clock. */
  deadline: number;
  /**
   * Throws when today's key may open another account than the earlier key. Called before an absent object counts as
   * deleted and, with `isFound`, before a change is sent.
   */
  confirmAccount?: (isFound?: boolean) => Promise<void>;
  /** Called after each try of a write that the service has confirmed, or may have carried out without a usable answer. */
  onWrite?: (isConfirmed: boolean) => void;
}

/** A call whose deadline may not be set yet. If both are given, `deadline` wins over `timeoutMs`. */
export type CallRequest = CallOptions & Partial<Call>;

/** One operation of the service. */
export interface Endpoint<T> {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path with a place for each value, such as `/api/vpcs/{id}`. Values are checked before they are filled in. */
  path: string;
  /** True for a POST that may be sent twice. Any other POST is sent again only after a try without effect. */
  isRepeatable?: true;
  /** The role that a key needs for this operation, as far as the specification tells it. */
  role?: string;
  /** The shape that a success must have. Without it, a success is an empty body or a confirmation of a write. */
  answer?: z.ZodType<T>;
  /** The shape that a success may have. Another answer that confirms the write is a success too, without a value. */
  echo?: z.ZodType<T>;
  /** True where only an empty body is a success, because nothing later shows whether the write was carried out. */
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
  /** The clock for deadlines and pauses. A client's default: the machine's clock. */
  clock: Clock;
  /** The connection pool. A client that is given none opens a pool, and closes it at the end. */
  dispatcher: Dispatcher;
  /** True once the client is closed: nothing is sent any more. */
  readonly isClosed?: boolean;
  /** The gate, which paces all calls of the client. */
  gate: Gate;
  userAgent: string;
  /** How many milliseconds a call without its own deadline may last. Default: two minutes. */
  timeoutMs?: number;
  /** Awaited before each attempt of a request other than GET. Its errors reach the caller unchanged. */
  beforeWrite?: () => Promise<void>;
}

/** What a client knows of its connection to one API. Only after a failure, a contact sends requests of its own. */
export interface Contact {
  /** True when one of the client's two APIs has answered with a success. Until then a connection is tried for 3 s. */
  readonly isReached: boolean;
  /** True when this API has answered with a success. */
  readonly hasAnswered: boolean;
  noteSuccess(): void;
  /** Throws at once while it is known that nobody answers. */
  throwIfLost(call: Call): void;
  /** Rewords the error of a request, where the connection has failed and not the request alone. */
  explain(error: ApiError, call: Call): Promise<ApiError>;
}

/** One of the two APIs, with the key that opens it. */
export interface Api {
  baseUrl: string;
  transport: Transport;
  credentials: Credentials;
  hint: Hint;
  /** What is known of the connection. Without a contact, every failure counts as that of its request alone. */
  contact?: Contact;
}

/** A reader for a body that is too large to be held: it takes the body piece by piece. */
export interface BodyReader<T> {
  accept: string;
  mostBytes: number;
  /** Advice for the error when the body has more than `mostBytes`. */
  tooLargeAdvice: string;
  /** True after a part of the body has reached the caller: the request is then not sent again. */
  readonly handedOut: boolean;
  /** Takes the next piece, and resolves when the reader is ready for another. Throws an `UnreadableBody`. */
  take(text: string): Promise<void>;
  /** Ends the body, and returns the result. Throws an `UnreadableBody`. */
  end(): Promise<T>;
}

/** Values for an endpoint's path and query, and the body. */
export interface Arguments<T = unknown> {
  params?: Record<string, string>;
  /** Parameters of the query. A parameter that is undefined is left out. */
  query?: Record<string, string | number | boolean | undefined>;
  body?: object;
  /** Makes a reader that takes the answer piece by piece, anew for each try. Left out: the answer is JSON. */
  read?: () => BodyReader<T>;
}
