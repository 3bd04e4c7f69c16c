/**
 * What one run (one host process) has learnt of which resource stands for which object.
 *
 * It exists for one rule: a delete never undoes a create of the same run. A renamed resource is created first and the
 * old one deleted after; where both stand for the same object (an imported one, a plugin, a firewall), that delete would
 * take away what the create has just taken over.
 */
export interface Knowledge {
  /** A `check` of this URN took place: the program declares it. */
  declared(urn: string | undefined): void;
  /** Whether one did. A refresh reads and diffs everything without, also what the same run then deletes: that tells nothing. */
  isDeclared(urn: string | undefined): boolean;
  /** A `create` returned or took over the object. */
  made(key: string): void;
  /** A `.get` read the object. */
  got(key: string): void;
  /** A `diff` saw the object in the state of the resource that `stateUrn` names, now declared as `urn`. */
  seen(key: string, id: string, stateUrn: string | undefined, urn: string | undefined): void;
  /** A `diff` found that the resource goes on standing for the object. */
  stays(key: string, urn: string | undefined): void;
  /** Whether it did: a delete under the same URN is then that of a replaced one, which a cut-off run left in state. */
  isStaying(key: string, urn: string | undefined): boolean;
  /** Why a delete of the object by the resource that `stateUrn` names must leave it, or undefined. */
  keeps(key: string, stateUrn: string | undefined): string | undefined;
  /** Whether this run knows the object to be that of another resource than `urn`. */
  isOthers(key: string, urn: string | undefined): boolean;
  /** The ids that a `diff` saw in the state of this URN. */
  predecessors(urn: string | undefined): ReadonlySet<string>;
  /** Takes what only one resource of a run may manage; the URN of another one that has it already. */
  claim(what: string, urn: string | undefined): string | undefined;
}

export function createKnowledge(): Knowledge {
  const declared = new Set<string>();
  const claims = new Map<string, string>();
  const made = new Set<string>();
  const got = new Set<string>();
  const owners = new Map<string, Set<string>>();
  const predecessors = new Map<string, Set<string>>();
  const staying = new Map<string, Set<string>>();
  const isDeclared = (urn: string | undefined): urn is string => urn !== undefined && declared.has(urn);
  return {
    declared(urn) {
      if (urn !== undefined) declared.add(urn);
    },
    isDeclared,
    made: (key) => void made.add(key),
    got: (key) => void got.add(key),
    seen(key, id, stateUrn, urn) {
      if (stateUrn === undefined || !isDeclared(urn)) return;
      add(owners, key, stateUrn);
      add(predecessors, urn, id);
    },
    stays(key, urn) {
      if (isDeclared(urn)) add(staying, urn, key);
    },
    isStaying: (key, urn) => staying.get(urn ?? "")?.has(key) ?? false,
    keeps(key, stateUrn) {
      if (made.has(key)) return "this run made it or took it over";
      if (got.has(key)) return "the program reads it with .get";
      const other = [...(owners.get(key) ?? [])].find((urn) => urn !== stateUrn);
      return other === undefined ? undefined : `it also belongs to ${other.split("::").at(-1)}`;
    },
    isOthers: (key, urn) => made.has(key) || got.has(key) || [...(owners.get(key) ?? [])].some((each) => each !== urn),
    predecessors: (urn) => predecessors.get(urn ?? "") ?? new Set(),
    claim(what, urn) {
      const holder = claims.get(what) ?? urn;
      if (holder !== undefined) claims.set(what, holder);
      return holder === urn ? undefined : holder;
    },
  };
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const values = map.get(key) ?? new Set();
  values.add(value);
  map.set(key, values);
}
