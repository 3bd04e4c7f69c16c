import { createHash } from "node:crypto";
import type { Definition, KeyInUse } from "./definition";
import { type Bag, visible } from "./hidden";
import type { Run } from "./run";

/** Ends the mark of a key that was given for one instance. */
const ofInstance = ":instance";
/** Stands for the keys of all instances. */
const anyInstance = "any instance";

/** How long others of the run may take to show that today's key opens the account of the earlier one. */
const evidenceMs = 5_000;
const lookAgainMs = 250;

/**
 * What a run knows of the keys that its resources are reached with. State keeps a fingerprint of the key that last saw
 * an object: under the key of another account everything is absent, and nothing of that is gone.
 */
export function createKeys<Args extends object, State extends object, Client>(
  definition: Definition<Args, State, Client>,
  run: Run<Client>,
) {
  function of(id: string, bag: Bag): KeyInUse | undefined {
    const connection = run.connection();
    return "client" in connection ? definition.keyOf(connection.client, id, visible(bag) as Partial<Args>) : undefined;
  }

  return {
    /** The key of today. */
    of,

    /** What state keeps of an object that today's key has just seen. */
    markOf(id: string, bag: Bag): Pick<Bag, "__seenBy"> {
      const mark = fingerprintOf(of(id, bag), saltOf(bag.__urn));
      return mark === undefined ? {} : { __seenBy: mark };
    },

    /** Keeps in mind that today's key has seen what an earlier key saw. */
    witness(id: string, olds: Bag, news: Bag): void {
      const key = of(id, news);
      // What every instance has, such as settings, is seen with the key of any of them: only an id of its own tells.
      if (id.includes("/") && !/\/\d+$/.test(id) && !key?.lookedUp) return;
      const now = fingerprintLike(olds.__seenBy, key);
      if (olds.__seenBy === undefined || now === undefined) return;
      run.knowledge.recordSameAccount(olds.__seenBy, now);
      run.knowledge.recordSameAccount(anyInstance, now);
    },

    /**
     * Throws where an absence says nothing: another key was the last to see the object, and today's key has seen
     * nothing in this run that was seen with that one.
     */
    beforeAbsence(id: string, bags: readonly Bag[]) {
      return async ({ subject }: { subject: string }): Promise<void> => {
        const before = bags.at(0)?.__seenBy;
        const now = fingerprintLike(before, of(id, bags.at(-1) ?? {}));
        if (before === undefined || now === undefined || before === now) return;
        if (await seesTheSame(before, now)) return;
        const what = `${definition.type} ${id}`;
        throw new Error(
          `${subject}: ${what} is not found, another key was the last to see it, and the account of this key holds nothing of this stack: wrong key? Set the key of the right account (for refresh and destroy add --run-program); if ${what} was deleted, run pulumi state delete`,
        );
      };
    },
  };

  /** Whether the run shows that two keys open one account; what is still under way may yet show it. */
  async function seesTheSame(before: string, now: string): Promise<boolean> {
    const until = run.clock.now() + evidenceMs;
    // Each instance has a key of its own: what another one's key saw is all that there can be.
    const earlier = before.endsWith(ofInstance) ? anyInstance : before;
    return run.aside(async () => {
      while (!run.knowledge.isSameAccount(earlier, now)) {
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
function fingerprintOf(key: KeyInUse | undefined, salt: string): string | undefined {
  return key && `${salt}:${key.fingerprint(salt)}${key.opens === "instance" && !key.lookedUp ? ofInstance : ""}`;
}

/** The mark of a key, made as an earlier mark was. */
function fingerprintLike(mark: string | undefined, key: KeyInUse | undefined): string | undefined {
  return mark === undefined ? undefined : fingerprintOf(key, mark.split(":")[0] ?? "");
}
