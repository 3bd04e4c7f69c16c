import { type Fact, type Journal, noJournal } from "./journal";

/**
 * What one engine run has learnt of which resource stands for which object: this host process, and those of the other
 * providers of the run.
 *
 * The knowledge serves one rule: a delete never undoes a create of the same run. A renamed resource is created first and the
 * old one deleted after; where both stand for the same object (an imported one, a plugin, a firewall), that delete
 * would take away what the create has just taken over.
 */
export interface Knowledge {
  /** A `check` of this URN took place: the program declares it. */
  addToProgram(urn: string | undefined): void;
  /** Whether a `check` of this URN took place. A refresh makes no check, not even of a resource that its run then deletes. */
  isInProgram(urn: string | undefined): boolean;
  /** A `create` returned or took over the object. */
  recordMade(key: string, urn?: string): void;
  /** A `.get` read the object, in a program that makes resources of the same type with these names. */
  recordRead(key: string, makes?: readonly string[]): void;
  /** A `diff` saw the object in the state of the resource that `stateUrn` names, now declared as `urn`. */
  recordSeen(key: string, id: string, stateUrn: string | undefined, urn: string | undefined): void;
  /** A `diff` found that the resource goes on standing for the object. */
  recordStaying(key: string, urn: string | undefined): void;
  /**
   * Whether a `diff` found that the resource goes on standing for the object. A delete under the same URN is then of a replaced resource, left by a run that was cut
   * off.
   */
  isStaying(key: string, urn: string | undefined): boolean;
  /** Why a delete of the object by the resource that `stateUrn` names must leave it, or undefined. */
  whyKept(key: string, stateUrn: string | undefined): string | undefined;
  /** Whether this run knows the object to be that of another resource than `urn`. */
  isOthers(key: string, urn: string | undefined): boolean;
  /** Keeps that the key of one fingerprint has seen what that of an earlier one saw last: both open one account. */
  recordSameAccount(before: string, now: string): void;
  /** Whether the run has seen that both keys open one account. */
  isSameAccount(before: string, now: string): boolean;
  /** The ids that a `diff` saw in the state of this URN. */
  predecessors(urn: string | undefined): ReadonlySet<string>;
  /**
   * Takes what only one resource of the program may manage; the URN of another one that has it already. A refresh,
   * which also looks at what has another name or no place in the program, takes nothing.
   */
  claim(what: string, urn: string | undefined): string | undefined;
  /** The URN of another resource of the program that has taken it. */
  holder(what: string, urn: string | undefined): string | undefined;
  /** Keeps a value under a topic and a key, for all resources of the run; plain data without secrets. */
  tell(topic: string, key: string, value?: unknown): void;
  /** What was told under a topic, by key. */
  recall(topic: string): ReadonlyMap<string, unknown>;
}

const nothing: ReadonlyMap<string, unknown> = new Map();

export function createKnowledge(journal: Journal = noJournal): Knowledge {
  const topics = new Map<string, Map<string, unknown>>();

  function learn([topic, key, value]: Fact): void {
    const known = topics.get(topic) ?? new Map();
    topics.set(topic, known.set(key, value));
  }
  /** Writes down only what is new, as a `check` and a `diff` come for every resource of every run. */
  function tell(topic: string, key: string, value: unknown = true): void {
    if (value === true && topics.get(topic)?.get(key) === true) return;
    learn([topic, key, value]);
    journal.append([topic, key, value]);
  }
  function recall(topic: string): ReadonlyMap<string, unknown> {
    journal.news().forEach(learn);
    return topics.get(topic) ?? nothing;
  }

  const isInProgram = (urn: string | undefined): urn is string => urn !== undefined && recall("declared").has(urn);
  /** A destroy may run the program without a `check`: what it both makes and reads then is removed like all else. */
  const isOfDestroy = (key: string, urn = ""): boolean =>
    !recall("declared").has(urn) && (recall("got").get(key) as string[]).includes(urn.split("::").at(-1) ?? "");
  const owners = (key: string) => [...recall(`owners of ${key}`).keys()];
  const holder = (what: string, urn: string | undefined) => {
    const found = recall("claims").get(what) as string | undefined;
    return found === urn ? undefined : found;
  };
  return {
    addToProgram(urn) {
      if (urn !== undefined) tell("declared", urn);
    },
    isInProgram,
    recordMade(key, urn) {
      tell("made", key);
      if (urn !== undefined) tell("made as", urn);
    },
    recordRead: (key, makes = []) => tell("got", key, makes),
    recordSeen(key, id, stateUrn, urn) {
      if (stateUrn === undefined || !isInProgram(urn)) return;
      tell(`owners of ${key}`, stateUrn);
      tell(`predecessors of ${urn}`, id);
    },
    recordStaying(key, urn) {
      if (isInProgram(urn)) tell(`staying as ${urn}`, key);
    },
    // After a create, what stood for the resource before was not enough: a replacement that was cut off is made up for.
    isStaying: (key, urn) => recall(`staying as ${urn}`).has(key) && !recall("made as").has(`${urn}`),
    whyKept(key, stateUrn) {
      if (recall("made").has(key)) return "this run made it or took it over";
      if (recall("got").has(key) && !isOfDestroy(key, stateUrn)) return "the program reads it with .get";
      const other = owners(key).find((urn) => urn !== stateUrn);
      return other === undefined ? undefined : `it also belongs to ${other.split("::").at(-1)}`;
    },
    isOthers: (key, urn) =>
      recall("made").has(key) || recall("got").has(key) || owners(key).some((each) => each !== urn),
    recordSameAccount: (before, now) => tell(`keys of the account of ${before}`, now),
    isSameAccount: (before, now) => recall(`keys of the account of ${before}`).has(now),
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
