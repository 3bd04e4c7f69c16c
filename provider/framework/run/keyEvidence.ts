// `createKeys` tells whether today's key opens the account that an earlier key opened. `operations.ts`,
// `createContext.ts` and `redact.ts` call it. Waiting times may change. The form of a fingerprint must stay, because
// state holds it in `__seenBy` for the comparison in a later run.
import { createHash } from "node:crypto";
import type { AnyDefinition, KeyInUse } from "../kind/definition";
import { hasOwnNumber } from "../kind/tokens";
import { type Bag, visible } from "../state/hidden";
import type { Run } from "./run";

/** The ending of a key's mark, its fingerprint with the salt, where the key was given for one instance. */
const ofInstance = ":instance";
/** The name under which the evidence for all earlier keys is kept, for an earlier key of one instance. */
const anyInstance = "any instance";

/** The topic under which a run keeps the marks of the keys that open the account of the key with the mark `before`. */
const accountOf = (before: string) => `keys of the account of ${before}`;

/** The time that other resources of the run have to show that today's key opens the same account as the earlier key. */
const evidenceMs = 5_000;
const lookAgainMs = 250;

/** Makes the functions that compare keys. State has the last key's mark: the key of another account finds nothing. */
export function createKeys<Client>(definition: AnyDefinition<Client>, run: Run<Client>) {
  function of(id: string, bag: Bag): KeyInUse | undefined {
    const connection = run.connection();
    return "client" in connection ? definition.keyOf(connection.client, id, visible(bag)) : undefined;
  }

  return {
    /** The key that the run uses for an object. */
    of,

    /** The hidden property that state keeps for an object that today's key has just seen. */
    markOf(id: string, bag: Bag): Pick<Bag, "__seenBy"> {
      const mark = fingerprintOf(of(id, bag), saltOf(bag.__urn));
      return mark === undefined ? {} : { __seenBy: mark };
    },

    /** Notes for `confirmAccount` that today's key has seen an object that another key saw before. */
    witness(id: string, olds: Bag, news: Bag): void {
      // The teams of two accounts may have the same person.
      if (definition.inEachAccount) return;
      const key = of(id, news);
      // Every instance has settings and the like, for any key to see. Only an object with its own number is evidence.
      if (!hasOwnNumber(id) && !key?.lookedUp) return;
      const now = fingerprintLike(olds.__seenBy, key);
      // An object that a wrong key has made itself shows nothing of the account of the right key.
      if (olds.__seenBy === undefined || now === undefined || olds.__seenBy === now) return;
      for (const before of [olds.__seenBy, anyInstance]) run.knowledge.tell(accountOf(before), now);
    },

    /** Throws where another key last saw the object, and nothing in this run shows that both open one account. */
    async confirmAccount(subject: string, id: string, bags: readonly Bag[], isFound = false): Promise<void> {
      const before = bags.at(0)?.__seenBy;
      const now = fingerprintLike(before, of(id, bags.at(-1) ?? {}));
      if (before === undefined || now === undefined || before === now) return;
      if (await seesTheSame(before, now)) return;
      const what = `${definition.type} ${id}`;
      throw new Error(
        isFound
          ? `${subject}: an earlier run, which used another key, saw ${what}. The key of this run may belong to another account. If the account is wrong, set the right key (for refresh and destroy, also add --run-program). If the key is right, run pulumi refresh, then repeat this run`
          : `${subject}: the API key in use does not find ${what}. An earlier run used another key, perhaps of another account, and found this object. If the account is wrong, set the key of the right account (for refresh and destroy, also add --run-program). If somebody deleted the object, run pulumi state delete`,
      );
    },
  };

  /** True when the run shows that two keys open one account. The wait is for operations that may still show it. */
  async function seesTheSame(before: string, now: string): Promise<boolean> {
    const until = run.clock.now() + evidenceMs;
    // The earlier key of one instance may have seen this object alone: evidence for any other earlier key counts, too.
    const earlier = before.endsWith(ofInstance) ? anyInstance : before;
    return run.aside(async () => {
      while (!run.knowledge.recall(accountOf(earlier)).has(now)) {
        if (run.clock.now() >= until && !run.isAtWork) return false;
        await run.clock.sleep(lookAgainMs);
      }
      return true;
    });
  }
}

/** One salt for one stack, so that the marks of its resources can be compared. */
function saltOf(urn: string | undefined): string {
  const [stack = "", project = ""] = (urn ?? "").replace(/^urn:pulumi:/, "").split("::");
  return createHash("sha256").update(`${stack}::${project}`).digest("hex").slice(0, 8);
}

/** The mark of a key, with the salt that it was made with. */
const fingerprintOf = (key: KeyInUse | undefined, salt: string): string | undefined =>
  key && `${salt}:${key.fingerprint(salt)}${key.opens === "instance" && !key.lookedUp ? ofInstance : ""}`;

/** The mark of a key, made as an earlier mark was. */
const fingerprintLike = (mark: string | undefined, key: KeyInUse | undefined): string | undefined =>
  mark === undefined ? undefined : fingerprintOf(key, mark.split(":")[0] ?? "");
