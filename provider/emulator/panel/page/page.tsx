// `tools/bundle-page.mjs` bundles this file into `page.js`, which `index.html` loads. The layout may change. A hidden
// tab must not listen, because a browser has only six connections to a host. Every call must go through `Acting`,
// because the footer then shows what came of it.
import { render } from "preact";
import { useCallback, useEffect, useLayoutEffect, useState } from "preact/hooks";
import { Account } from "./account";
import { Acting } from "./acting";
import { Broker } from "./broker";
import { type Connection, type ControlCall, curlOf, keyOfLink, listen, send } from "./calls";
import { Clock, Faults, Whole } from "./controls";
import { hear, type Model, nothing, timeAt } from "./model";
import { Networks } from "./networks";
import { Requests } from "./requests";

/** The milliseconds after which the page draws the times anew. */
const tickMs = 250;

const key = keyOfLink();
// A person can paste a link into an open tab. The browser then loads nothing, because only the part after `#` changes.
addEventListener("hashchange", () => location.reload());

function Page() {
  const [model, setModel] = useState<Model>(nothing);
  const [connection, setConnection] = useState<Connection>("connecting");
  const [opened, open] = useState<number>();
  const [last, setLast] = useState<{ call: ControlCall; said: string; by: HTMLElement | null }>();
  const isLive = connection === "connected";
  const now = useTime(model, isLive);
  // The page connects before the browser paints the empty page.
  useLayoutEffect(() => {
    let listening = new AbortController();
    const hearMessage: Parameters<typeof listen>[1]["hear"] = (message, isFirst) =>
      setModel((known) => hear(isFirst ? nothing : known, message, performance.now()));
    // A browser has six connections to a host. A hidden tab gives its connection to other tabs.
    const listenWhileShown = () => {
      listening.abort();
      if (document.hidden) return;
      listening = new AbortController();
      void listen(key, { signal: listening.signal, hear: hearMessage, say: setConnection });
    };
    listenWhileShown();
    document.addEventListener("visibilitychange", listenWhileShown);
  }, []);
  const act = useCallback(async (call: ControlCall, done: string) => {
    const by = document.activeElement as HTMLElement | null;
    try {
      const text = await send(key, call);
      if (call.path === "save") download(text);
      setLast({ call, said: done, by });
    } catch (error) {
      setLast({ call, said: `Refused: ${error instanceof Error ? error.message : error}`, by });
    }
  }, []);
  // A person with a keyboard goes on at the place from which they opened the broker.
  const close = () => {
    open(undefined);
    document.getElementById(`card-${opened}`)?.focus();
  };
  const closeResult = () => {
    setLast(undefined);
    last?.by?.focus();
  };
  return (
    <Acting.Provider value={isLive ? act : undefined}>
      <header class={isLive ? "top" : "top cut"}>
        <h1>Emulator</h1>
        <p class={isLive ? "state ready" : "state busy"} role="status">
          {inWords[connection]}
        </p>
      </header>
      {model !== nothing && (
        <main>
          <div>
            {opened !== undefined && <Broker key={opened} model={model} id={opened} now={now} close={close} />}
            <Networks model={model} now={now} open={open} />
            <Account model={model} />
          </div>
          <div>
            <Clock model={model} now={now} />
            <Faults model={model} />
            <Whole model={model} />
            <Requests model={model} />
          </div>
        </main>
      )}
      <footer>
        {last && (
          <button type="button" aria-label="Close the result" onClick={closeResult}>
            Close
          </button>
        )}
        <div role="status">
          {last && (
            <>
              <strong>{last.said}</strong> <code>{curlOf(last.call)}</code>
            </>
          )}
        </div>
      </footer>
    </Acting.Provider>
  );
}

const inWords: Record<Connection, string> = {
  connecting: "connecting",
  connected: "live",
  lost: "The emulator does not answer: it has ended, or starts anew",
  refused: "Open the link that the emulator printed: it has the key that this page needs",
};

/** The time on the emulator's clock, which goes on between two messages while there is a connection. */
function useTime(model: Model, isLive: boolean): number {
  const [at, setAt] = useState(performance.now());
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => setAt(performance.now()), tickMs);
    return () => clearInterval(timer);
  }, [isLive]);
  return timeAt(model, Math.max(at, model.heardAt));
}

function download(text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = "emulator.json";
  link.click();
  URL.revokeObjectURL(link.href);
}

render(<Page />, document.body);
