import type { LoggedRequest } from "../../../provider/emulator";
import { type CutOff, cutRun, kills, playCuts } from "../../helpers/cut-rows";
import { expectNoErrors, expectNothingToDo } from "../../helpers/outcomes";
import type { Kind, Operation } from "./changes";
import { acceptance, domain, firewall, named, operations, peering, withOperation } from "./changes";

/** The process is killed, or its engine goes, at each request of each operation; then the same run again. */

const network = { peerNetworkUri: "projects/my-project/global/networks/default" };
const networkPeering: Kind = {
  ...peering,
  platform: "provider-c",
  look: ({ networkPeerings }) => networkPeerings.map(({ state }) => state),
};
const other = { hostname: "new.example.com" };

// biome-ignore format: one row for each operation
const more: Operation[] = [
  { what: "another custom domain", kind: domain, method: "POST", before: named, now: other, left: [other.hostname, null] },
  { what: "a removed, accepted peering", kind: peering, method: "DELETE", before: acceptance, left: [] },
  { what: "a peering on provider C", kind: networkPeering, method: "POST", now: network, left: ["INACTIVE"] },
  { what: "a removed peering on provider C", kind: networkPeering, method: "DELETE", before: network, left: [] },
];

// The rules of a firewall have more operations, in a file of their own.
test.each([...operations.filter(({ kind }) => kind !== firewall), ...more])("$what", (operation) =>
  playCuts(kills, (cutOff) => play(operation, cutOff), 3),
);

function play(operation: Operation, cutOff?: CutOff): Promise<readonly LoggedRequest[]> {
  const { kind, method, before, now, left } = operation;
  return withOperation(operation, async ({ emulator, one, declare }) => {
    if (before) expectNoErrors(await one.up(declare(before)));
    const { requests } = await cutRun(emulator, cutOff, (options) => one.up(declare(now), options));
    expectNoErrors(await one.up(declare(now)));
    expect(kind.look(emulator.state())).toEqual(left);
    // A change under way refuses the next one: a request that was sent again had done nothing.
    const done = emulator.requests().filter((each) => each.method === method && each.status < 300);
    expect(done.length).toBeLessThanOrEqual(2);
    expect(
      one.state.map(({ outputs }) => Object.keys(outputs).filter((name) => /^__(sent|pending)$/.test(name))),
    ).toEqual(now ? [[]] : []);
    await expectNothingToDo(one, declare(now));
    return requests;
  });
}
