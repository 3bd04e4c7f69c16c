import { type Fact, type Journal, noJournal } from "./journal";

/** What a run knows of its program and of the resources in it. */
interface OfResources {
  /** Records that a `check` of this URN took place, and so that the program declares the resource. */
  addToProgram(urn: string | undefined): void;
  /**
   * True when a `check` of this URN took place. A refresh makes no check, not even of a resource that its run then
   * deletes.
   */
  isInProgram(urn: string | undefined): boolean;
  /** True when a `check` of any URN took place. */
  hasProgram(): boolean;
  /**
   * Records that a `check` of this URN was given no earlier inputs. The engine then makes the object anew, also where
   * the provider found no replacement: for `--replace`, a trigger, or an option of the resource.
   */
  recordAnew(urn: string | undefined): void;
  /** True when the engine makes the object of this URN anew, or has made it. */
  isMadeAnew(urn: string): boolean;
  /** Records that a `create` failed and has made nothing that the state gets. */
  recordNotMade(urn: string | undefined): void;
  /** True when a `create` of this URN failed, so that the state keeps the object that was to be replaced. */
  isNotMade(urn: string | undefined): boolean;
  /** The ids that a `diff` saw in the state of this URN. */
  predecessors(urn: string | undefined): ReadonlySet<string>;
}

/** What a run knows of the objects, each under a key. */
interface OfObjects {
  /**
   * Records that a `create` returned or took over the object. `owned` differs from `key` where each account has an object
   * of its own under the key.
   */
  recordMade(key: string, urn?: string, owned?: string): void;
  /** Records that a `.get` read the object, in a program that makes resources of the same type with these names. */
  recordRead(key: string, makes?: readonly string[]): void;
  /** True when a `.get` of the program has read the object. */
  isRead(key: string): boolean;
  /** True when a `create` returned or took over the object, or a `.get` of the program has read it. */
  isMadeOrRead(key: string): boolean;
  /**
   * Records that a `diff` saw the object in the state of the resource that `stateUrn` names and that is now declared as
   * `urn`.
   */
  recordSeen(key: string, id: string, stateUrn: string | undefined, urn: string | undefined): void;
  /** Records that a `diff` found no replacement: the resource continues to manage the object. */
  recordStaying(key: string, urn: string | undefined, owned?: string): void;
  /** True when a `diff` found no replacement of the object. */
  isStaying(key: string, urn: string): boolean;
  /** Records that a `diff` replaces the object by another one. */
  recordReplaced(key: string, urn: string | undefined): void;
  /** True when a `diff` of this run replaces the object. */
  isReplaced(key: string): boolean;
  /**
   * The reason why the resource that `stateUrn` names must not delete the object, or undefined where the delete is
   * right. The reason does not say that the object exists: another resource may have deleted it by now.
   *
   * A create may return the id that the state has already: of an object that exists once, of an imported one, or of an
   * unfinished one that `--replace` takes up again. Cut before the delete of the replaced resource, the state holds both
   * with one id. A delete of an object whose `diff` found no replacement is of such a left-over.
   */
  whyKept(key: string, stateUrn: string | undefined, owned?: string): string | undefined;
  /** True when this run knows that the object belongs to another resource than `urn`. */
  isOthers(key: string, urn: string | undefined): boolean;
}

/**
 * The knowledge of one engine run, in this host process and those of the run's other providers: which resource manages
 * which object.
 *
 * The knowledge serves one rule: a delete never undoes a create of the same run. A renamed resource is created first,
 * and the old one is deleted after. Where both manage the same object (an imported one, a plugin, a firewall), that
 * delete would remove the object that the create has just taken over.
 *
 * The same holds of an object that a resource of the program continues to manage: a delete of what an earlier run has
 * replaced, under the same id, leaves it alone.
 */
export interface Knowledge extends OfResources, OfObjects {
  /**
   * Claims something that only one resource of the program may manage. Returns the URN of the resource that has claimed
   * it before, if any. A refresh claims nothing, because a refresh also reads resources that the program has renamed or
   * dropped.
   */
  claim(what: string, urn: string | undefined): string | undefined;
  /** The URN of another resource of the program that has claimed something, if any. */
  holder(what: string, urn: string | undefined): string | undefined;
  /** Keeps a value under a topic and a key, for all resources of the run; plain data without secrets. */
  tell(topic: string, key: string, value?: unknown): void;
  /** The values that were told under a topic, by key. */
  recall(topic: string): ReadonlyMap<string, unknown>;
}

const nothing: ReadonlyMap<string, unknown> = new Map();

export function createKnowledge(journal: Journal = noJournal): Knowledge {
  const topics = new Map<string, Map<string, unknown>>();

  function learn([topic, key, value]: Fact): void {
    const known = topics.get(topic) ?? new Map();
    topics.set(topic, known.set(key, value));
  }
  /** Writes down only new facts, because every run calls `check` and `diff` for every resource. */
  function tell(topic: string, key: string, value: unknown = true): void {
    if (value === true && topics.get(topic)?.get(key) === true) return;
    learn([topic, key, value]);
    journal.append([topic, key, value]);
  }
  const note = (topic: string, urn: string | undefined) => {
    if (urn !== undefined) tell(topic, urn);
  };
  function recall(topic: string): ReadonlyMap<string, unknown> {
    journal.news().forEach(learn);
    return topics.get(topic) ?? nothing;
  }

  const isInProgram = (urn: string | undefined): urn is string => urn !== undefined && recall("declared").has(urn);
  /**
   * `destroy --run-program` runs the program without a `check`. A resource that the program both makes and reads is
   * then removed like any other.
   */
  const isOfDestroy = (key: string, urn = ""): boolean =>
    !recall("declared").has(urn) && (recall("got").get(key) as string[]).includes(urn.split("::").at(-1) ?? "");
  /** The resources that continue to manage the object: the engine has not begun to make another one in its place. */
  const keepers = (key: string) => [...recall(`staying ${key}`).keys()].filter((urn) => !recall("anew").has(urn));
  const owners = (key: string) => [...recall(`owners of ${key}`).keys()];
  const holder = (what: string, urn: string | undefined) => {
    const found = recall("claims").get(what) as string | undefined;
    return found === urn ? undefined : found;
  };
  return {
    addToProgram: (urn) => note("declared", urn),
    isInProgram,
    hasProgram: () => recall("declared").size > 0,
    recordAnew: (urn) => note("anew", urn),
    recordMade(key, urn, owned = key) {
      for (const each of [key, owned]) tell("made", each);
      for (const topic of ["anew", "made as"]) note(topic, urn);
    },
    isMadeOrRead: (key) => recall("made").has(key) || recall("got").has(key),
    isMadeAnew: (urn) => recall("anew").has(urn),
    recordNotMade: (urn) => note("not made", urn),
    // The hook of an error may have tried again.
    isNotMade: (urn = "") => recall("not made").has(urn) && !recall("made as").has(urn),
    recordRead: (key, makes = []) => tell("got", key, makes),
    isRead: (key) => recall("got").has(key),
    recordSeen(key, id, stateUrn, urn) {
      if (stateUrn === undefined || !isInProgram(urn)) return;
      if (topics.get(`owners of ${key}`)?.get(stateUrn) !== urn) tell(`owners of ${key}`, stateUrn, urn);
      tell(`predecessors of ${urn}`, id);
    },
    recordStaying(key, urn, owned = key) {
      if (isInProgram(urn)) for (const each of [key, owned]) tell(`staying ${each}`, urn);
    },
    isStaying: (key, urn) => recall(`staying ${key}`).has(urn),
    recordReplaced(key, urn) {
      if (isInProgram(urn)) tell("replaced", key);
    },
    isReplaced: (key) => recall("replaced").has(key),
    whyKept(key, stateUrn, owned = key) {
      if (keepers(key).includes(`${stateUrn}`)) return "the resource that replaced this one manages the same object";
      if (recall("made").has(owned)) return "this run made it or took it over";
      // Nothing shows whether two keys open one account, so that a removal could undo what this run has just made.
      if (recall("made").has(key)) {
        return "this run made it or took it over with another account key; if that is the key of another account, remove it here by hand";
      }
      if (recall("got").has(key) && !isOfDestroy(key, stateUrn)) return "the program reads it with .get";
      // A resource with an alias is seen under the URN of its state, and stays under its own.
      const other = [...owners(owned), ...keepers(owned)].find((urn) => urn !== stateUrn);
      return other && `"${other.split("::").at(-1)}" manages the same object`;
    },
    // A resource with an alias is seen under the URN of its state, and owns the object under its own.
    isOthers: (key, urn) =>
      recall("made").has(key) ||
      recall("got").has(key) ||
      [...recall(`owners of ${key}`).values()].some((owner) => owner !== urn),
    predecessors: (urn) => new Set(recall(`predecessors of ${urn}`).keys()),
    claim(what, urn) {
      if (!isInProgram(urn)) return undefined;
      if (!recall("claims").has(what)) tell("claims", what, urn);
      return holder(what, urn);
    },
    holder,
    tell,
    recall,
  };
}
