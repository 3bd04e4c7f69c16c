/** What every method takes: how long it may last, and on whose behalf it runs. */
export interface Call {
  /** When to give up, in milliseconds of the client's clock. */
  deadline: number;
  /** Aborted when the run is being stopped. */
  signal?: AbortSignal;
  /** On whose behalf, for the error's line: `Vpc "net"`. */
  subject?: string;
  /** Told when a wait for a busy or rate-limiting service goes on. */
  progress?: (text: string) => void;
  /** What to do about a busy answer: wait until the deadline (the default), or throw it at once. */
  busy?: "wait" | "throw";
  /** Awaited before an absence counts; throws where it does not, as with the key of another account. */
  beforeAbsence?: () => Promise<void>;
  /** Called after each write that the service has answered by a success. */
  onWritten?: () => void;
}
