import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { type ControlCall, curlOf } from "./calls";

/** Sends a control call, and shows the command that does the same and what came of it. */
export const Acting = createContext<(call: ControlCall, done: string) => void>(() => undefined);

/** A button that sends a control call. */
export function Act({ call, done, label, about }: { call: ControlCall; done: string; label: string; about?: string }) {
  const act = useContext(Acting);
  return (
    <button type="button" title={curlOf(call)} aria-label={about} onClick={() => act(call, done)}>
      {label}
    </button>
  );
}
