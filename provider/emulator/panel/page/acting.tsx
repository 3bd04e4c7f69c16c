import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { type ControlCall, curlOf } from "./calls";

/** Sends a control call, and shows the command that does the same and what came of it; undefined without a connection. */
export const Acting = createContext<((call: ControlCall, done: string) => void) | undefined>(undefined);

interface ActProps {
  call: ControlCall;
  done: string;
  label: string;
  about?: string;
  /** What a person is asked before what cannot be undone. */
  question?: string;
}

/** A button that sends a control call; in a form, Enter presses it. */
export function Act({ call, done, label, about, question }: ActProps) {
  const act = useContext(Acting);
  const press = () => (question === undefined || confirm(question)) && act?.(call, done);
  return (
    <button type="submit" title={curlOf(call)} aria-label={about} disabled={!act} onClick={press}>
      {label}
    </button>
  );
}
