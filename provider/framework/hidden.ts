/**
 * Inputs whose names begin with `__` travel from the class to the handlers without being the user's: the engine hides
 * them in diffs, and they stay in state, where `delete` and `refresh` find them.
 */
export interface Hidden {
  /** The stub; the host needs it in inputs and outputs. */
  __provider?: string;
  /** The resource's own URN, for lines on its row and for what a run knows of it. */
  __urn?: string;
  /** `opts.customTimeouts`, which the host drops. */
  __timeouts?: { create?: string; update?: string; delete?: string };
  /** `opts.import`: the id of an object that exists and is taken over. */
  __adopt?: string;
  /** Set by `.get`, so that `read` knows that a missing object is an error. Never kept in state. */
  __get?: boolean;
  /** With `__get`: the names of the resources of this type that the same program makes. Never kept in state. */
  __makes?: string[];
  /** The names of the inputs that the program gave; `read` returns exactly these as inputs. */
  __declared?: string[];
  /** Why the object is not finished yet. While it stands, `diff` reports a change and `update` goes on. */
  __pending?: string;
  /** What the class knows of the resources it was given, for `check` alone: never compared, never kept. */
  __facts?: Record<string, unknown>;
  /** The steps that were sent and whose effect was not seen yet. */
  __sent?: string[];
  /** The fingerprint of the key that last saw the object. */
  __seenBy?: string;
}

/** A bag of properties as the engine sends it: the user's, and the hidden ones. */
export type Bag = Hidden & Record<string, unknown>;

const isHidden = (name: string): boolean => name.startsWith("__");

/** The properties without the hidden ones. */
export function visible(bag: Bag): Record<string, unknown> {
  return Object.fromEntries(Object.entries(bag).filter(([name, value]) => !isHidden(name) && value !== undefined));
}

/** Only the hidden properties. */
export function hidden(bag: Bag): Hidden {
  return Object.fromEntries(Object.entries(bag).filter(([name, value]) => isHidden(name) && value !== undefined));
}

/** The names of the inputs that the program gave. */
export function declaredNames(inputs: Bag): string[] {
  return Object.keys(visible(inputs)).sort();
}
