import type { RecordOf } from "../records";
import { refused } from "../server/reply";
import type { Store } from "../server/store";

/** The region that a request names as `<provider>::<region>`. */
export const findRegion = (store: Store, name: string) =>
  store.list("regions").find(({ provider, region }) => `${provider}::${region}` === name);

/** The plan of this name, while it is in the catalogue. */
export const findPlan = (store: Store, name: string) => store.list("plans").find((plan) => plan.name === name);

/** Refuses an instance on a plan of which the account already has the largest number of instances that it may have. */
export function checkQuota(store: Store, { name, quota }: RecordOf<"plans">): void {
  const held = store.list("instances").filter((each) => each.plan === name && each.goneAt === null).length;
  if (quota !== null && held >= quota) {
    throw refused(`You have reached your quota of ${quota} instances, contact us to raise it`);
  }
}
