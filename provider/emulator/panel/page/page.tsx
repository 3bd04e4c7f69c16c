import { render } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";
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

function Page() {
  const [model, setModel] = useState<Model>(nothing);
  const [connection, setConnection] = useState<Connection>("connecting");
  const [opened, open] = useState<number>();
  const [last, setLast] = useState<{ call: ControlCall; said: string }>();
  const now = useTime(model);
  useEffect(() => {
    const ending = new AbortController();
    const hearMessage = (message: Parameters<typeof hear>[1]) =>
      setModel((known) => hear(known, message, performance.now()));
    void listen(key, { signal: ending.signal, hear: hearMessage, say: setConnection });
    return () => ending.abort();
  }, []);
  const act = useCallback(async (call: ControlCall, done: string) => {
    try {
      const text = await send(key, call);
      if (call.path === "save") download(text);
      setLast({ call, said: done });
    } catch (error) {
      setLast({ call, said: `Refused: ${error instanceof Error ? error.message : error}` });
    }
  }, []);
  return (
    <Acting.Provider value={act}>
      <header class="top">
        <h1>Emulator</h1>
        <p class={connection === "connected" ? "state ready" : "state busy"} role="status">
          {inWords[connection]}
        </p>
      </header>
      <main>
        <div>
          {opened !== undefined && <Broker model={model} id={opened} now={now} close={() => open(undefined)} />}
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
      <footer>
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

/** The time on the emulator's clock, which goes on between two messages. */
function useTime(model: Model): number {
  const [at, setAt] = useState(performance.now());
  useEffect(() => {
    const timer = setInterval(() => setAt(performance.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
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
