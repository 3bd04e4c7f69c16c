// `package.json` publishes this file as `pulumi-broker/emulator`; `cli/emulator.ts` and `test/helpers/emulator.ts` call
// `startEmulator`. Options may be added. Exported names must stay, because users' tests use them. `openStateFile` must
// come after the port is open, because a failed start must not write the file.
import { once, setMaxListeners } from "node:events";
import type { AddressInfo } from "node:net";
import { collections } from "./nouns";
import { instances } from "./nouns/instances/record";
import { accountKeys, type Role } from "./server/auth";
import { createClock, type EmulatorClock } from "./server/clock";
import { type Controls, createControls, type World } from "./server/controls";
import { createFaults } from "./server/faults";
import { createLimiter } from "./server/limit";
import { createLog } from "./server/log";
import { createRandom } from "./server/random";
import { createEmulatorServer, prefixes } from "./server/server";
import { openStateFile, readStateFile, type StateKeeper } from "./server/stateFile";
import { lockStateFile } from "./server/stateLock";
import { createStore } from "./server/store";
import { throwForBrokerUrl } from "./service/brokerAddress";
import { dialects } from "./service/dialects";
import { seedStore } from "./service/seed";

export type { CollectionName, RecordOf, State } from "./nouns";
export type { EmulatorClock, MovableClock } from "./server/clock";
export { createClock } from "./server/clock";
export type { Controls, StateChange } from "./server/controls";
export type { Fault, FaultEffect, FaultRule, FaultTiming } from "./server/faults";
export type { Limit } from "./server/limit";
export type { LoggedRequest } from "./server/log";
export type { BusyName } from "./service/busyAnswers";

/** The options of an emulator. You may leave out any option. */
export interface EmulatorOptions {
  /** The port to listen on. 0, the default, takes any free port. */
  port?: number;
  /**
   * The speed of the emulator's own clock. With 60, a minute of the emulator passes in a second. Default 1. With the
   * option `clock`, the emulator ignores `speed`.
   */
  speed?: number;
  /**
   * The seed of the emulator's random values. The same seed gives the same ids, keys and durations. By default, each
   * start takes a new seed.
   */
  seed?: number;
  /**
   * A clock that replaces the emulator's own clock. Everything in the emulator that takes time then waits on this
   * clock.
   */
  clock?: EmulatorClock;
  /**
   * With true, the emulator's answers have exactly the fields of the service's specification. By default, answers also
   * have the fields that only a live service sends.
   */
  specifiedOnly?: boolean;
  /**
   * The file in which the emulator keeps its state. A later start with the same file goes on with this state. The file
   * holds the keys in plain text, and only its owner may read the file. Only one emulator at a time can use the file: a
   * second emulator does not start.
   */
  stateFile?: string;
  /**
   * The address of a broker, `amqp://host` or `amqp://host:5672`. The URLs of all instances then lead to this broker.
   * The URL of each instance has a vhost of its own, `instance-<id>`. The URLs have the user and the password of
   * `brokerUrl`. If `brokerUrl` has no user, the URLs have the user `guest` with the password `guest`. The emulator
   * does not speak to the broker, so you make the vhosts there by hand.
   */
  brokerUrl?: string;
}

/** A running emulator. */
export interface Emulator extends Controls {
  /**
   * The URL at which the emulator listens, such as `http://127.0.0.1:4160`. The emulator's control calls are under
   * `/_emulator/` of this URL. A control call takes the account's key: the present key, or the first one.
   */
  url: string;
  /**
   * The URL of the panel, a page for a browser. The panel shows what happens in the emulator, and lets you control it.
   * The account's key stands after the `#` of the URL.
   */
  panel: string;
  /** The base URL of the emulator's account API. */
  customerUrl: string;
  /** The base URL of the emulator's instance API. */
  baseUrl: string;
  /** The account key of the role `admin`, which may do everything. */
  apiKey: string;
  /** The account key of the role `monitor`, which may only read. */
  readOnlyKey: string;
  /** The instances that exist when the emulator starts. A new emulator has one instance of each broker software. */
  instances: { id: number; apiKey: string; backend: "clustered" | "alternative" }[];
  /**
   * Stops the emulator at once. The emulator cuts open connections, and drops requests that wait for an answer. You may
   * call `close` again. `close` rejects if the emulator cannot write the state file.
   */
  close(): Promise<void>;
}

/** Starts an emulator of the service. The emulator listens on 127.0.0.1 of this machine. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { stateFile, brokerUrl } = options;
  if (brokerUrl !== undefined) throwForBrokerUrl(brokerUrl);
  const unlock = stateFile === undefined ? () => {} : lockStateFile(stateFile);
  try {
    const emulator = await start(options);
    return { ...emulator, close: () => emulator.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function start(options: EmulatorOptions): Promise<Emulator> {
  const { stateFile, brokerUrl } = options;
  const kept = stateFile === undefined ? undefined : readStateFile(stateFile);
  const seed = kept?.seed ?? options.seed ?? Math.floor(Math.random() * 2 ** 32);
  const clock = options.clock ?? createClock(options.speed, kept?.now);
  let random = createRandom(kept?.random ?? seed);
  const store = createStore(collections, clock.now, () => random);
  let keeper: StateKeeper | undefined;
  const world: World = {
    clock,
    store,
    log: createLog(),
    faults: createFaults(),
    limiter: createLimiter(clock.now),
    random: () => random,
    reseed: () => {
      random = createRandom(seed);
      store.clear();
      seedStore(store, dialect);
    },
    noteChange: () => keeper?.noteChange(),
    kept: () => ({ now: clock.now(), seed, random: random.position(), memory: store.memory() }),
  };
  const dialect = { specified_only: options.specifiedOnly ?? false, broker_url: brokerUrl ?? null };
  if (kept === undefined) {
    world.reseed();
  } else {
    store.restore(kept.memory);
    for (const { id } of store.list(dialects)) store.update(dialects, id, dialect);
  }
  const controls = createControls(world);
  const closing = new AbortController();
  // Every waiting request listens to this signal.
  setMaxListeners(0, closing.signal);
  const keyOf = (wanted: Role) => store.list(accountKeys).find(({ role }) => role === wanted)?.key ?? "";
  const apiKey = keyOf("admin");
  const server = createEmulatorServer(world, { controls, key: apiKey, closing: closing.signal });
  // The server keeps idle connections open. If it closed one just as a client reused it, the client would see a fault
  // that no test asked for.
  server.keepAliveTimeout = 0;
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  try {
    // Only the emulator that has the port writes: a start that fails leaves the file as it was.
    if (stateFile !== undefined) keeper = openStateFile(stateFile, world.kept);
  } catch (error) {
    server.close();
    throw error;
  }

  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stopped = once(server, "close").then(() => undefined);
  return {
    ...controls,
    url,
    customerUrl: url + prefixes.account,
    baseUrl: url + prefixes.instance,
    panel: `${url}/#${apiKey}`,
    apiKey,
    readOnlyKey: keyOf("monitor"),
    instances: store.list(instances).map(({ id, apikey, backend }) => ({ id, apiKey: apikey, backend })),
    close: async () => {
      closing.abort(new Error("The emulator is closing"));
      server.close();
      server.closeAllConnections();
      await stopped;
      keeper?.end();
    },
  };
}
