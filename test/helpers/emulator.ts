import {
  type Emulator,
  type EmulatorOptions,
  type LoggedRequest,
  type MovableClock,
  startEmulator,
} from "../../provider/emulator";
import { testsOf } from "./tests-of";

/** An emulator on a free port, with the calls that most tests need. */
export interface TestEmulator extends Emulator {
  /** The requests received, without the polls of waits. */
  calls(): string[];
  /** The requests received that are no GET. */
  writes(): LoggedRequest[];
  received(method: string, path?: RegExp): LoggedRequest[];
  /** Sends one request to either API, as a client does. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
}

/** The parts of a request beside method and path. */
interface CallOptions {
  /** A value that is sent as JSON. */
  body?: unknown;
  /** The key to use. Default: the account's key for `/customer`, the first seeded instance's key for `/instance`. */
  key?: string;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The text read as JSON; undefined when the text is not JSON. */
  body: unknown;
}

/** The emulators that this test file has started and not closed. */
export const startedEmulators = new Set<TestEmulator>();

/** Starts an emulator, with the same seed each time so that ids and keys repeat. */
export async function startTestEmulator(options: EmulatorOptions = {}): Promise<TestEmulator> {
  const emulator = await startEmulator({ seed: 1, ...options });
  const started: TestEmulator = {
    ...emulator,
    close: async () => {
      startedEmulators.delete(started);
      await emulator.close();
    },
    calls: () =>
      emulator
        .requests()
        .filter(({ poll }) => !poll)
        .map(({ method, path }) => `${method} ${path}`),
    writes: () => emulator.requests().filter(({ method }) => method !== "GET"),
    received: (method, path = /./) =>
      emulator.requests().filter((each) => each.method === method && path.test(each.path)),
    call: async (method, path, { body, key, headers } = {}) => {
      const usual = path.startsWith("/instance/") ? emulator.instances[0]!.apiKey : emulator.apiKey;
      const response = await fetch(emulator.url + path, {
        method,
        redirect: "manual",
        headers: {
          authorization: basic(key ?? usual),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: tryParse(text) };
    },
  };
  startedEmulators.add(started);
  return started;
}

/** Runs `work` with a new emulator, which is closed afterwards even if `work` fails. */
export async function withEmulator<T>(work: (emulator: TestEmulator) => Promise<T>, options: EmulatorOptions = {}) {
  const emulator = await startTestEmulator(options);
  try {
    return await work(emulator);
  } finally {
    await emulator.close();
  }
}

export const it = testsOf(withEmulator);

/** The authorization header for a key, which is the password; the user name is empty. */
export const basic = (key: string, user = "") => `Basic ${Buffer.from(`${user}:${key}`).toString("base64")}`;

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Endpoints = Pick<Emulator, "apiKey" | "customerUrl" | "baseUrl">;

/** The provider's configuration that leads to an emulator, as a host gets it. */
export const configOf = ({ apiKey, customerUrl, baseUrl }: Endpoints) => ({
  "broker:apiKey": apiKey,
  "broker:customerUrl": customerUrl,
  "broker:baseUrl": baseUrl,
});

/** The configuration of a stack that leads to an emulator. The key is a secret in it. */
export const stackConfigOf = (emulator: Endpoints) => ({
  ...configOf(emulator),
  "broker:apiKey": { secret: emulator.apiKey },
});

/** The variables of an environment that lead to an emulator. */
export const variablesOf = ({ apiKey, customerUrl, baseUrl }: Endpoints) => ({
  BROKER_API_KEY: apiKey,
  BROKER_CUSTOMER_URL: customerUrl,
  BROKER_BASE_URL: baseUrl,
});

const vpcPrefix = "vpc-own";

/** Puts each seeded instance into a VPC of its own, on one platform. Returns the cloud provider's VPC ids, in order. */
export function makeInstanceVpcs(emulator: Emulator, platform = "provider-a"): string[] {
  const region = `${platform}::region-1`;
  return emulator.instances.map(({ id }, i) => {
    const fields = { region, name: `net-${i}`, subnet: `10.56.${72 + i}.0/24`, cloud_id: `${vpcPrefix}${i}` };
    const [vpc_id = 0] = emulator.patch({ op: "add", in: "vpcs", fields });
    emulator.patch({ op: "set", in: "instances", id, fields: { region, vpc_id } });
    return fields.cloud_id;
  });
}

/** Tells whether a VPC was made by `makeInstanceVpcs`. */
export const isInstanceVpc = ({ cloud_id = "" }: { cloud_id?: string }): boolean => cloud_id.startsWith(vpcPrefix);

/**
 * A clock for an emulator to which a test sends one request after another. The clock moves only when somebody sleeps or
 * the test moves it: an answer that takes 13 s arrives at once, and the clock is then exactly 13 s later.
 */
export function jumpingClock(start = Date.UTC(2030, 0, 1)): MovableClock {
  let time = start;
  return {
    now: () => time,
    sleep: async (ms) => {
      time += ms;
    },
    advance: (ms) => {
      time += ms;
    },
    setSpeed: () => undefined,
  };
}
