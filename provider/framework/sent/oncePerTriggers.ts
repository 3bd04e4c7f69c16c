// `sendOncePerTriggers` sends an operation once for each value of `triggers`. `resources/credentialRotation.ts` and
// `resources/brokerAction/` use the file. Texts may change, but not `what`, because `what` names the records. A record
// must be written before its request, because a killed process leaves nothing else.
import { createHmac, randomBytes } from "node:crypto";
import { ifPossible } from "../../api/transport/json";
import type { Calling, Context, Keeping, SentRecord } from "../kind/context";
import { canonical } from "../kind/values";
import { isNothingDone } from "../state/errors";
import { parseRecord } from "./sentRecords";

/** What is seen of the service around an operation. */
export interface Look {
  /** A text that changes once the service has acted, such as a rotated credential. Only a salted digest is kept. */
  evidence?: string;
  /** Plain facts without secrets that a later run needs, such as the versions before an upgrade. */
  notes?: unknown;
}

/** An operation that is sent once for each value of `triggers`. */
export interface OnceOperation<T> {
  /** The Pulumi id, which state keeps from the moment at which the service may have acted. */
  id: string;
  /** The operation as messages name it, which is also its name in the record: `the rotation of the key of instance 7`. */
  what: string;
  triggers: unknown;
  /** In an update, the triggers in state: for these triggers the operation is done, unless a record says otherwise. */
  doneFor?: { triggers: unknown };
  /** What a person does to find out whether the service acted: `compare the key with the one in the control panel`. */
  howToLook: string;
  /** Looks at the service before the operation is sent. With the record `sent`, looks whether the service has acted. */
  look(sent?: Pick<SentRecord, "notes" | "phase">): Promise<Look>;
  send(): Promise<T>;
}

/** What became of the operation: accepted by the service, in this run or in an earlier one. */
export interface OnceResult<T> {
  /** The answer; only where this run sent the operation and got it. */
  answer?: T;
  isSentNow: boolean;
  /** The time at which the operation was sent, in milliseconds; 0 where only the state says that it was. */
  at: number;
  /** The notes of the look before the operation was sent. */
  notes?: unknown;
  /** True when evidence differs from that before the operation was sent; undefined where one of the two is unknown. */
  differs(look: Look): boolean | undefined;
}

/** For how many milliseconds a request of a killed process may still show its effect. */
const lateMs = 30_000;
const lookAgainMs = 2_000;

/**
 * Sends an operation once for each value of its triggers. A record on this machine's disk says what was sent, because a
 * process that is killed leaves nothing in state:
 * - no record of these triggers: the record is written, and the operation is sent;
 * - `done`: nothing is sent;
 * - `sending`: a process was killed around the request. Where the evidence shows that the service acted, nothing is sent.
 *   Where it shows that the service did not act, the operation is sent. Without evidence the resource fails with its id;
 * - `lost`: the answer of a request was lost. Nothing is sent, and the resource fails with its id until the evidence shows
 *   that the service acted.
 *
 * A failure with the id keeps the record in state too, for other machines. Where the disk takes no record, a warning says
 * what that means, and the operation is sent.
 */
export async function sendOncePerTriggers<T>(ctx: Context, operation: OnceOperation<T>): Promise<OnceResult<T>> {
  const known = knownRecord(ctx.kept, operation);
  if (known !== undefined) {
    const acted = known.phase === "done" || (await hasActed(ctx.call, operation, known));
    if (acted === true) {
      ctx.say.note(
        `${operation.what} was sent at ${known.at} by an earlier run, and is not sent again. To send the request again, change the input "triggers"`,
      );
      return finish(ctx.kept, operation, { ...known, phase: "done" });
    }
    if (acted === undefined) throw openFailure(ctx, operation, known);
    if (known.phase === "lost")
      throw openFailure(ctx, operation, known, "so far, nothing shows that the service acted");
  } else if (operation.doneFor !== undefined && isSame(operation.doneFor.triggers, operation.triggers)) {
    return { isSentNow: false, at: 0, differs: () => undefined };
  }
  return sendNow(ctx, operation);
}

/** What a preview says of an operation that an earlier run has sent for these triggers; undefined where none has. */
export function describeEarlier(kept: Keeping, operation: Pick<OnceOperation<unknown>, "what" | "triggers">) {
  const known = knownRecord(kept, operation);
  if (known === undefined) return undefined;
  const maySend = known.phase === "sending" && known.evidence !== undefined;
  const then = maySend ? ", and sends the request again if the service shows no effect" : "";
  return `${operation.what} was sent at ${known.at} by an earlier run: pulumi up checks the result${then}`;
}

/**
 * Removes the records of an operation, so that a resource that is made again sends it again. With a saved state, only
 * the record that led to it is removed: any other may be of a process that was killed before its state was saved.
 *
 * A user's `--replace` asks for no comparison: only an earlier run can have seen the saved state.
 */
export function forgetSent(
  kept: Keeping,
  { what }: Pick<OnceOperation<unknown>, "what">,
  saved?: { triggers?: unknown; sentAt?: string },
): void {
  const { triggers, sentAt } = saved ?? {};
  if (saved === undefined) kept.records.remove(what);
  if (kept.pending || sentAt === undefined) return;
  // Nothing is sent now. An operation that is sent later names the file that cannot be read.
  const records = ifPossible(() => kept.records.find(what)) ?? [];
  // Triggers that were taken out may be declared again.
  const isOpen = ({ isTakenOut }: SentRecord) => isTakenOut === true && triggers === undefined;
  const left = records.filter((record) => record.at !== sentAt || !isFor(record, triggers) || isOpen(record));
  if (left.length === records.length) return;
  if (left.length === 0) kept.records.remove(what);
  else kept.records.keep(what, left);
}

async function sendNow<T>(ctx: Context, operation: OnceOperation<T>): Promise<OnceResult<T>> {
  const { evidence, notes } = await operation.look();
  const salt = randomBytes(16).toString("hex");
  const record: SentRecord = {
    phase: "sending",
    at: new Date(ctx.call.clock.now()).toISOString(),
    salt,
    triggers: digest(salt, canonical(operation.triggers)),
    ...(evidence !== undefined && { evidence: digest(salt, evidence) }),
    ...(notes !== undefined && { notes }),
  };
  const before = ctx.kept.records.find(operation.what);
  keepOrWarn(ctx, operation.what, [...others(before, operation.triggers), record], "sends it again");
  try {
    const answer = await operation.send();
    return { ...finish(ctx.kept, operation, { ...record, phase: "done" }), answer, isSentNow: true };
  } catch (error) {
    if (isNothingDone(error)) {
      if (before.length === 0) ctx.kept.records.remove(operation.what);
      else ctx.kept.records.keep(operation.what, before);
      throw error;
    }
    throw openFailure(ctx, operation, { ...record, phase: "lost" }, problemOf(error));
  }
}

/** Keeps records on this machine. Where this is not possible, a warning says what the run after a kill then does. */
export function keepOrWarn({ kept, say }: Context, what: string, records: SentRecord[], risk: string): void {
  const problem = kept.records.keep(what, records);
  if (problem === undefined) return;
  say.warn(
    `cannot write a record of ${what} on this machine (${problem}): if Pulumi is killed before it has saved the state, the next pulumi up ${risk}`,
  );
}

/** Keeps that the service has accepted the operation, on the disk and, should the resource fail later, in state. */
function finish(kept: Keeping, operation: OnceOperation<unknown>, record: SentRecord): OnceResult<never> {
  keepRecord(kept, operation, record);
  return { isSentNow: false, at: Date.parse(record.at), notes: record.notes, differs: (look) => differs(record, look) };
}

/** Makes the failure for an operation that the service may have carried out. State keeps the id. */
function openFailure(ctx: Context, operation: OnceOperation<unknown>, record: SentRecord, reason?: string): Error {
  const { what, howToLook } = operation;
  keepRecord(ctx.kept, operation, record);
  const why = reason === undefined ? "" : ` (${reason})`;
  return new Error(
    `${ctx.call.subject}: the request for ${what} was sent at ${record.at}, and it is unknown whether the service acted${why}. ${howToLook}. The next pulumi up checks again, and does not repeat the request. To send the request again, change the value of the input "triggers"`,
  );
}

/** The problem alone, without the advice at the end of a client's error: here the record leads to better advice. */
function problemOf(cause: unknown): string {
  const { problem } = (cause as { fields?: { problem?: string } }).fields ?? {};
  return problem ?? (cause instanceof Error ? cause.message : String(cause));
}

/**
 * Keeps a record on the disk and in state. Open records of other triggers stay: on the disk until the service has
 * accepted the operation, in state until the resource has succeeded.
 */
function keepRecord(kept: Keeping, { id, what, triggers }: OnceOperation<unknown>, record: SentRecord): void {
  const left = record.phase === "done" ? [] : others(kept.records.find(what), triggers, record);
  kept.records.keep(what, [...left, record]);
  for (const step of kept.sent()) {
    const earlier = stepRecord(step, what);
    if (earlier !== undefined && isFor(earlier, triggers)) kept.dropSent(step);
  }
  kept.hold(id, {});
  kept.holdSent(id, `${prefixOf(what)}${JSON.stringify(record)}`);
}

/** Looks whether the service has acted, and waits for a late effect. Undefined without evidence. */
async function hasActed(call: Calling, { what, look }: OnceOperation<unknown>, record: SentRecord) {
  const now = call.clock.now();
  // A clock that was set back must not make the wait longer.
  const until = Math.min(Date.parse(record.at) || 0, now) + lateMs;
  for (;;) {
    const acted = differs(record, await look(record));
    if (acted !== false || call.clock.now() >= until) return acted;
    call.progress(`an earlier run did not see the result: checking whether the service has carried out ${what}`);
    await call.clock.sleep(lookAgainMs, call.signal);
  }
}

/** The record for these triggers, of the disk or the state. Triggers taken out after a killed create still count. */
function knownRecord(
  kept: Keeping,
  { what, triggers, doneFor }: Pick<OnceOperation<unknown>, "what" | "triggers" | "doneFor">,
): SentRecord | undefined {
  const inState = kept.sent().flatMap((step) => stepRecord(step, what) ?? []);
  const onDisk = kept.records.find(what);
  const known = furthest([...onDisk, ...inState].filter((record) => isFor(record, triggers)));
  if (known !== undefined || triggers !== undefined || doneFor !== undefined) return known;
  const last = onDisk.at(-1);
  return last && { ...last, isTakenOut: true };
}

const prefixOf = (what: string) => `${what}: `;

const phases = ["sending", "lost", "done"] satisfies SentRecord["phase"][];

/** The first record in the form that tells most: state may say more than a disk that was full. */
function furthest([first, ...rest]: readonly SentRecord[]): SentRecord | undefined {
  const forms = rest.filter(({ salt }) => salt === first?.salt);
  return forms.reduce((a, b) => (a && phases.indexOf(a.phase) < phases.indexOf(b.phase) ? b : a), first);
}

/** The record in a step that state keeps; undefined for the step of another operation. */
function stepRecord(step: string, what: string): SentRecord | undefined {
  const prefix = prefixOf(what);
  return step.startsWith(prefix) ? parseRecord(step.slice(prefix.length)) : undefined;
}

const isFor = (record: SentRecord, triggers: unknown) =>
  record.triggers === digest(record.salt, canonical(triggers)) ||
  (record.isTakenOut === true && triggers === undefined);

/** The records of other triggers, without an earlier form of a record. */
const others = (records: readonly SentRecord[], triggers: unknown, { salt }: Partial<SentRecord> = {}) =>
  records.filter((record) => !isFor(record, triggers) && record.salt !== salt);

const isSame = (a: unknown, b: unknown) => canonical(a) === canonical(b);

function differs({ salt, evidence }: SentRecord, look: Look): boolean | undefined {
  if (evidence === undefined || look.evidence === undefined) return undefined;
  return evidence !== digest(salt, look.evidence);
}

/** A hash of a text. The salt keeps equal texts of two records from being seen as equal. */
const digest = (salt: string, text: string): string => createHmac("sha256", salt).update(text).digest("hex");
