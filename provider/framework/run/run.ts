// A run is what the handlers of one host process share. `host.ts`, `plugin/main.ts` and `cli/adopt/session.ts` call
// `createRun`. Members may be added. `configure` must stay synchronous, because the host uses a provider before an
// asynchronous one ends. `finishMs` must stay under the five seconds after which the engine kills its hosts.
import { AsyncLocalStorage } from "node:async_hooks";
import { setMaxListeners } from "node:events";
import { cleanLine } from "../../api/transport/clean";
import { type Clock, whenAborted } from "../../api/transport/clock";
import type { SentRecords } from "../kind/context";
import type { Lookout } from "../kind/marked";
import type { Values } from "../kind/values";
import { openSentRecords, recordsFolder } from "../sent/sentRecords";
import type { Engine } from "./engine";
import { openJournal } from "./journal";
import { createKnowledge } from "./knowledge";

/** Reads one key of the stack's configuration, or of an explicit provider: `broker:apiKey`. */
export type ReadConfig = (key: string) => string | undefined;

/** The parts of a run from which a connection to the service is made. */
export interface Hooks {
  /** The run's clock: its sleeps end at once, with an error, when the engine is gone. */
  clock: Clock;
  /** Throws when a write must not start any more. */
  beforeWrite(): Promise<void>;
}

/** A connection, or the list of everything that is wrong with the configuration. */
export type Connection<Client> =
  | {
      client: Client;
      /** The keys in use for resources with these properties, which no message may show. */
      secrets(bags: readonly Values[]): readonly string[];
      /** The text that tells the service from any other: in all runs with this text, an id means the same object. */
      service?: string;
    }
  | {
      /** A line for each setting that is set and cannot be used. */
      problems: readonly string[];
      /** The settings that are not set, in parts of one line. */
      missing?: readonly string[];
      /** The same in one line for a refresh or a destroy without the program. Left out where a setting is wrong. */
      missingWithoutProgram?: string;
      /** A client that must send nothing: it tells which keys a resource lacks. */
      unconnected?: Client;
    };

export type Connect<Client> = (read: ReadConfig, hooks: Hooks) => Connection<Client>;

/** All that the handlers of one host process share: one configuration, one client, one engine. */
export type Run<Client> = ReturnType<typeof createRun<Client>>;

/** The time that a request in flight has when the engine is gone. The engine kills its hosts after five seconds. */
const finishMs = 4_000;
/** The time after which the process ends in any case, also while an operation removes a new object. */
const exitMs = 8_000;

const tooEarly =
  "a call reached the provider before Pulumi configured the provider: do not call the provider directly, but run a Pulumi command such as pulumi up";

class EngineGone extends Error {
  /** A request that this error stops has not been sent. */
  readonly ambiguous = false;

  constructor() {
    super("stopped, because the Pulumi run was stopped: run again. The next run continues from here");
  }
}

/** Makes a run. `clock` is the wall clock in the host, and a virtual clock in tests; `folder` holds the records. */
export function createRun<Client>(clock: Clock, engine: Engine, connect: Connect<Client>, folder = recordsFolder) {
  let knowledge = createKnowledge();
  let service = "";
  const said = new Set<string>();
  const withPassing = new Set<string | undefined>();
  const failed = new Map<string, string>();
  const queues = new Map<string, Promise<unknown>>();
  const leave = new AbortController();
  const finish = new AbortController();
  // Hundreds of waits may listen at once, which Node would report as a leak.
  setMaxListeners(0, leave.signal, finish.signal);
  const lookouts = new Map<string, Lookout>();
  const looks = new Set<Promise<void>>();
  const undo = new AsyncLocalStorage<boolean>();
  let connection: Connection<Client> | undefined;
  let isHeard = false;
  let inside = 0;
  let waits = 0;

  // Every line is cleaned, whoever wrote it, so that nothing in the line acts on a terminal.
  const log: Engine["log"] = (line) => {
    if (line.passing) withPassing.add(line.urn);
    engine.log({ ...line, text: cleanLine(line.text) });
  };

  /** Shows a lasting line, once per resource and text. */
  const say = (urn: string | undefined, severity: "info" | "warning", text: string): void => {
    const key = `${urn}\n${text}`;
    if (said.has(key)) return;
    said.add(key);
    log({ urn, text, severity, passing: false });
  };

  /** Runs a wait for what other operations of the run do. During the wait the operation does not count as being at work. */
  async function aside<T>(wait: () => Promise<T>): Promise<T> {
    waits += 1;
    try {
      return await wait();
    } finally {
      waits -= 1;
    }
  }

  const endIfIdle = () => {
    if (leave.signal.aborted && inside === 0 && looks.size === 0) engine.exit();
  };
  const startLeaving = (heard = false) => {
    isHeard = heard;
    if (leave.signal.aborted) return;
    // With an operation under way, the run is cut off, and what the state will hold is not known.
    const isOver = inside === 0;
    leave.abort(new EngineGone());
    void clock.sleep(finishMs).then(() => finish.abort(new EngineGone()));
    void clock.sleep(exitMs).then(() => engine.exit());
    void Promise.all(looks).then(async () => {
      if (isOver) for (const lookout of lookouts.values()) lookout.say();
      await engine.tookLines();
      endIfIdle();
    });
  };
  engine.onGone(startLeaving);

  const hooks: Hooks = {
    clock: {
      now: () => clock.now(),
      random: () => clock.random(),
      sleep: (ms, signal) => sleepUntilAny(clock, ms, signal === undefined ? [leave.signal] : [signal, leave.signal]),
    },
    async beforeWrite() {
      if (undo.getStore()) return;
      if (!leave.signal.aborted) {
        if (await engine.answers()) return;
        startLeaving();
      }
      throw new EngineGone();
    },
  };

  return {
    clock: hooks.clock,
    get knowledge() {
      return knowledge;
    },
    /** The records of what the resource of this URN must not send again. */
    recordsOf: (urn: string): SentRecords => openSentRecords(service, folder, urn),
    /** The lookouts, which look in the account for objects that interrupted runs have left, by kind. */
    lookouts,
    // The host caches a provider before its `configure` has ended, and never configures it again after a throw.
    // `configure` is therefore synchronous, and each operation reports what is wrong with the configuration.
    configure(read: ReadConfig): void {
      if (connection !== undefined) return;
      connection = connect(read, hooks);
      if (!("service" in connection)) return;
      service = connection.service ?? "";
      const warn = (text: string) => say(undefined, "warning", text);
      knowledge = createKnowledge(openJournal(engine.address, service, { warn }));
    },
    connection: (): Connection<Client> => connection ?? { problems: [tooEarly] },
    log,
    say,
    /** Ends the passing lines of a resource: the engine keeps the last on the row, as if a wait went on. */
    endPassing(urn: string | undefined): void {
      if (!withPassing.has(urn)) return;
      log({ urn, text: "finished", severity: "info", passing: true });
      withPassing.delete(urn);
    },
    /** Replaces a failure that all resources have in common by a line that refers to the first such resource. */
    referToFirst(error: unknown, subject: string): unknown {
      const reason = error instanceof Error && "common" in error ? error.common : undefined;
      if (typeof reason !== "string") return error;
      const first = failed.get(reason) ?? subject;
      failed.set(reason, first);
      return first === subject
        ? error
        : new Error(`${subject}: failed for the same reason as ${first}: see the error of that resource`);
    },
    /** Aborted when the engine is gone and the time to finish is over. */
    signal: finish.signal,
    /** True when the engine is gone or going. */
    get leaving() {
      return leave.signal.aborted;
    },
    /** Ends the operations under way, when the engine asks for the end by a call and still takes answers. */
    leaveHeard: () => startLeaving(true),
    /** True while an engine that is going still takes answers, so that what was made reaches the state. */
    get isHeard() {
      return isHeard;
    },
    /** True when any operation is under way. An operation that waits for its turn, or for others, does not count. */
    get isAtWork() {
      return inside > waits;
    },
    /** Runs an operation, and keeps the process from ending before the operation has ended. */
    async within<T>(operation: () => Promise<T>): Promise<T> {
      inside += 1;
      try {
        return await operation();
      } finally {
        // Once the last operation has answered, the engine ends the run, with or without its lines.
        await engine.tookLines();
        inside -= 1;
        // The answer of the operation is sent before the process ends, in case somebody still listens.
        setImmediate(endIfIdle);
      }
    },
    aside,
    /** Keeps the process alive until a look has ended that no operation waits for. */
    besides(look: Promise<void>): void {
      if (looks.has(look)) return;
      looks.add(look);
      void look.finally(() => looks.delete(look));
    },
    /** Runs `work` after the earlier works of the same queue. `waiting` is called when the work has to wait for its turn. */
    async inTurn<T>(queue: string, work: () => Promise<T>, waiting: () => void): Promise<T> {
      const before = queues.get(queue);
      if (before !== undefined) waiting();
      const turn = before === undefined ? Promise.resolve() : aside(() => before);
      const mine = turn.then(() => {
        // Operations that wait for their turn when the engine goes must not start.
        if (leave.signal.aborted) throw new EngineGone();
        return work();
      });
      const ended = mine.catch(() => {});
      queues.set(queue, ended);
      try {
        return await mine;
      } finally {
        if (queues.get(queue) === ended) queues.delete(queue);
      }
    },
    /** Lets writes start although the engine is gone, to remove an object that nobody will know of. */
    undo: <T>(operation: () => Promise<T>): Promise<T> => undo.run(true, operation),
  };
}

/** Sleeps until the time or a signal ends. `AbortSignal.any` would fill the memory beside a signal that lives on. */
async function sleepUntilAny(clock: Clock, ms: number, signals: readonly AbortSignal[]): Promise<void> {
  const any = new AbortController();
  const ignored = signals.map((signal) => whenAborted(signal, () => any.abort(signal.reason)));
  try {
    await clock.sleep(ms, any.signal);
  } finally {
    for (const ignore of ignored) ignore();
  }
}
