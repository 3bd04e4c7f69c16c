import type { Call } from "./call";
import type { ApiError } from "./errors";

/**
 * What a client knows of its connection to one of the two APIs. The first request that a run needs anyway is the try of
 * the connection: only after a failure is more sent, to tell the causes apart.
 */
export interface Contact {
  /** True when one of the client's two APIs has answered with a success. Before that no outage is waited for. */
  readonly isReached: boolean;
  /** True when this API has answered with a success. */
  readonly hasAnswered: boolean;
  /** Notes a success. */
  noteSuccess(): void;
  /** Throws at once while it is known that nobody answers. */
  throwIfLost(call: Call): void;
  /** The error of a request, in words about the connection where it is the connection that fails. */
  explain(error: ApiError, call: Call): Promise<ApiError>;
}
