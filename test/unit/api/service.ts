import type { ServerResponse } from "node:http";
import type { Collection, Webhook, WebhookBody } from "../../../provider/api";
import { type Answer, type Received, reset, scriptedServer, virtualSetup, write } from "../../helpers/api-setup";
import type { VirtualClock } from "../../helpers/virtual-clock";

interface Stored {
  id: number;
  shownAt: number;
  [field: string]: unknown;
}

/** A collection behind HTTP, small enough to be seen through, with faults on the POST. */
export interface Service {
  server: Awaited<ReturnType<typeof scriptedServer>>;
  items: Stored[];
  /** Taken by the next POSTs in turn; `undefined` means act and answer. */
  posts: (Fault | undefined)[];
  /** How long a list does not show what was just made. */
  lagMs: number;
  /** Answers to GET of one object in place of the true one. */
  getAnswer?: Answer;
  /** Answers to DELETE and PUT of one object, which then do nothing. */
  deleteAnswer?: Answer;
  putAnswer?: Answer;
  /** Answers to GET of the list in place of the true one. */
  listAnswer?: Answer;
  add(body: object): Stored;
  count(method: string, path?: string): number;
}

/** What goes wrong with a POST: whether the service acts, and what it answers. */
export interface Fault {
  acts: boolean | "twice";
  answer: Answer;
}

/** The usual ways to lose an answer. */
export const lostAnswers: [string, Fault][] = [
  ["reset after acting", { acts: true, answer: reset }],
  ["500 after acting", { acts: true, answer: { status: 500 } }],
  ["an HTML page after acting", { acts: true, answer: { status: 200, text: "<html>" } }],
  ["an answer without an id after acting", { acts: true, answer: { status: 201, json: { message: "done" } } }],
  ["40099 after acting", { acts: true, answer: { status: 400, json: { error_code: 40099 } } }],
  ["reset before acting", { acts: false, answer: reset }],
  ["500 before acting", { acts: false, answer: { status: 500 } }],
];

/** The service of the test that runs, with its client. */
export let service: Service;
export let webhooks: Collection<Webhook, WebhookBody>;

/** A setup for all tests of a file, and for each of them a service of webhooks. */
export function setupWithWebhooks() {
  const setup = virtualSetup();
  beforeEach(async () => {
    service = await startService(setup.clock, "/api/webhooks");
    webhooks = setup.client(service.server.url).instance("1", { apiKey: "k" }).webhooks;
  });
  afterEach(() => service.server.close());
  afterAll(() => setup.close());
  return setup;
}
/** A webhook as it is asked for. */
export const body: WebhookBody = { webhook_uri: "https://example.com/x", vhost: "/", queue: "q", concurrency: 1 };

/** Starts one that serves `path`. */
export async function startService(clock: VirtualClock, path: string): Promise<Service> {
  let lastId = 0;
  const service: Service = {
    server: await scriptedServer((request, response) => serve(request, response)),
    items: [],
    posts: [],
    lagMs: 0,
    add(body) {
      lastId += 1;
      const item = { ...body, id: lastId, shownAt: clock.now() + service.lagMs };
      service.items.push(item);
      return item;
    },
    count: (method, at = path) =>
      service.server.received.filter((one) => one.method === method && one.path === at).length,
  };

  async function serve(request: Received, response: ServerResponse): Promise<void> {
    const answer = act(request);
    await (typeof answer === "function" ? answer(request, response) : write(answer, response));
  }

  function act(request: Received): Answer {
    if (request.method === "POST") {
      const fault = service.posts.shift();
      const made = [fault?.acts ?? true].flatMap((acts) => (acts === "twice" ? [1, 2] : acts ? [1] : []));
      const items = made.map(() => service.add(JSON.parse(request.body)));
      return fault?.answer ?? { status: 201, json: { id: items[0]?.id } };
    }
    if (request.path === path) {
      const shown = service.items.filter((item) => item.shownAt <= clock.now());
      return service.listAnswer ?? { status: 200, json: shown };
    }
    const given = { GET: service.getAnswer, DELETE: service.deleteAnswer, PUT: service.putAnswer }[request.method];
    if (given) return given;
    const item = service.items.find((one) => request.path === `${path}/${one.id}` && one.shownAt <= clock.now());
    if (!item) return { status: 404, json: { error: "Invalid ID" } };
    if (request.method === "GET") return { status: 200, json: item };
    if (request.method === "DELETE") {
      service.items = service.items.filter((one) => one !== item);
      return { status: 204 };
    }
    Object.assign(item, JSON.parse(request.body));
    return { status: 201, json: { rowCount: 1 } };
  }
  return service;
}
