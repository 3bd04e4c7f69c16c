// A mark is the tag by which a run finds an object that an interrupted run has left. `resources/shared/leftOver.ts`
// makes the `MarkedKind` of `Instance` and `Vpc`; `run/leftOver.ts` makes a `Lookout` for each. Only `LeftOver` reaches
// the journal, a file of JSON that processes share, so its fields must stay plain data. All else may change.

/** An object that an interrupted run made for a resource, and that state does not hold. */
export interface LeftOver {
  id: string;
  mark: string;
  /** The resource for which the object was made. */
  urn: string;
  /** The object, with what it is and what it costs. */
  what: string;
  /** The command that deletes the object. */
  command: string;
}

/** How the objects of a kind are found that carry a mark made from their resource's URN. */
export interface MarkedKind<Client> {
  /** The marks that objects made for a resource may carry. */
  marksOf(urn: string): readonly string[];
  /** True when this run has asked the API that lists the objects. */
  isAsked(client: Client): boolean;
  /** The objects with any mark. `list` asks nothing more about objects that `isHeld` names. */
  list(client: Client, call: LookCall, isHeld: (id: string) => boolean): Promise<Omit<LeftOver, "urn">[]>;
  /** Rewords the error of an operation that refers to an object in state, where the object is gone. */
  explainGone(client: Client, call: LookCall, id: string, error: unknown): Promise<unknown>;
}

/** The limits of a look at the account: `run/leftOver.ts` sets a deadline, and a busy service ends the look. */
interface LookCall {
  deadline: number;
  signal?: AbortSignal;
  busy: "throw";
}

/** What one run knows of the objects of a kind that interrupted runs have left. */
export interface Lookout {
  /** Notes that the state holds an object of the kind. */
  note(id: string, ...urns: (string | undefined)[]): void;
  /** Looks at the account's objects of this kind, once in a run, where the state holds any. */
  look(): Promise<void> | undefined;
  /** Rewords the error of an operation that refers to an object, where the object is in state but gone. */
  explainGone(id: string, error: unknown): Promise<unknown>;
  /** What is left over, as far as the run knows. */
  found(): LeftOver[];
  /** Warns, at the end of the process, of each left-over object whose resource this process has. */
  say(): void;
}
