// The knowledge holds the facts that all resources of a run share. `run.ts` makes it; `operations.ts`,
// `createContext.ts`, `leftOver.ts`, `keyEvidence.ts` and `preview/adoption.ts` use it. Topics may be added. Values
// must be plain data, because the journal carries them to other processes as JSON.
import { nameInUrn, nameOf } from "../kind/tokens";
import { type Journal, noJournal } from "./journal";

/** What a run knows of its resources, each under its URN, and of their objects, each under a key. */
export type Knowledge = ReturnType<typeof createKnowledge>;

/** Says that the resource of a URN has an object. The object's key begins with the type. */
const explainManager = (key: string, urn: string) =>
  `${key.split(" ", 1)[0]} ${nameOf(urn)} of this program now manages the object`;

/**
 * Makes the knowledge of one engine run, which its host processes share: which resource manages which object.
 *
 * The knowledge serves one rule: a delete never undoes a create of the same run. A renamed resource is created first,
 * and the old one is deleted after. Where both manage the same object (an imported one, a plugin, a firewall), that
 * delete would remove the object that the create has just taken over.
 *
 * The same holds of an object that a resource of the program continues to manage. A delete of a predecessor that an
 * earlier run has replaced, with the same id, leaves the object alone.
 */
export function createKnowledge(journal: Journal = noJournal) {
  const topics = new Map<string, Map<string, unknown>>();

  function learn(topic: string, key: string, value: unknown): void {
    topics.set(topic, (topics.get(topic) ?? new Map()).set(key, value));
  }
  function tell(topic: string, key: string, value: unknown = true): void {
    // Every run calls `check` and `diff` for every resource: only new facts are written down.
    if (value === true && topics.get(topic)?.get(key) === true) return;
    learn(topic, key, value);
    journal.append([topic, key, value]);
  }
  const note = (topic: string, urn: string | undefined) => {
    if (urn !== undefined) tell(topic, urn);
  };
  function recall(topic: string): ReadonlyMap<string, unknown> {
    for (const fact of journal.news()) learn(...fact);
    return topics.get(topic) ?? new Map();
  }

  /** True when a `check`, or a read of the plugin, of this URN took place. A refresh checks nothing, even what it deletes. */
  const isInProgram = (urn: string | undefined): urn is string => urn !== undefined && recall("declared").has(urn);
  /** `destroy --run-program` makes no `check`, and removes an object that the program makes and reads, too. */
  const isOfDestroy = (key: string, urn = ""): boolean =>
    !recall("declared").has(urn) && (recall("got").get(key) as string[]).includes(nameInUrn(urn));
  /** The resources that continue to manage the object: the engine has not begun to make another one in its place. */
  const keepers = (key: string) => [...recall(`staying ${key}`).keys()].filter((urn) => !recall("anew").has(urn));
  const isRead = (key: string) => recall("got").has(key);
  /** True when a `create` returned or took over the object, or a `.get` of the program has read it. */
  const isMadeOrRead = (key: string) => recall("made").has(key) || isRead(key);
  const predecessors = (urn: string | undefined): ReadonlySet<string> =>
    new Set(recall(`predecessors of ${urn}`).keys());
  const holder = (what: string, urn: string | undefined, topic = "claims") => {
    const found = recall(topic).get(what) as string | undefined;
    return found === urn ? undefined : found;
  };
  /** The other resource which a `check` saw as a new one, and whose inputs or import name the object. */
  const heir = (key: string, urn: string | undefined) => holder(key, urn, "declared anew");
  return {
    tell,
    recall,
    /** Records that a `check` of this URN took place, and so that the program declares the resource. */
    addToProgram: (urn: string | undefined) => note("declared", urn),
    isInProgram,
    /** True when a `check` of any URN took place. */
    hasProgram: () => recall("declared").size > 0,
    /** Records that a `check` had no earlier inputs: the engine makes the object anew, as it does for `--replace`. */
    recordAnew: (urn: string | undefined) => note("anew", urn),
    /** Records that a `create` returned or took over the object; `owned` is the key within one account. */
    recordMade(key: string, urn?: string, owned = key): void {
      for (const each of [key, owned]) tell("made", each, urn);
      for (const topic of ["anew", "made as"]) note(topic, urn);
    },
    isMadeOrRead,
    /** Records that a `create` failed and has made nothing that the state gets. */
    recordNotMade: (urn: string | undefined) => note("not made", urn),
    /** True when a `create` failed for the resource whose state, under this URN, has the object and still needs it. */
    isNotMade(key: string, stateUrn: string | undefined): boolean {
      // The engine may have left out the create of another resource, which would have taken the object over.
      if (heir(key, stateUrn) !== undefined) return true;
      // A resource with an alias is seen under the URN of its state, and made under its own.
      const urn = String(recall(`owners of ${key}`).get(`${stateUrn}`) ?? stateUrn);
      // A hook for errors may have tried the create again.
      return recall("not made").has(urn) && !recall("made as").has(urn);
    },
    /** Records that a `.get` read the object, in a program that makes resources of the same type with these names. */
    recordRead: (key: string, makes: readonly string[] = []) => tell("got", key, makes),
    isRead,
    /** Records that a `diff` saw the object in the state of `stateUrn`, whose resource is now declared as `urn`. */
    recordSeen(key: string, id: string, stateUrn: string | undefined, urn: string | undefined): void {
      if (stateUrn === undefined || !isInProgram(urn)) return;
      if (topics.get(`owners of ${key}`)?.get(stateUrn) !== urn) tell(`owners of ${key}`, stateUrn, urn);
      tell(`predecessors of ${urn}`, id);
    },
    predecessors,
    /** Records that a `diff` found no replacement: the resource continues to manage the object. */
    recordStaying(key: string, urn: string | undefined, owned = key): void {
      if (isInProgram(urn)) for (const each of [key, owned]) tell(`staying ${each}`, urn);
    },
    /** True when it is certain which object a resource has. A resource made in this run may take over a left-over. */
    isSettled(type: string, urn: string): boolean {
      if (recall("anew").has(urn)) return false;
      return !isInProgram(urn) || [...predecessors(urn)].some((id) => recall(`staying ${type} ${id}`).has(urn));
    },
    /** Records that a `diff` replaces the object by another one. */
    recordReplaced(key: string, urn: string | undefined): void {
      if (isInProgram(urn)) tell("replaced", key);
    },
    isReplaced: (key: string) => recall("replaced").has(key),
    /**
     * The reason why a delete must leave the object alone, which may be gone by now; undefined for a right delete.
     *
     * A create may return the id that the state has: of an object that exists once, or was imported, or that
     * `--replace` takes up again. After a run that ended before the delete, the state holds both resources with one id.
     */
    whyKept(key: string, stateUrn: string | undefined, owned = key): string | undefined {
      if (keepers(key).includes(`${stateUrn}`)) return "the object belongs to the resource that replaced this resource";
      const maker = recall("made").get(owned);
      if (typeof maker === "string" && maker !== stateUrn) return explainManager(key, maker);
      if (maker !== undefined) return "this run made the object or took it over";
      // Nothing shows whether two keys open one account, so that a removal could undo what this run has just made.
      if (recall("made").has(key))
        return "this run made or took over an object with the same id under another account key, and the two objects may be one object. If the two keys belong to different accounts, there are two objects with this id: delete the object in the account of the removed resource by hand";
      if (isRead(key) && !isOfDestroy(key, stateUrn)) return "the program reads the object with .get";
      // Before the resource's own create, as with `deleteBeforeReplace`, the heir's create may be under way or to come.
      const isFirst = recall("anew").has(`${stateUrn}`) && !recall("made as").has(`${stateUrn}`);
      const next = isFirst ? heir(owned, stateUrn) : undefined;
      // A resource with an alias is seen under the URN of its state, and stays under its own.
      const other = next ?? [...recall(`owners of ${owned}`).keys(), ...keepers(owned)].find((urn) => urn !== stateUrn);
      return other && explainManager(key, other);
    },
    isOthers: (key: string, urn: string | undefined) =>
      // A resource with an alias is seen under the URN of its state, and owns the object under its own.
      isMadeOrRead(key) || [...recall(`owners of ${key}`).values()].some((owner) => owner !== urn),
    /** Claims something for a resource of the program. A refresh claims nothing: the program may have changed. */
    claim(what: string, urn: string | undefined): string | undefined {
      if (!isInProgram(urn)) return undefined;
      if (!recall("claims").has(what)) tell("claims", what, urn);
      return holder(what, urn);
    },
    holder,
  };
}
