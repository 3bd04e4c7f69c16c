// `page.tsx` provides `Acting`; `controls.tsx` and `records.tsx` draw `Act` buttons. Markup may change. A call that
// loses records needs a `question`, because one press would otherwise be enough. A button must be disabled without a
// connection, because its call would fail.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { type ControlCall, curlOf } from "./calls";

/** Sends a control call, and shows its result and the command that does the same. Undefined without a connection. */
export const Acting = createContext<((call: ControlCall, done: string) => void) | undefined>(undefined);

interface ActProps {
  call: ControlCall;
  done: string;
  label: string;
  about?: string;
  /** The question that a person must confirm before a call that nobody can undo. */
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
