import { expectError, expectNoErrors, minutes, writesOf } from "../../helpers/outcomes";
import { lasting } from "../instance/scene";
import { incoming, it, noRequest } from "./scene";

it.each(["rejected", "expired", "failed"] as const)(
  "a request that is %s cannot be accepted: one line",
  async (at, status) => {
    const acceptRequest = incoming(at.emulator, at.vpcs[0]);
    at.become(status);
    expect((await at.one.up([at.peering("accept", { acceptRequest })])).errors).toEqual([
      `VpcPeering "accept": the peering request ${acceptRequest} has the status ${status} and can no longer become active: request a new peering in the account of the peer. Then put the id of the new request into acceptRequest`,
    ]);
    expect(at.emulator.writes()).toEqual([]);
  },
);

it("a request that the service does not show is not accepted: one line with what to check", async (at) => {
  const declared = { ...at.peering("accept", { acceptRequest: "pcx-none" }), timeouts: { create: "5m" } };
  const { errors, ms } = await at.one.up([declared]);
  const why = /^VpcPeering "accept": (.*) \(PUT \/api\/vpc-peering\/request\/pcx-none answered 4\d\d: [^;]*\)$/;
  expect(errors).toEqual([expect.stringMatching(why)]);
  expect(why.exec(errors[0] ?? "")?.[1]).toBe(noRequest);
  expect(ms).toBeLessThanOrEqual(300_000);
});

it("an acceptance that was cut short goes on under another name, with an alias", async (at) => {
  const acceptRequest = incoming(at.emulator, at.vpcs[0]);
  lasting(at.emulator, { acceptingPeering: minutes(5) });
  const short = { ...at.peering("accept", { acceptRequest }), timeouts: { create: "1m" } };
  expectError(await at.one.up([short]), expect.stringContaining("gave up waiting for peering"));
  const renamed = { ...at.peering("renamed", { acceptRequest }), aliases: ["accept"] };
  const run = expectNoErrors(await at.one.up([renamed]));
  expect([run.changes, writesOf(run)]).toEqual([["update accept"], []]);
  expect(at.one.entry("renamed").outputs).toMatchObject({ status: "active" });
  expect(expectNoErrors(await at.one.up([renamed]))).toMatchObject({ changes: [], requests: 0 });
});
