// Hidden properties carry facts beside the user's inputs, in calls and in state. `dynamic/`, `plugin/`, `cli/adopt/`
// and `framework/` use the file. `Hidden` may get names; the present ones and `stubOf` must stay: state holds them.
import { handlerName } from "../kind/tokens";

/** What travels from the class to the handlers beside the inputs of the user. */
type Passed = {
  /** The stub, code that loads the handler. The dynamic host needs it in inputs and outputs; `isOurs` reads it. */
  __provider?: string;
  /** The resource's own URN, for the lines on its row and for the knowledge of the run. */
  __urn?: string;
  /** `opts.customTimeouts`, which the host drops. */
  __timeouts?: { create?: string; update?: string; delete?: string };
  /** `opts.import`: the id of an object that exists and is taken over. */
  __adopt?: string;
  /** Set by `.get`, so that `read` knows that a missing object is an error. Never kept in state. */
  __get?: boolean;
  /** Set with `__get`: the names of the resources of this type that the same program makes. Never kept in state. */
  __makes?: string[];
  /** The names of the inputs that the program marks as secret, also in part. The dynamic host gets plain values. */
  __secrets?: string[];
  /** Facts that the class took from the resources among its arguments. Only `check` gets them. */
  __facts?: Record<string, unknown>;
};

/** What the handlers keep in state besides. */
type Stored = {
  /** The names of the inputs that the program gave. `read` returns exactly these as inputs. */
  __declared?: string[];
  /** The reason why the object is not finished yet: `diff` then reports a change, and `update` finishes it. */
  __pending?: string;
  /** True from an import through the plugin until an update or a refresh. */
  __imported?: boolean;
  /** The steps that were sent, and whose effect was not seen yet. */
  __sent?: string[];
  /** The fingerprint of the key that last saw the object. */
  __seenBy?: string;
};

/** Properties that begin with `__` are not the user's. Diffs hide them; state has them for `delete` and `refresh`. */
export type Hidden = Passed & Stored;

/** The properties of one resource as the engine sends them: those of the user, and the hidden ones. */
export type Bag = Hidden & Record<string, unknown>;

const stubModule = "pulumi-broker/host";

/** The stub that the dynamic host runs. Part of the state format of every kind: it never changes. */
export const stubOf = (definition: { type: string }): string =>
  `exports.handler = () => require('${stubModule}').${handlerName(definition)}`;

/** True when this package wrote the properties. */
export const isOurs = (bag: Bag): boolean => `${bag.__provider}`.includes(stubModule);

const isHidden = (name: string): boolean => name.startsWith("__");

export const visible = (bag: Bag): Record<string, unknown> =>
  Object.fromEntries(Object.entries(bag).filter(([name, value]) => !isHidden(name) && value !== undefined));

export const hidden = (bag: Bag): Hidden =>
  Object.fromEntries(Object.entries(bag).filter(([name, value]) => isHidden(name) && value !== undefined));

/** The names of the inputs that the program gave. */
export const declaredNames = (inputs: Bag): string[] => Object.keys(visible(inputs)).sort();
