// `account.tsx` and `broker.tsx` draw `Group` and `Item`; `networks.tsx` draws `Outsider`. `unshown` may change. Values
// must be drawn as text, because anybody can put HTML into a name. Labels may change together with
// `test/package/panel.test.ts`, which finds forms by them.
import { useState } from "preact/hooks";
import type { ShownRecord } from "../stream";
import { Act } from "./acting";
import { titleOf } from "./model";

/** The fields that do not help a person. */
const unshown = ["id", "instance_id", "hiddenUntil", "jobs", "outages", "history"];

/** The records of one kind, under a heading that opens. */
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

interface RecordProps {
  collection: string;
  record: ShownRecord;
}

/** A record: its fields, and the changes that somebody else could make. */
export function Item({ collection, record }: RecordProps) {
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
      <Outsider collection={collection} record={record} />
    </div>
  );
}

/** The changes of a record that somebody else could make without Pulumi. */
export function Outsider({ collection, record }: RecordProps) {
  const name = `${collection} ${record.id}`;
  return (
    <details>
      <summary>Change {name} behind Pulumi's back</summary>
      <Change collection={collection} record={record} />
      <Act
        call={{ method: "PATCH", path: "state", body: { op: "delete", in: collection, id: record.id } }}
        done={`Deleted ${name} behind Pulumi's back`}
        label={`Delete ${name}`}
        question={`Delete ${name} behind Pulumi's back?`}
      />
    </details>
  );
}

function shown(field: string, value: unknown): string {
  if (typeof value === "number" && /At$/.test(field)) return new Date(value).toISOString().replace(/\.\d+Z/, "Z");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A form that changes a field of a record without Pulumi. */
function Change({ collection, record }: RecordProps) {
  const names = Object.keys(record).filter((field) => !["id", "hiddenUntil"].includes(field));
  const [field, setField] = useState(names[0] ?? "");
  const [text, setText] = useState("");
  const body = { op: "set", in: collection, id: record.id, fields: { [field]: valueIn(text, record[field]) } };
  return (
    <form class="form" onSubmit={(event) => event.preventDefault()}>
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
    </form>
  );
}

/** The value that a person wrote. The text stays a text if the present value is a text, or if the text is no JSON. */
function valueIn(text: string, current: unknown): unknown {
  if (typeof current === "string") return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
