// `operations.ts`, `preview/checkInputs.ts` and `cli/adopt/take.ts` call `createContext`; the first two call
// `holdLines`, and `checkInputs.ts` calls `configurationProblems`. New members of `Context` are filled here. Every line
// must pass through `clean`, because it may quote secrets.
import { cleanLine } from "../../api/transport/clean";
import type { Context } from "../kind/context";
import type { AnyDefinition } from "../kind/definition";
import { timeoutMs } from "../kind/timeouts";
import { nameInUrn } from "../kind/tokens";
import { RunFailure } from "../state/errors";
import { type Bag, visible } from "../state/hidden";
import { createKeys } from "./keyEvidence";
import { createSight } from "./redact";
import type { Connection, Run } from "./run";

/** The parts of an object that an operation knew before it failed, which a partial failure keeps in state. */
export interface Held {
  id?: string;
  seen?: Record<string, unknown>;
  sent?: string[];
  /** Set once the service may have carried out a write: `confirmed` where an answer says so. */
  write?: "unclear" | "confirmed";
}

export interface Occasion {
  operation: "create" | "update" | "delete" | "other";
  /** The bags of properties that the engine gave, such as old and new ones. Where bags differ, the last one decides. */
  bags: readonly Bag[];
  id?: string;
  held?: Held;
}

/** The limit of a read or a check, which no option sets: it ends the wait for a service that never answers. */
const readMs = 10 * 60_000;

/** All that is wrong with the configuration for a resource with these inputs. One line names all missing settings. */
export function configurationProblems<Client>(
  { lacks }: Pick<AnyDefinition<Client>, "lacks">,
  connection: Connection<Client>,
  bag: Bag,
): string[] {
  const [client, problems, missing] =
    "client" in connection
      ? [connection.client, [], []]
      : [connection.unconnected, connection.problems, connection.missing ?? []];
  const key = client && lacks?.(client, visible(bag));
  const all = [...(key === undefined ? [] : [key]), ...missing];
  return all.length === 0 ? [...problems] : [...problems, all.join("; ")];
}

export function createContext<Client>(
  definition: AnyDefinition<Client>,
  run: Run<Client>,
  { operation, bags, id, held = {} }: Occasion,
): Context<Client> {
  const { type, timeouts } = definition;
  const connection = run.connection();
  const bag = bags.at(-1) ?? {};
  const urn = bag.__urn;
  const inProgram = run.knowledge.isInProgram(urn);
  if (!("client" in connection)) {
    const { missingWithoutProgram } = connection;
    const only = inProgram ? undefined : missingWithoutProgram;
    throw new RunFailure(only ?? configurationProblems(definition, connection, bag).join("; "));
  }
  const limit = operation === "other" ? readMs : timeoutMs(operation, bag.__timeouts, timeouts, bag);
  const sent = new Set(bags.flatMap((each) => each.__sent ?? []));
  const subject = `${type} "${urn === undefined ? (id ?? "") : nameInUrn(urn)}"`;
  const { confirmAccount } = createKeys(definition, run);
  const { secretsIn } = createSight(definition, run);
  const clean = (text: string) => cleanLine(text, secretsIn([...bags, held.seen ?? {}]));
  // Each turn gets a new call. A spread of `call` would freeze `hasNoState`, and a turn may make the object.
  const newCall = (): Context<Client>["call"] => ({
    client: connection.client,
    clock: run.clock,
    deadline: run.clock.now() + limit,
    signal: run.signal,
    subject,
    get hasNoState() {
      return operation === "create" && held.id === undefined;
    },
    confirmAccount: id === undefined ? undefined : (isFound) => confirmAccount(subject, id, bags, isFound),
    onWrite(isConfirmed) {
      if (isConfirmed) held.write = "confirmed";
      held.write ??= "unclear";
    },
    progress: (text) => run.log({ urn, text: clean(text), severity: "info", passing: true }),
  });
  const call = newCall();
  const context: Context<Client> = {
    call,
    say: {
      note: (text) => run.say(urn, "info", clean(text)),
      warn: (text) => run.say(urn, "warning", clean(text)),
      noteOnStack: (text) => run.say(undefined, "info", clean(text)),
    },
    kept: {
      pending: bags.some((each) => each.__pending !== undefined),
      declaredInputs: bags.at(0)?.__declared ?? [],
      hold(heldId, seen) {
        held.id = heldId;
        held.seen = { ...held.seen, ...seen };
        held.sent = [...sent];
      },
      letGo: () => Object.assign(held, { id: undefined, seen: undefined }),
      sent: () => [...sent],
      holdSent(heldId, step) {
        held.id = heldId;
        sent.add(step);
        held.sent = [...sent];
      },
      dropSent(step, { refused } = { refused: false }) {
        sent.delete(step);
        held.sent = [...sent];
        if (refused && operation === "create" && held.seen === undefined && sent.size === 0) held.id = undefined;
      },
      records: run.recordsOf(urn ?? ""),
    },
    run: {
      urn,
      inProgram,
      facts: bag.__facts ?? {},
      isOthers: (objectId) => run.knowledge.isOthers(`${type} ${objectId}`, urn),
      isReplaced: (other, otherId) => run.knowledge.isReplaced(`${other} ${otherId}`),
      predecessors: () => run.knowledge.predecessors(urn),
      tell: (topic, key, value) => run.knowledge.tell(topic, key, value),
      recall: (topic) => run.knowledge.recall(topic),
      claim: (what) => run.knowledge.claim(what, urn),
      holder: (what) => run.knowledge.holder(what, urn),
      async leftOvers(of) {
        await run.lookouts.get(of)?.look();
        return run.lookouts.get(of)?.found() ?? [];
      },
    },
    inTurn(queue, work) {
      const waiting = () => call.progress(`waiting for its turn: other changes of ${queue} are under way`);
      const start = () => work({ ...context, call: newCall() });
      return run.inTurn(queue, start, waiting);
    },
  };
  return context;
}

/** A context whose lasting lines are held back until `release` is called. */
export function holdLines<Client>(context: Context<Client>): { ctx: Context<Client>; release(): void } {
  const lines: (() => void)[] = [];
  const hold = (line: (text: string) => void) => (text: string) => void lines.push(() => line(text));
  const { note, warn, noteOnStack } = context.say;
  return {
    ctx: { ...context, say: { note: hold(note), warn: hold(warn), noteOnStack: hold(noteOnStack) } },
    release: () => {
      for (const line of lines) line();
    },
  };
}
