import { type Emulator, type EmulatorOptions, type LoggedRequest, startEmulator } from "../../provider/emulator";

/** An emulator on a free port, with the calls that most tests need. */
export interface TestEmulator extends Emulator {
  /** The requests received, without the polls of waits. */
  calls(): string[];
  /** The requests received that are no GET. */
  writes(): LoggedRequest[];
  /** The requests received with this method, to paths of this form. */
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

/** The answer to a request. */
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
