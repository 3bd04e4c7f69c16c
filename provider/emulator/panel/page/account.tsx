// `page.tsx` draws `Account`, the records of the account that belong to no broker. Markup may change. The records must
// come from `collectionsOf`, because a new kind of record then appears here by itself.
import { collectionsOf, type Model } from "./model";
import { Group } from "./records";

/** The account without its networks and brokers: people, bills, audit log, and the offers of the service. */
export function Account({ model }: { model: Model }) {
  return (
    <section aria-labelledby="account">
      <h2 id="account">Account</h2>
      {collectionsOf(model).map(([collection, records]) => (
        <Group key={collection} collection={collection} records={records} />
      ))}
    </section>
  );
}
