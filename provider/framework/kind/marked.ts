// `resources/shared/leftOver.ts` lists such objects, and `run/leftOver.ts` shows them. The journal carries `LeftOver`,
// so its fields must stay plain data.

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
  /** The objects with any mark. Of those that `isHeld` names, nothing more is asked. */
  list(client: Client, call: LookCall, isHeld: (id: string) => boolean): Promise<Omit<LeftOver, "urn">[]>;
  /** The error of an operation that refers to an object which state holds: in other words where the object is gone. */
  explainGone(client: Client, call: LookCall, id: string, error: unknown): Promise<unknown>;
}

/** The limits of a look that is no part of an operation. */
interface LookCall {
  deadline: number;
  signal?: AbortSignal;
  busy: "throw";
}

/** What a kind whose objects carry marks looks for in a run: objects that an interrupted run has left. */
export interface Lookout {
  /** Notes that the state holds an object of the kind. */
  note(id: string, ...urns: (string | undefined)[]): void;
  /** Looks at the account's objects of this kind, once in a run, where the state holds any. */
  look(): Promise<void> | undefined;
  /** The error of an operation that refers to an object: in other words where state holds the object and it is gone. */
  explainGone(id: string, error: unknown): Promise<unknown>;
  /** What is left over, as far as the run knows. */
  found(): LeftOver[];
  say(): void;
}
