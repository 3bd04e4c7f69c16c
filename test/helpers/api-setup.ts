import { Agent } from "undici";
import { z } from "zod";
import { type Call, type Client, type ClientOptions, createClient } from "../../provider/api";
import { givenKey } from "../../provider/api/keys";
import type { Api, Endpoint } from "../../provider/api/transport/endpoint";
import { createGate } from "../../provider/api/transport/gate";
import { type Answer, type ScriptedServer, scriptedServer } from "./scripted-server";
import { VirtualClock } from "./virtual-clock";

export { type Answer, type Received, reset, type ScriptedServer, scriptedServer, write } from "./scripted-server";

/** A clock, a pool on it, and connections and clients that use both. */
export function virtualSetup(seed = 1) {
  const clock = new VirtualClock({ seed });
  const agent = new Agent({ keepAliveTimeout: 10, keepAliveMaxTimeout: 10 });
  const dispatcher = clock.dispatcher(agent);
  const call = (seconds = 3600, more: Partial<Call> = {}): Call => ({
    deadline: clock.now() + seconds * 1000,
    ...more,
  });
  return {
    clock,
    dispatcher,
    call,
    connection: (baseUrl: string, more: Partial<Api["transport"]> = {}): Api => ({
      baseUrl,
      credentials: givenKey("secret-key"),
      hint: { url: "broker:customerUrl (or BROKER_CUSTOMER_URL)" },
      transport: { clock, dispatcher, gate: createGate(clock), userAgent: "test", ...more },
    }),
    client: (url: string, more: Partial<ClientOptions> = {}): Client =>
      createClient({ customerUrl: url, baseUrl: url, apiKey: "secret-key", clock, dispatcher, ...more }),
    close: () => agent.destroy(),
  };
}

/** The server of the test that runs. */
export let server: ScriptedServer;

/** A setup for all tests of a file or a group, and for each of them a server that gives these answers. */
export function setupWithServer(...answers: Answer[]) {
  const setup = virtualSetup();
  beforeEach(async () => {
    server = await scriptedServer(...answers);
  });
  afterEach(() => server.close());
  afterAll(() => setup.close());
  return setup;
}

/** The error that `work` rejects with; a success is a failed test. */
export async function failureOf(work: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  const outcome = await work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if (!("error" in outcome)) throw new Error(`expected a failure, got ${JSON.stringify(outcome.value)}`);
  return outcome.error as Error & Record<string, unknown>;
}

export const json = (status: number, body: unknown = {}, headers = {}): Answer => ({ status, json: body, headers });

const answer = z.object({ id: z.number() });

type Made = Endpoint<{ id: number }>;
export const endpoint = (method: "GET" | "PUT" | "POST"): Made => ({ method, path: "/api/x", answer });
