import { collectionsOf, type Model } from "./model";
import { Group } from "./records";

/** The account beside its networks and brokers: its people, its bills, what was done in it, and what is on offer. */
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
