import { rmSync } from "node:fs";
import { join } from "node:path";
import { Agent } from "undici";
import type { EmulatorClock, EmulatorOptions } from "../../provider/emulator";
import { configOf, startTestEmulator } from "./emulator";
import { type Cut, type CutAtMethod, startHandlerHost } from "./handler-host";
import { createHandlerStack } from "./handler-stack";
import { temporaryFolder } from "./paths";
import type { DoorName } from "./plugin-door";
import { testsOf } from "./tests-of";
import { VirtualClock } from "./virtual-clock";

export { type Declared, resource } from "./declared";
export type { Cut, HandlerHost, Line } from "./handler-host";
export type { Entry, HandlerStack, Outcome } from "./handler-stack";

/** The options of one run of the engine. */
export interface HostOptions {
  /** Settings that replace those of the configuration that leads to the emulator. */
  config?: Record<string, string>;
  /** The folder for the records of what was sent, as on another machine. Default: that of all hosts. */
  records?: string;
  cut?: Cut | CutAtMethod;
  /** The way in which the engine reaches the handlers, where it is not that of all hosts. */
  door?: DoorName;
}

/** The handlers and the service in one process, on one virtual clock: hours of waiting take milliseconds. */
export type Handlers = Awaited<ReturnType<typeof startHandlers>>;

/** The options of the service, and the way in which the engine reaches the handlers. Default: `dynamic`. */
interface HandlersOptions extends EmulatorOptions {
  door?: DoorName;
}

/** Starts the service and what the handlers need; the caller ends with `close()`. */
export async function startHandlers({ door = "dynamic", ...options }: HandlersOptions = {}) {
  const clock = new VirtualClock();
  const agent = new Agent();
  const dispatcher = clock.dispatcher(agent);
  const emulator = await startTestEmulator({ ...options, clock: fasterClock(clock.serverSide(), options.speed ?? 1) });
  const folder = temporaryFolder("records");
  /** Starts a host process, to call handlers one by one. */
  const host = ({ config, cut, records = join(folder, "sent"), door: through = door }: HostOptions = {}) =>
    startHandlerHost({
      clock,
      dispatcher,
      records,
      door: through,
      config: { ...configOf(emulator), ...config },
      ...(cut && { cut }),
    });
  /** Makes a stack with its state in memory. Each operation on the stack has a new host process. */
  const stack = (name = "test", through = door) =>
    createHandlerStack(name, clock, emulator, (given) => host({ ...given, door: through }), through);
  return {
    clock,
    /** The service, whose work takes its time on `clock`. */
    emulator,
    /** The folder in which all hosts keep the records of what they sent, as on one machine. */
    records: join(folder, "sent"),
    host,
    stack,
    /** A stack, for a test that needs only one. */
    one: stack(),
    async close(): Promise<void> {
      await agent.destroy();
      await emulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A clock that runs `speed` times as fast as another, as the clock of an emulator with `--speed` does. */
function fasterClock(clock: EmulatorClock, speed: number): EmulatorClock {
  const from = clock.now();
  return {
    now: () => Math.floor(from + (clock.now() - from) * speed),
    sleep: (ms, signal) => clock.sleep(ms / speed, signal),
  };
}

/** The handlers of all tests of a file, which {@link shareHandlers} starts. */
export let shared: Handlers;

/** Starts handlers before the tests of a file, and closes them after the tests. */
export function shareHandlers(options?: HandlersOptions): void {
  beforeAll(async () => {
    shared = await startHandlers(options);
  });
  afterAll(() => shared.close());
}

/** Runs `work` with new handlers and a new service, which are closed afterwards even if `work` fails. */
export async function withHandlers<T>(work: (handlers: Handlers) => Promise<T>, options: HandlersOptions = {}) {
  const handlers = await startHandlers(options);
  try {
    return await work(handlers);
  } finally {
    await handlers.close();
  }
}

/** A test with new handlers and a new service. */
export const it = testsOf(withHandlers);

/** A test with new handlers, which the engine reaches through this door. */
export const itThrough = (door: DoorName) =>
  testsOf((work: (handlers: Handlers) => Promise<unknown>) => withHandlers(work, { door }));

/** The handlers, with what a scene puts beside them or in their place. */
type With<More> = Omit<Handlers, keyof More> & More;

/** Both for a scene: what `make` prepares on a new service stands beside the handlers. */
export function sceneOf<More>(make: (handlers: Handlers) => More) {
  const withScene = <T>(work: (scene: With<More>) => Promise<T>, options?: HandlersOptions): Promise<T> =>
    withHandlers((handlers) => work({ ...handlers, ...make(handlers) }), options);
  return { withScene, it: testsOf(withScene) };
}

/** The scene that `withScene` gives to its work. */
export type SceneIn<WithScene> = WithScene extends (work: infer Work, ...rest: never[]) => unknown
  ? Work extends (scene: infer Scene) => unknown
    ? Scene
    : never
  : never;
