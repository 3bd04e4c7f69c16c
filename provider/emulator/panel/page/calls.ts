// `page.tsx` sends calls and listens with this file; `acting.tsx` and `controls.tsx` show `curlOf`. `retryMs` may
// change. Paths must stay, because `server/controlCalls.ts` has them. The key must leave the address bar, because
// people share their screens.
import type { Message } from "../stream";

/** A control call. A button of the page sends the call, and `curlOf` writes the command that does the same. */
export interface ControlCall {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  body?: unknown;
}

/** The account's key. The link has the key after its `#`, and the page keeps the key while its tab is open. */
export function keyOfLink(): string {
  const given = location.hash.slice(1);
  if (given !== "") {
    sessionStorage.setItem("key", given);
    // The key must not stay in the address bar, because people share their screens.
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem("key") ?? "";
}

const headersFor = (key: string) => ({ authorization: `Basic ${btoa(`:${key}`)}` });

/** Sends a control call, and returns the answer's text. If the emulator refuses the call, throws the reason. */
export async function send(key: string, { method, path, body }: ControlCall): Promise<string> {
  const answer = await fetch(`/_emulator/${path}`, {
    method,
    headers: { ...headersFor(key), "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(problemIn(text) ?? `The emulator answered ${answer.status}`);
  return text;
}

function problemIn(text: string): string | undefined {
  try {
    return String(JSON.parse(text).error);
  } catch {
    return undefined;
  }
}

/** The shell command that does the same as the call. */
export function curlOf({ method, path, body }: ControlCall): string {
  const json = body === undefined ? "" : ` -H 'content-type: application/json' -d ${quoted(JSON.stringify(body))}`;
  return `curl -u ":$BROKER_API_KEY" -X ${method}${json} ${location.origin}/_emulator/${path}`;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The state of the page's connection. With `refused`, the page has no valid key. */
export type Connection = "connecting" | "connected" | "lost" | "refused";

const retryMs = 1000;

interface Listener {
  signal: AbortSignal;
  /** The first message of a connection replaces everything that earlier connections told. */
  hear(message: Message, isFirst: boolean): void;
  say(connection: Connection): void;
}

/** Listens to the emulator until the signal is aborted. Connects again when the connection was lost. */
export async function listen(key: string, { signal, hear, say }: Listener): Promise<void> {
  while (!signal.aborted) {
    try {
      const answer = await fetch("/_emulator/events", { headers: headersFor(key), signal });
      if (answer.status === 401) return say("refused");
      if (!answer.ok || !answer.body) throw new Error();
      say("connected");
      let rest = "";
      let isFirst = true;
      for await (const piece of piecesOf(answer.body.pipeThrough(new TextDecoderStream()))) {
        const events = (rest + piece).split("\n\n");
        rest = events.pop() ?? "";
        for (const event of events) {
          hear(JSON.parse(event.replace(/^data: /, "")), isFirst);
          isFirst = false;
        }
      }
    } catch {
      // The emulator has ended, or another one has started.
    }
    if (signal.aborted) return;
    say("lost");
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

async function* piecesOf(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
}
