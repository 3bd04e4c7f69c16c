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

/** How often the times that are shown go on. */
const tickMs = 250;

const key = keyOfLink();
// A link that is pasted into an open tab changes nothing but the part after the `#`.
addEventListener("hashchange", () => location.reload());

function Page() {
  const [model, setModel] = useState<Model>(nothing);
  const [connection, setConnection] = useState<Connection>("connecting");
  const [opened, open] = useState<number>();
  const [last, setLast] = useState<{ call: ControlCall; said: string; by: HTMLElement | null }>();
  const isLive = connection === "connected";
  const now = useTime(model, isLive);
  // The page asks for what it shows before the browser paints it empty.
  useLayoutEffect(() => {
    let listening = new AbortController();
    const hearMessage: Parameters<typeof listen>[1]["hear"] = (message, isFirst) =>
      setModel((known) => hear(isFirst ? nothing : known, message, performance.now()));
    // A browser has six connections to a host: a tab that nobody sees shall not keep one from another tab.
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
  // Who closes something by keyboard goes on from where it was opened.
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
