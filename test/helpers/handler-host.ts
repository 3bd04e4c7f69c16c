import { setMaxListeners } from "node:events";
import type { Dispatcher } from "undici";
import type { Client } from "../../provider/api";
import type { Clock } from "../../provider/api/transport/clock";
import { connect, connectionOf, readSettings } from "../../provider/config";
import { type Handler, handlersOf } from "../../provider/dynamic/handler";
import { handlerName } from "../../provider/framework/kind/tokens";
import type { Engine } from "../../provider/framework/run/engine";
import { type Connect, createRun } from "../../provider/framework/run/run";
import type { Bag } from "../../provider/framework/state/hidden";
import { definitions } from "../../provider/resources/definitions";
import { createPluginDoor, type DoorName } from "./plugin-door";
import { Struct } from "./pulumi-modules";

/** One line that a handler sent to its engine. */
export type Line = Parameters<Engine["log"]>[0];

/** An event that ends a host process at its n-th request; the first request is number 1. */
export interface Cut {
  request: number;
  /**
   * With `before` the process is killed before the request is sent. With `after` the process is killed when the service
   * has acted and answered, so the answer is lost. With `gone` the engine ends while the request is under way, and the
   * process stays alive.
   */
  how: "before" | "after" | "gone";
}

/** The same event at the first request with a method. */
export type CutAtMethod = Pick<Cut, "how"> & { request: "POST" | "PUT" };

interface HandlerHostOptions {
  /** The clock and the connections that the host shares with the service. */
  clock: Clock;
  dispatcher: Dispatcher;
  /** The provider's configuration, `{"broker:apiKey": "…"}`. */
  config: Record<string, string>;
  /** The folder for the records of what was sent. */
  records: string;
  /** The way in which the engine reaches the handlers. */
  door: DoorName;
  cut?: Cut | CutAtMethod;
}

/** The error of a handler call whose process is killed. */
class HostKilled extends Error {
  constructor() {
    super("the host process was killed");
  }
}

/** The handlers of `host.ts`, run in this process as if they were in a process of their own that can be killed. */
export type HandlerHost = ReturnType<typeof startHandlerHost>;

/** Starts a host process: a run of the engine has one for each provider, and each run a new one. */
export function startHandlerHost(options: HandlerHostOptions) {
  const life = createLife();
  const lines: Line[] = [];
  let requests = 0;
  let isCut = false;
  let engineAnswers = true;
  let onGone = () => {};

  const loseEngine = () => {
    if (!life.alive) return;
    engineAnswers = false;
    onGone();
  };
  const engine: Engine = {
    log: (line) => void lines.push(line),
    tookLines: async () => {},
    answers: async () => engineAnswers,
    onGone: (callback) => {
      onGone = callback;
    },
    exit: life.end,
  };
  /** Counts the requests, and ends the process at the request that `cut` names. */
  const dispatcher = options.dispatcher.compose((dispatch) => (request, handler) => {
    if (!life.alive) return true;
    requests += 1;
    const isAt = [requests, request.method].some((at) => at === options.cut?.request);
    const how = isAt && !isCut ? options.cut?.how : undefined;
    isCut ||= how !== undefined;
    if (how === "before") {
      life.end();
      return true;
    }
    const sent = dispatch(request, mortal(handler, life, how === "after"));
    if (how === "gone") loseEngine();
    return sent;
  });

  const connectTo: Connect<Client> = (read, hooks) => {
    const { settings, problems } = readSettings(read, {});
    if (problems.length > 0) return { problems };
    return connectionOf(connect(settings, { ...hooks, dispatcher }));
  };
  const run = createRun<Client>(mortalClock(options.clock, life), engine, connectTo, () => options.records);
  const told: string[] = [];
  const pluginDoor = options.door === "plugin" ? createPluginDoor(run, told) : undefined;
  const dynamicDoor = pluginDoor === undefined ? handlersOf(definitions, run) : undefined;
  if (pluginDoor !== undefined) run.configure((key) => options.config[key]);
  const handlers = new Map<string, Handler>();
  const createHandler = (name: string): Handler => {
    const definition = definitions.find((each) => handlerName(each) === name);
    if (definition !== undefined && pluginDoor !== undefined) return mortalHandler(pluginDoor(definition), life);
    const handler = dynamicDoor?.get(name)?.();
    if (handler === undefined) throw new Error(`there is no handler "${name}"`);
    // `configure` ends at once: it is synchronous, because the real host does not wait for it.
    void handler.configure({ config: { get: (key) => options.config[key] } });
    return mortalHandler(throughProtocol(handler), life);
  };

  return {
    /** A definition's handler, called through the protocol's `Struct` as the dynamic-provider host does. */
    handler(name: string): Handler {
      const found = handlers.get(name) ?? createHandler(name);
      handlers.set(name, found);
      return found;
    },
    run,
    door: options.door,
    /** The properties in the plugin's answers, without what is wrapped as a secret. */
    told,
    /** The lines that the host logged, in order. */
    lines,
    /** The number of requests that the host has sent. A request before which the host was killed counts too. */
    get requests() {
      return requests;
    },
    get engineAnswers() {
      return engineAnswers;
    },
    /** Closes the pipe from the engine to the process, as the end of the engine does. */
    loseEngine,
    /** Kills the process: nothing in it runs any more, not even after a sleep or an answer. */
    kill: life.end,
    /** Settles when the process has been killed or has ended itself. */
    ended: life.ended,
    get alive() {
      return life.alive;
    },
  };
}

/** The life of a process, which can be ended only once. */
interface Life {
  readonly alive: boolean;
  end(): void;
  readonly ended: Promise<void>;
  readonly death: AbortSignal;
}

function createLife(): Life {
  const death = new AbortController();
  setMaxListeners(0, death.signal);
  let settle = () => {};
  const ended = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return {
    get alive() {
      return !death.signal.aborted;
    },
    end() {
      death.abort(new HostKilled());
      settle();
    },
    ended,
    death: death.signal,
  };
}

/** A clock whose sleepers never wake once the process has ended. */
function mortalClock(clock: Clock, life: Life): Clock {
  return {
    now: () => clock.now(),
    random: () => clock.random(),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (!life.alive) return;
        const until = signal === undefined ? life.death : AbortSignal.any([signal, life.death]);
        clock.sleep(ms, until).then(
          () => life.alive && resolve(),
          (error: unknown) => life.alive && reject(error),
        );
      }),
  };
}

/** Passes an answer on while the process is alive; with `lost`, the process ends when the answer arrives. */
function mortal(handler: Dispatcher.DispatchHandler, life: Life, lost: boolean): Dispatcher.DispatchHandler {
  return new Proxy(handler, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (lost && (name === "onResponseStart" || name === "onResponseError")) life.end();
        // After the end of the process nobody reads the answer, and the connection discards the rest of it.
        return life.alive ? Reflect.apply(value, target, args) : true;
      };
    },
  });
}

/** Sends a bag through the protocol, and returns what arrives. Throws for `undefined`, as the real host does. */
const sent = (bag: object | undefined): Bag => Struct.fromJavaScript({ ...bag }).toJavaScript() as Bag;

/** A handler in a process that can end: after the end of the process, nothing answers. */
function mortalHandler(handler: Handler, life: Life): Handler {
  const calls = Object.entries(handler).map(([name, call]: [string, (...args: unknown[]) => Promise<unknown>]) => [
    name,
    async (...args: unknown[]) => {
      if (!life.alive) throw new HostKilled();
      const killed = life.ended.then(() => Promise.reject(new HostKilled()));
      return Promise.race([call(...args), killed]);
    },
  ]);
  return Object.fromEntries(calls) as Handler;
}

/** Calls a handler as the dynamic-provider host does: every bag passes through a `Struct` and keeps its stub. */
function throughProtocol(handler: Handler): Handler {
  const withStub = (bag: Bag | undefined, from: Bag) => sent({ ...bag, __provider: from.__provider });
  const failing = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (isPartialFailure(error)) error.properties = sent(error.properties);
      throw error;
    }
  };
  return {
    configure: handler.configure,
    async check(olds, news) {
      const { inputs, failures } = await handler.check(sent(olds), sent(news));
      return { inputs: withStub(inputs, news), failures };
    },
    diff: async (id, olds, news) => handler.diff(id, sent(olds), sent(news)),
    create: (inputs) =>
      failing(async () => {
        const { id, outs } = await handler.create(sent(inputs));
        return { id, outs: withStub(outs, inputs) };
      }),
    async read(id, props) {
      const seen = await handler.read(id, sent(props));
      if (!seen.id) return {};
      const inputs = seen.inputs && { inputs: withStub(seen.inputs, props) };
      return { id: seen.id, props: withStub(seen.props, props), ...inputs };
    },
    update: (id, olds, news) =>
      failing(async () => ({ outs: withStub((await handler.update(id, sent(olds), sent(news))).outs, news) })),
    delete: async (id, props) => handler.delete(id, sent(props)),
  };
}

/** The error of a `create` or `update` that failed although the object exists. */
export interface PartialFailure extends Error {
  id: string;
  properties: Bag;
  reasons: string[];
}

export const isPartialFailure = (error: unknown): error is PartialFailure =>
  error instanceof Error && "id" in error && "reasons" in error && "properties" in error;
