import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the server received it. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
  /** The position of the request; 0 for the first request. */
  index: number;
  /** The signal that is aborted when the connection closes. A handler that sleeps on a virtual clock passes it on. */
  signal: AbortSignal;
}

/** An answer: a status with a JSON body, or a function that writes the response. */
export type Answer =
  | { status: number; json?: unknown; text?: string; headers?: Record<string, string> }
  | ((request: Received, response: ServerResponse) => void | Promise<void>);

/** A real HTTP server on a loopback port that gives the answers of a script and keeps the requests. */
export interface ScriptedServer {
  url: string;
  received: Received[];
  /** Sets the answers, which are given one after another; the last one is repeated. */
  answer(...answers: Answer[]): void;
  close(): Promise<void>;
}

/** Starts a server with these answers. Without answers, every request is answered with 200 and `{}`. */
export async function scriptedServer(...answers: Answer[]): Promise<ScriptedServer> {
  let script: Answer[] = answers.length > 0 ? answers : [{ status: 200, json: {} }];
  let position = 0;
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void receive(request, response);
  });

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const closed = new AbortController();
    response.on("close", () => closed.abort());
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one: Received = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
      index: received.length,
      signal: closed.signal,
    };
    received.push(one);
    const answer = script[Math.min(position, script.length - 1)] as Answer;
    position += 1;
    try {
      await (typeof answer === "function" ? answer(one, response) : write(answer, response));
    } catch {
      response.destroy();
    }
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer(...next) {
      script = next;
      position = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers with JSON, or with a text unchanged. */
export function write(answer: Exclude<Answer, (...args: never[]) => unknown>, response: ServerResponse): void {
  const text = answer.text ?? (answer.json === undefined ? "" : JSON.stringify(answer.json));
  response.writeHead(answer.status, { "content-type": "application/json", "x-request-id": "req-1", ...answer.headers });
  response.end(text);
}

/** Cuts the connection without an answer. */
export const reset: Answer = (_request, response) => {
  response.destroy();
};
