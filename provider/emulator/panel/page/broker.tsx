// `page.tsx` draws `Broker` when a person opens a broker. Markup may change. The heading must take the focus, because a
// person with a keyboard would otherwise stay far from it. The words of the heading must stay, because
// `test/package/panel.test.ts` reads them.
import { useEffect, useRef } from "preact/hooks";
import { collectionsOf, type Model, recordsOf } from "./model";
import { State } from "./networks";
import { Group, Item } from "./records";

/** An opened broker: its fields, and all records that belong to it. */
export function Broker({ model, id, now, close }: { model: Model; id: number; now: number; close: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The focus moves to the heading, because a person with a keyboard goes on from there.
  useEffect(() => heading.current?.focus(), []);
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
