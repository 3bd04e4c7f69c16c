// `plugin/service.ts` calls `makeKind`. Hidden properties, such as `__imported`, must keep their names: states hold
// them. `read` must tell a refresh, a `get` and an import apart: each gives state other properties. Texts may change.
import type { Client } from "../api";
import type { AnyDefinition } from "../framework/kind/definition";
import { marksOf, secretOutputsOf } from "../framework/kind/marks";
import { nameInUrn } from "../framework/kind/tokens";
import { canonical, knownOf, mapValues, sameValue, unknownString, type Values } from "../framework/kind/values";
import { makeOperations } from "../framework/operations";
import { beforeImport, explainSecond } from "../framework/preview/adoption";
import { differences, importInputs, sameInput } from "../framework/preview/diff";
import type { Run } from "../framework/run/run";
import { type Bag, declaredNames, hidden, isOurs, stubOf, visible } from "../framework/state/hidden";
import { renew, withDefaults } from "../framework/state/state";
import { nameIn } from "../framework/state/stateGuards";

/** The resource that a call of the engine is about. */
export interface Subject {
  urn: string;
  /** The time limit of the operation in seconds, where `customTimeouts` sets one; else 0. */
  timeout?: number;
  preview?: boolean;
}

/** A kind of resource as the engine asks for it through the provider protocol, in plain values. */
export type Kind = ReturnType<typeof makeKind>;

/** The topic of facts in the knowledge of a run. A fact is a property of one resource that checks of others need. */
const factsTopic = "facts";
/** The topic that has a key if the run has checked any resource. A destroy checks no resource. */
const checkedTopic = "checked";

const unknown = (names: readonly string[]): Values => Object.fromEntries(names.map((name) => [name, unknownString]));

/** Puts a resource's definition behind the provider protocol. */
export function makeKind(definition: AnyDefinition, run: Run<Client>) {
  const { type } = definition;
  const marks = marksOf(definition.schema);
  const operations = makeOperations(definition, run);

  /** Adds the URN and the stub to the properties. The stub is the line of code in state that loads a handler. */
  const own = ({ urn }: Subject, bag: Values): Bag => ({ ...bag, __provider: stubOf(definition), __urn: urn });

  const timed = (operation: "create" | "update" | "delete", { timeout = 0 }: Subject): Bag =>
    timeout > 0 ? { __timeouts: { [operation]: `${timeout}s` } } : {};

  /** Removes the sign of an import, and a time limit that a dynamic resource set. Each request brings its own limit. */
  function kept(bag: Bag): Values {
    const { __timeouts, __imported, ...others } = bag;
    return others;
  }

  const objectOf = (id: string) => `${type} ${id}`;
  const refusal = ({ urn }: Subject, why: string) => new Error(`${nameIn(type, { __urn: urn })}: ${why}`);

  /** By URN, the id of each object that this run read for an import or a `get`. After a `get`, no `check` follows. */
  const taken = new Map<string, string>();

  /** Refuses to replace an imported object at once: in the run of the import, and in a later run, when state has it. */
  function throwIfReplacedByImport(subject: Subject, id: string, replaced: readonly string[], olds: Bag): void {
    if (replaced.length === 0) return;
    const names = replaced.join(" and ");
    if (taken.get(subject.urn) === id)
      throw refusal(
        subject,
        `the import would replace the object ${objectOf(id)}, because ${names} differs: ${beforeImport}`,
      );
    if (olds.__imported !== true || !run.knowledge.isInProgram(subject.urn)) return;
    const what = `this run does not replace the imported object ${objectOf(id)}, because the replacement would delete this object (${names} differs)`;
    const keep =
      "To keep the object, remove the resource from the state with pulumi state delete, or with pulumi stack export and pulumi stack import";
    throw refusal(subject, `${what}. ${keep}. To replace the object, run pulumi refresh, then pulumi up`);
  }

  /** Refuses a delete of an object that a `get` reads: an `up` and a destroy with the program look alike from here. */
  function throwIfUndecided(subject: Subject, id: string): void {
    if (!run.knowledge.isRead(objectOf(id)) || run.knowledge.recall(checkedTopic).size > 0) return;
    const what = `this run does not delete the object ${objectOf(id)}, because the program also reads the object with "get"`;
    const remove =
      'To delete the object with pulumi destroy, leave out --run-program. To delete the object with pulumi up, first remove the call of "get" from the program';
    throw refusal(subject, `${what}. ${remove}. To keep the object, run pulumi state delete '${subject.urn}'`);
  }

  /** Keeps the facts of a resource for other resources. `diff` calls `remember` for unchanged resources. */
  function remember(id: string, state: Values): void {
    const facts = definition.facts?.(state);
    if (facts !== undefined) run.knowledge.tell(factsTopic, objectOf(id), facts);
  }

  /** The facts of the resources to which the inputs refer by their ids. */
  function factsFor(inputs: Values): Values {
    const known = run.knowledge.recall(factsTopic);
    const found = Object.entries(marks).map(([name, { refersTo }]) =>
      refersTo === undefined ? undefined : known.get(`${refersTo} ${inputs[name]}`),
    );
    return Object.assign({}, ...found) as Values;
  }

  /** The inputs as the definition takes them: with texts in place of numbers that name an object. */
  function arrange({ urn }: Subject, inputs: Values): Values {
    const isId = (field: string, value: unknown) => marks[field]?.refersTo !== undefined && typeof value === "number";
    const plain = mapValues(inputs, (value, field) => (isId(field, value) ? String(value) : value));
    return definition.arrange?.(plain, nameInUrn(urn)) ?? plain;
  }

  /** The properties that the service chooses, as unknown values: outputs, and inputs that the program may leave out. */
  const awaited = unknown([...Object.keys(marks).filter((name) => marks[name]?.keep), ...(definition.outputs ?? [])]);

  /** The outputs of an update, as far as a preview knows them. Outputs that the change may alter are unknown. */
  function previewUpdate(olds: Bag, news: Bag): Values {
    const declared = visible(news);
    const { changed } = differences(definition.schema, visible(olds), declared);
    // The update of an unfinished object repeats all that an earlier run began.
    const begun = olds.__pending === undefined ? changed : Object.keys(definition.alters ?? {});
    const altered = begun.flatMap((name) => definition.alters?.[name] ?? []);
    const open = altered.filter((name) => declared[name] === undefined);
    // The update of an unfinished object also brings the outputs that state lacks.
    return { ...(olds.__pending !== undefined && awaited), ...renew(marks, olds, news), ...unknown(open) };
  }

  /** The names of the inputs whose meanings differ between two bags of properties. */
  const differing = (before: Values, now: Values) =>
    Object.keys(marks).filter((name) => !sameInput(marks[name] ?? {}, name, before, now));

  /**
   * True from an import to the first update or refresh, if the program declares other inputs than the import found. The
   * engine imports without the program's inputs, so the update takes the object over again, with these inputs. State
   * decides, because the run of the import may end before its update.
   */
  const isTakenOver = (olds: Bag, news: Values) => olds.__imported === true && differing(olds, news).length > 0;

  /** The inputs that were read. An input that means the same as before keeps the old spelling: no refresh shows it. */
  function inSpellingOf(olds: Values, seen: Values): Values {
    const { written = (inputs) => inputs } = definition;
    const [before, now] = [written(olds), written(seen)];
    const isSame = (name: string) => sameValue(marks[name] ?? {}, before[name], now[name]);
    return mapValues(seen, (value, name) => (isSame(name) ? olds[name] : value));
  }

  return {
    /** The properties that are secret, whatever the program says of them. */
    secrets: secretOutputsOf(definition),

    async check(subject: Subject, olds: Values, news: Values) {
      run.knowledge.tell(checkedTopic, "any");
      const id = taken.get(subject.urn);
      if (id !== undefined) run.knowledge.recordMade(objectOf(id), subject.urn);
      const arranged = arrange(subject, visible(news));
      const before = Object.keys(olds).length === 0 ? {} : own(subject, olds);
      const now = { ...own(subject, arranged), __facts: factsFor(arranged) };
      const { inputs, failures } = await operations.check(before, now);
      return { inputs: visible(inputs), failures };
    },

    async diff(subject: Subject, id: string, olds: Values, news: Values) {
      remember(id, olds);
      const { __timeouts } = olds as Bag;
      // A refresh sends the inputs of the state. After an import, these inputs are in the form that a person writes.
      const inputs = { ...own(subject, arrange(subject, news)), __timeouts };
      const declared = { ...knownOf(inputs), __declared: declaredNames(inputs) };
      const before = isTakenOver(olds, inputs) ? (await operations.read(id, declared)).props : undefined;
      const answer = await operations.diff(id, before ?? olds, inputs);
      throwIfReplacedByImport(subject, id, answer.replaces, olds);
      // The update that follows writes these inputs into the state, and sends nothing.
      const unsent =
        before === undefined ? [] : differing(olds, before).filter((each) => !answer.changed.includes(each));
      if (unsent.length > 0)
        run.say(
          subject.urn,
          "info",
          `writes the declared values of ${unsent.join(", ")} only to the state, and does not send these values to the service`,
        );
      const how = (name: string) => {
        if (olds[name] === undefined) return "ADD";
        return news[name] === undefined ? "DELETE" : "UPDATE";
      };
      const rows = (names: readonly string[], replaces: boolean) =>
        names.map((name) => ({ name, how: how(name), replaces }) as const);
      return {
        changes: answer.changes || unsent.length > 0,
        /** The inputs that differ: how each changes, and whether the change replaces the object. */
        differing: [...rows(answer.replaces, true), ...rows([...answer.changed, ...unsent], false)],
        deleteBeforeReplace: answer.deleteBeforeReplace,
      };
    },

    async create(subject: Subject, inputs: Values): Promise<{ id: string; properties: Values }> {
      if (subject.preview) return { id: "", properties: { ...awaited, ...withDefaults(marks, inputs) } };
      const { id, outs } = await operations.create({ ...own(subject, inputs), ...timed("create", subject) });
      remember(id, outs);
      return { id, properties: kept(outs) };
    },

    /** Reads an object: for a refresh of old properties, else for a `get` with inputs, or an import without inputs. */
    async read(
      subject: Subject,
      id: string,
      { properties, inputs }: { properties: Values; inputs: Values | undefined },
    ): Promise<{ properties: Values; inputs: Values } | undefined> {
      // For a `get`, the engine sends the properties that name the object as inputs, too. No handler wrote these
      // properties. A state has more properties than inputs.
      const isGiven = !isOurs(properties) && canonical(properties) === canonical(inputs ?? properties);
      const isKnown = Object.keys(properties).length > 0 && !isGiven;
      const isGot = inputs !== undefined && (!isKnown || (properties as Bag).__declared === undefined);
      // After an import, the program may declare inputs that the import did not list as declared.
      const declared = isKnown && !isGot ? declaredNames(inputs ?? {}) : Object.keys(marks);
      const named = declared.length > 0 ? { __declared: declared } : {};
      if (!isKnown) run.knowledge.addToProgram(subject.urn);
      // An import is refused if another resource of the run has the object. The engine then writes no state.
      const second = isKnown || isGot ? undefined : explainSecond(run.knowledge, type, id, subject.urn);
      if (second !== undefined) throw refusal(subject, second);
      const found = await operations.read(id, isKnown ? { ...properties, ...named } : own(subject, named));
      if (found.id === undefined || found.props === undefined) return undefined;
      remember(id, found.props);
      if (!isKnown) {
        taken.set(subject.urn, id);
        // A delete of the same object under another name would take away what the program reads or imports.
        run.knowledge.recordRead(objectOf(id));
      }
      if (isGot) {
        // The stack does not manage the object of a `get`, so state keeps no property that would show as a change.
        const { __declared, __seenBy, ...seen } = kept(found.props) as Bag;
        return { properties: seen, inputs };
      }
      if (isKnown) {
        const seen = inSpellingOf(inputs ?? {}, visible(found.inputs ?? {}));
        return { properties: kept(found.props), inputs: { ...hidden(inputs ?? {}), ...seen } };
      }
      const seen = importInputs(definition, found.props);
      // An update compares with the values in force. Defaults are in force until the program declares other values.
      const all = { ...withDefaults(marks, found.props), ...kept(found.props) };
      return {
        properties: { ...all, __declared: Object.keys(seen).sort(), __imported: true },
        inputs: definition.written?.(seen) ?? seen,
      };
    },

    async update(subject: Subject, id: string, olds: Values, news: Values): Promise<Values> {
      if (subject.preview) return previewUpdate(olds, news);
      const inputs = { ...own(subject, news), ...timed("update", subject) };
      const adopting = { ...inputs, __adopt: id, __imported: true };
      const before = isTakenOver(olds, inputs) ? (await operations.create(adopting)).outs : olds;
      const { outs } = await operations.update(id, before, inputs);
      remember(id, outs);
      return kept(outs);
    },

    async delete(subject: Subject, id: string, properties: Values): Promise<void> {
      throwIfUndecided(subject, id);
      // The URN in the state wins, because a diff has seen the object under that URN. State keeps that URN after a move
      // or a rename without a change. The state of another provider has no URN.
      await operations.delete(id, { __urn: subject.urn, ...kept(properties), ...timed("delete", subject) });
    },
  };
}
