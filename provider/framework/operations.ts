// `makeOperations` turns a definition into the operations that the engine asks for. `dynamic/handler.ts` and
// `plugin/kind.ts` call it. An id from the service must reach state, also after a failure, because no other record
// tells of the object. Errors must pass through `guard`, because it removes secrets. Texts may change.
import { cleanLine } from "../api/transport/clean";
import type { AnyDefinition, Failure } from "./kind/definition";
import { marksOf } from "./kind/marks";
import { canonical, sendable, type Values } from "./kind/values";
import { explainSecond } from "./preview/adoption";
import { explainUnknownInputs } from "./preview/check";
import { adopt, checkInputs, compare } from "./preview/checkInputs";
import { sayDifferences } from "./preview/previewLines";
import { throwIfClaimed } from "./run/claims";
import { createContext, type Held, holdLines, type Occasion } from "./run/createContext";
import { createKeys } from "./run/keyEvidence";
import { explainReferences, lookAround } from "./run/leftOver";
import { createSight } from "./run/redact";
import type { Run } from "./run/run";
import { isBusy, isPartial, partialFailure, shortError } from "./state/errors";
import { type Bag, hidden, visible } from "./state/hidden";
import { outputs, overlay, renew, renewLocal, withDefaults } from "./state/state";
import { explainBug, nameIn, throwIfUnusable } from "./state/stateGuards";

/** What the engine asks of one kind of resource, whichever protocol carries the question. */
export interface Operations {
  check(olds: Bag, news: Bag): Promise<{ inputs: Bag; failures: Failure[] }>;
  /** `changed` has the inputs that are changed in place. */
  diff(
    id: string,
    olds: Bag,
    news: Bag,
  ): Promise<{ changes: boolean; replaces: string[]; changed: string[]; deleteBeforeReplace: boolean }>;
  create(inputs: Bag): Promise<{ id: string; outs: Bag }>;
  read(id: string, props: Bag): Promise<{ id?: string; props?: Bag; inputs?: Bag }>;
  update(id: string, olds: Bag, news: Bag): Promise<{ outs: Bag }>;
  delete(id: string, props: Bag): Promise<void>;
}

export function makeOperations<Client>(definition: AnyDefinition<Client>, run: Run<Client>): Operations {
  const { type } = definition;
  const marks = marksOf(definition.schema);
  const keys = createKeys(definition, run);
  const { secretsIn, seenOver, outputsOf } = createSight(definition, run);
  const lookout = run.lookouts.get(type);
  const objectOf = (id: string) => `${type} ${id}`;
  /** The key of an object, with the account where each account has an object of its own under the id. */
  const ownedOf = (id: string, bag: Bag) =>
    definition.inEachAccount ? `${objectOf(id)} of ${keys.of(id, bag)?.fingerprint("")}` : objectOf(id);

  function toShow(error: unknown, bags: readonly Bag[]): Error {
    const subject = nameIn(type, bags.at(-1));
    return shortError(explainBug(run.referToFirst(error, subject), subject), secretsIn(bags));
  }

  /** The failure of a create or an update. A missing object to which the inputs refer may explain it. */
  const writeFailure = async (error: unknown, bags: readonly Bag[]) =>
    toShow(await explainReferences(run, marks, bags.at(-1) ?? {}, error), bags);

  /** Runs one operation, keeps the process from ending before, and makes an error short and free of secrets. */
  function guard<T>(name: keyof Operations, bags: readonly Bag[], operation: () => Promise<T>): Promise<T> {
    return run.within(async () => {
      try {
        const answer = await operation();
        // After a check or a diff, the row goes on to the change.
        if (name !== "check" && name !== "diff") run.endPassing(bags.at(-1)?.__urn);
        return answer;
      } catch (error) {
        if (isPartial(error)) throw error;
        throw name === "create" || name === "update" ? await writeFailure(error, bags) : toShow(error, bags);
      } finally {
        lookAround(run, definition, name);
      }
    });
  }

  const context = (occasion: Occasion) => createContext(definition, run, occasion);

  /** The failure that keeps what is known of the object. Without an id in `held`, notes on sent steps stay. */
  async function unfinished(
    error: unknown,
    id: string,
    { id: heldId, seen = {}, sent }: Held,
    before: Values,
    bags: [...Bag[], Bag],
  ): Promise<Error> {
    const properties = outputsOf(id, bags.at(-1) as Bag, before, seen, bags);
    const { __sent, __seenBy } = bags[0] as Bag;
    const hiddenValues = heldId === undefined ? { __sent, __seenBy } : { __sent: sent };
    const shown = await writeFailure(error, bags);
    return partialFailure(shown, id, { ...properties, ...hiddenValues }, secretsIn([...bags, seen]));
  }

  async function createNew(inputs: Bag, held: Held): Promise<{ id: string; state: Values }> {
    const ctx = context({ operation: "create", bags: [inputs], held });
    if (inputs.__adopt === undefined) {
      const args = withDefaults(marks, inputs);
      throwIfClaimed(ctx, definition.claims?.(args, ctx.call.client));
      return definition.create(ctx, args);
    }
    const state = await adopt(definition, ctx, inputs.__adopt, inputs);
    // The import option says that whatever an earlier run has sent is done.
    definition.forgetRecords?.(ctx, inputs.__adopt);
    if (inputs.__imported !== true)
      ctx.say.note(`imported ${type} ${inputs.__adopt}; the import option can be removed now`);
    return { id: inputs.__adopt, state };
  }

  /** Notes a new object. Removes it where the engine takes no answer any more, and no later run can find the object. */
  async function noteMade(inputs: Bag, id: string, state: Values): Promise<void> {
    run.knowledge.recordMade(objectOf(id), inputs.__urn, ownedOf(id, inputs));
    if (!run.leaving || run.isHeard || !definition.anonymous || inputs.__adopt !== undefined) return;
    const ctx = context({ operation: "delete", bags: [inputs], id });
    const known = overlay(marks, withDefaults(marks, inputs), state);
    await run.undo(() => definition.delete(ctx, id, known)).catch(() => {});
  }

  return {
    check: (olds, news) =>
      guard("check", [olds, news], async () => {
        run.knowledge.addToProgram(news.__urn);
        const isNew = Object.keys(olds).length === 0;
        if (isNew) run.knowledge.recordAnew(news.__urn);
        for (const text of explainUnknownInputs(definition.schema, news)) run.say(news.__urn, "warning", text);
        // Only `diff` can tell that another provider wrote the state: the old inputs of the plugin lack the stub, too.
        const failures = await checkInputs(definition, run, olds, news, (error) => toShow(error, [news]).message);
        const id = news.__adopt ?? (failures.length > 0 ? undefined : definition.idOf?.(withDefaults(marks, news)));
        if (isNew && id !== undefined) run.knowledge.tell("declared anew", ownedOf(id, news), news.__urn);
        const secrets = secretsIn([olds, news]);
        const { __facts, ...inputs } = news;
        return {
          inputs,
          failures: failures.map(({ property, reason }) => ({ property, reason: cleanLine(reason, secrets) })),
        };
      }),

    diff: (id, olds, news) =>
      guard("diff", [olds, news], async () => {
        throwIfUnusable(definition, id, olds, news);
        run.knowledge.recordSeen(ownedOf(id, news), id, olds.__urn, news.__urn);
        lookout?.note(id, olds.__urn, news.__urn);
        const ctx = context({ operation: "other", bags: [olds, news], id });
        // The records stand under the URN with which they were written, which an alias may have replaced since.
        definition.forgetRecords?.(context({ operation: "other", bags: [olds], id }), id, visible(olds));
        const held = holdLines(ctx);
        const found = await compare(definition, held.ctx, id, olds, news);
        if (found.replaced.length > 0) run.knowledge.recordReplaced(objectOf(id), news.__urn);
        else {
          const second = explainSecond(run.knowledge, type, id, news.__urn);
          if (second !== undefined) throw new Error(`${ctx.call.subject}: ${second}`);
          run.knowledge.recordStaying(objectOf(id), news.__urn, ownedOf(id, news));
        }
        sayDifferences(ctx, definition, id, { olds, news, found, release: held.release });
        const inPlace = found.changed.length + found.local.length > 0 || olds.__pending !== undefined;
        const timeouts = canonical(olds.__timeouts) !== canonical(news.__timeouts);
        return {
          changes: found.replaced.length > 0 || inPlace || timeouts,
          replaces: found.replaced,
          changed: [...found.changed, ...found.local],
          deleteBeforeReplace: found.deleteFirst ?? false,
        };
      }),

    create: (inputs) =>
      guard("create", [inputs], async () => {
        const held: Held = {};
        try {
          const { id, state } = await createNew(inputs, held);
          await noteMade(inputs, id, state);
          return { id, outs: outputsOf(id, inputs, withDefaults(marks, inputs), state) };
        } catch (error) {
          if (held.id === undefined) {
            run.knowledge.recordNotMade(inputs.__urn);
            throw error;
          }
          await noteMade(inputs, held.id, held.seen ?? {});
          throw await unfinished(error, held.id, held, withDefaults(marks, inputs), [inputs]);
        }
      }),

    read: (id, props) =>
      guard("read", [props], async () => {
        throwIfUnusable(definition, id, props);
        const ctx = context({ operation: "other", bags: [props], id });
        const before = visible(props);
        if (!props.__get) lookout?.note(id, props.__urn);
        if (!props.__get) definition.forgetRecords?.(ctx, id, before);
        const seen = await definition.read(ctx, id, before).catch((error: unknown) => {
          if (ctx.kept.pending && isBusy(error)) return {};
          throw error;
        });
        if (seen === undefined) {
          if (props.__get)
            throw new Error(`${ctx.call.subject}: there is no ${type} with the id ${id}: correct the id`);
          if (!keys.of(id, props)?.lookedUp) await ctx.call.confirmAccount?.();
          // The properties of an import are not those of a state.
          const isOfState = props.__declared !== undefined;
          if (isOfState && definition.goneMeans) ctx.say.warn(`is gone ${definition.goneMeans}`);
          return {};
        }
        keys.witness(id, props, props);
        if (props.__get) run.knowledge.recordRead(objectOf(id), props.__makes);
        const { __get, __makes, ...kept } = hidden(props);
        const { __pending, __sent, __seenBy, __declared, ...asInputs } = kept;
        const state = seenOver(before, seen, [props]);
        const declared = Object.fromEntries((__declared ?? []).map((name) => [name, state[name]]));
        // This stack does not manage an object that `.get` reads, so nothing is kept that would show as a change.
        const mark = __declared === undefined ? {} : keys.markOf(id, props);
        return { id, props: sendable({ ...state, ...kept, ...mark }), inputs: sendable({ ...declared, ...asInputs }) };
      }),

    update: (id, olds, news) =>
      guard("update", [olds, news], async () => {
        throwIfUnusable(definition, id, olds, news);
        lookout?.note(id, olds.__urn, news.__urn);
        const start = renew(marks, olds, news);
        const held: Held = {};
        const ctx = context({ operation: "update", bags: [olds, news], id, held });
        const { changed } = await compare(definition, ctx, id, olds, news);
        if (changed.length === 0 && !ctx.kept.pending)
          return { outs: sendable({ ...outputs(news, start), __seenBy: olds.__seenBy }) };
        try {
          const args = withDefaults(marks, news);
          throwIfClaimed(ctx, definition.claims?.(args, ctx.call.client));
          const state = await definition.update(ctx, id, visible(olds), args);
          keys.witness(id, olds, news);
          return { outs: outputsOf(id, news, start, state, [olds, news]) };
        } catch (error) {
          // The service may have carried out a write, so that the next run must not believe the state.
          if (held.id === undefined && held.write === undefined) throw error;
          throw await unfinished(error, id, held, renewLocal(marks, olds, news), [olds, news]);
        }
      }),

    delete: (id, props) =>
      guard("delete", [props], async () => {
        throwIfUnusable(definition, id, props);
        lookout?.note(id, props.__urn);
        const kept = run.knowledge.whyKept(objectOf(id), props.__urn, ownedOf(id, props));
        // The engine keeps what is not deleted, so that the next run decides with a comparison.
        if (kept === undefined && run.knowledge.isNotMade(ownedOf(id, props), props.__urn)) {
          throw new Error(
            `${nameIn(type, props)}: the old object ${objectOf(id)} stays for now, because this run did not make the new object. Correct the error that this run shows. Without an error, remove the option deleteBeforeReplace. Then run pulumi up again`,
          );
        }
        const { leaves = () => "" } = definition;
        const left = kept && leaves(visible(props));
        // Where the object stays and the program declares the resource, the records may be those of its replacement.
        if (left === undefined || !run.knowledge.isInProgram(props.__urn))
          definition.forgetRecords?.(context({ operation: "delete", bags: [props], id }), id);
        if (left !== undefined) {
          run.say(props.__urn, "info", `${type} ${id} stays, because ${kept}${left}`);
          return;
        }
        const held: Held = {};
        const ctx = context({ operation: "delete", bags: [props], id, held });
        await definition.delete(ctx, id, visible(props));
        // An object that was already gone, or that stays, has not been seen.
        if (held.write === "confirmed") keys.witness(id, props, props);
      }),
  };
}
