import { type Emulator, type EmulatorOptions, startEmulator } from "../../provider/emulator";

/** An emulator on a free port, with what tests ask it most. */
export interface TestEmulator extends Emulator {
  /** The requests without those that only wait: what a promise of "one GET" counts. */
  calls(): string[];
  /** One call to either API as a client would make it; the key is the account's or the instance's. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
}

/** What `call` sends beside method and path. */
interface CallOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** The account's key for `/customer`, the first seeded instance's for `/instance`, unless given. */
  key?: string;
  headers?: Record<string, string>;
}

/** What came back. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The text as JSON; undefined where it is none. */
  body: unknown;
}

/** The emulators that this test file has running. */
export const startedEmulators = new Set<TestEmulator>();

/** Starts an emulator; the same seed each time, so that ids and keys repeat. */
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
    call: async (method, path, { body, key, headers } = {}) => {
      const usual = path.startsWith("/customer/") ? emulator.apiKey : emulator.instances[0]!.apiKey;
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
      return { status: response.status, headers: response.headers, text, body: parsed(text) };
    },
  };
  startedEmulators.add(started);
  return started;
}

/** Runs `work` with an emulator of its own, which is closed whatever happens. */
export async function withEmulator<T>(
  work: (emulator: TestEmulator) => Promise<T>,
  options: EmulatorOptions = {},
): Promise<T> {
  const emulator = await startTestEmulator(options);
  try {
    return await work(emulator);
  } finally {
    await emulator.close();
  }
}

/** The header of a key: it goes into the password, the user name stays empty. */
export const basic = (key: string, user = "") => `Basic ${Buffer.from(`${user}:${key}`).toString("base64")}`;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
