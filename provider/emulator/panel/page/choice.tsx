import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { type Model, recordsOf } from "./model";

interface ChoiceProps {
  label: string;
  value: string;
  choose: (value: string) => void;
  options: readonly (readonly [value: string, text: string])[];
}

/** One of several values, chosen from a list. */
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

/** The id of the broker that is chosen, or nothing for all of them; and the list from which it is chosen. */
export function useBroker(model: Model, all: string): [id: string, choice: JSX.Element] {
  const [wanted, choose] = useState("");
  const brokers = recordsOf(model, "instances").map(({ id, name }) => [String(id), String(name)] as const);
  // The list shows the first choice for a broker that is gone.
  const id = brokers.some(([each]) => each === wanted) ? wanted : "";
  return [id, <Choice key="of" label="Of" value={id} choose={choose} options={[["", all], ...brokers]} />];
}
