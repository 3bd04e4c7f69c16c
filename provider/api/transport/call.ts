/** The options of every method of the client: how long the call may last, for which resource it is made, and so on. */
export interface CallOptions {
  /** How many milliseconds the call may last, with all its attempts and pauses. Default: the `timeoutMs` of the client. */
  timeoutMs?: number;
  /** A signal that ends the call when it is aborted. */
  signal?: AbortSignal;
  /** The resource for which the call is made, as errors name it: `Vpc "net"`. */
  subject?: string;
  /** True when the state holds nothing yet that a refresh could drop: for a function of the program, and for a create. */
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
   * Awaited before an object counts as gone, and before a change of an object that each account may have under the same
   * id (`isFound`). Throws where today's key may be that of another account.
   */
  confirmAccount?: (isFound?: boolean) => Promise<void>;
  /** Called after each try of a write that the service has confirmed, or may have carried out without a usable answer. */
  onWrite?: (isConfirmed: boolean) => void;
}

/** A call whose deadline may not be set yet. If both are given, `deadline` wins over `timeoutMs`. */
export type CallRequest = CallOptions & Partial<Call>;
