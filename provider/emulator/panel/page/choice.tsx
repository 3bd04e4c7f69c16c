// `controls.tsx` and `requests.tsx` draw a `Choice`, and `useBroker` lists the brokers for both. Markup may change. The
// label of a list must be its name for a screen reader, because `test/package/panel.test.ts` finds lists by this name.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { type Model, recordsOf } from "./model";

interface ChoiceProps {
  label: string;
  value: string;
  choose: (value: string) => void;
  options: readonly (readonly [value: string, text: string])[];
}

/** A list from which a person chooses one value. */
export function Choice({ label, value, choose, options }: ChoiceProps) {
  return (
    <label>
      {label}{" "}
      <select aria-label={label} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Returns the id of the chosen broker, and the list to choose from. The id is empty for all brokers. */
export function useBroker(model: Model, all: string): [id: string, choice: JSX.Element] {
  const [wanted, choose] = useState("");
  const brokers = recordsOf(model, "instances").map(({ id, name }) => [String(id), String(name)] as const);
  // If the chosen broker is gone, the list shows its first choice.
  const id = brokers.some(([each]) => each === wanted) ? wanted : "";
  return [id, <Choice key="of" label="Of" value={id} choose={choose} options={[["", all], ...brokers]} />];
}
