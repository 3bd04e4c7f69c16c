import type { HandlerStack } from "../../helpers/handlers";
import { expectNoErrors, minutes, writesOf } from "../../helpers/outcomes";
import { lasting } from "../instance/scene";
import { eachPeeringScene, incoming, noRequest } from "./scene";

const at = eachPeeringScene();
let stack: HandlerStack;
beforeEach(() => {
  stack = at.one;
});

test.each(["rejected", "expired", "failed"] as const)(
  "a request that is %s cannot be accepted: one line",
  async (status) => {
    const acceptRequest = incoming(at.emulator, at.vpcs[0]);
    at.become(status);
    const { errors } = await stack.up([at.peering("accept", { acceptRequest })]);
    expect(errors).toEqual([
      `VpcPeering "accept": request ${acceptRequest} is ${status} and can never become active: ask for a new one from the other side, and put its id into acceptRequest`,
    ]);
    expect(at.emulator.writes()).toEqual([]);
  },
);

test("a request that the service does not show is not accepted: one line with what to check", async () => {
  const declared = { ...at.peering("accept", { acceptRequest: "pcx-none" }), timeouts: { create: "5m" } };
  const { errors, ms } = await stack.up([declared]);
  const why = /^VpcPeering "accept": (.*) \(PUT \/api\/vpc-peering\/request\/pcx-none answered 4\d\d: [^;]*\)$/;
  expect(errors).toEqual([expect.stringMatching(why)]);
  expect(why.exec(errors[0] ?? "")?.[1]).toBe(noRequest);
  expect(ms).toBeLessThanOrEqual(300_000);
});

test("an acceptance that was cut short goes on under another name, with an alias", async () => {
  const acceptRequest = incoming(at.emulator, at.vpcs[0]);
  lasting(at.emulator, { acceptingPeering: minutes(5) });
  const short = { ...at.peering("accept", { acceptRequest }), timeouts: { create: "1m" } };
  expect((await stack.up([short])).errors).toEqual([expect.stringContaining("gave up waiting for peering")]);
  const renamed = { ...at.peering("renamed", { acceptRequest }), aliases: ["accept"] };
  const run = expectNoErrors(await stack.up([renamed]));
  expect([run.changes, writesOf(run)]).toEqual([["update accept"], []]);
  expect(stack.entry("renamed").outputs).toMatchObject({ status: "active" });
  expect(expectNoErrors(await stack.up([renamed]))).toMatchObject({ changes: [], requests: 0 });
});
