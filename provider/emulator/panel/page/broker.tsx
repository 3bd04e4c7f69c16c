import { useEffect, useRef, useState } from "preact/hooks";
import type { ShownRecord } from "../stream";
import { Act } from "./acting";
import { collectionsOf, type Model, recordsOf, titleOf } from "./model";
import { State } from "./networks";

/** The fields that say nothing to a person. */
const unshown = ["id", "instance_id", "hiddenUntil", "jobs", "outages", "history"];

/** An opened broker: its fields, and all that stands on it. */
export function Broker({ model, id, now, close }: { model: Model; id: number; now: number; close: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // A person with a keyboard goes on where the broker has opened.
  useEffect(() => heading.current?.focus(), [id]);
  const broker = recordsOf(model, "instances").find((each) => each.id === id);
  return (
    <section aria-labelledby="broker" class="opened">
      <header>
        <h2 id="broker" ref={heading} tabIndex={-1}>
          {broker ? `Broker ${broker["name"]}` : `Broker ${id} is gone`}
        </h2>
        <button type="button" onClick={close}>
          Close
        </button>
      </header>
      {broker && (
        <>
          <p>
            <State record={broker} now={now} />
          </p>
          <Item collection="instances" record={broker} />
          {collectionsOf(model, id).map(([collection, records]) => (
            <Group key={collection} collection={collection} records={records} />
          ))}
        </>
      )}
    </section>
  );
}

/** The records of one kind, folded. */
export function Group({ collection, records }: { collection: string; records: ShownRecord[] }) {
  return (
    <details>
      <summary>
        {titleOf(collection)} <span class="faint">{records.length}</span>
      </summary>
      {records.map((record) => (
        <Item key={record.id} collection={collection} record={record} />
      ))}
    </details>
  );
}

/** A record: its fields, and what somebody else may do to it. */
function Item({ collection, record }: { collection: string; record: ShownRecord }) {
  const name = `${collection} ${record.id}`;
  const isEmpty = (value: unknown) => value === null || value === "" || JSON.stringify(value) === "[]";
  const fields = Object.entries(record).filter(([field, value]) => !unshown.includes(field) && !isEmpty(value));
  return (
    <div class="item">
      <dl>
        {fields.map(([field, value]) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>{shown(field, value)}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>Change {name} behind Pulumi's back</summary>
        <Change collection={collection} record={record} />
        <Act
          call={{ method: "PATCH", path: "state", body: { op: "delete", in: collection, id: record.id } }}
          done={`Deleted ${name} behind Pulumi's back`}
          label={`Delete ${name}`}
        />
      </details>
    </div>
  );
}

function shown(field: string, value: unknown): string {
  if (typeof value === "number" && /At$/.test(field)) return new Date(value).toISOString().replace(/\.\d+Z/, "Z");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A form that changes a field as somebody else would. */
function Change({ collection, record }: { collection: string; record: ShownRecord }) {
  const names = Object.keys(record).filter((field) => !["id", "hiddenUntil"].includes(field));
  const [field, setField] = useState(names[0] ?? "");
  const [text, setText] = useState("");
  const body = { op: "set", in: collection, id: record.id, fields: { [field]: valueIn(text) } };
  return (
    <p class="form">
      <label>
        Field{" "}
        <select value={field} onChange={({ currentTarget }) => setField(currentTarget.value)}>
          {names.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <label>
        New value <input value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
      </label>
      <Act
        call={{ method: "PATCH", path: "state", body }}
        done={`Changed ${field} of ${collection} ${record.id} behind Pulumi's back`}
        label="Change"
        about={`Change ${field} of ${collection} ${record.id}`}
      />
    </p>
  );
}

/** A value as a person writes it: JSON, or else plain text. */
function valueIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
