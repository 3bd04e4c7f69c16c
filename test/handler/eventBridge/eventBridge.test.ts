import { resource } from "../../helpers/handlers";
import type { Inputs } from "../../helpers/integration-systems";
import { expectError, expectNoErrors, expectNothingToDo } from "../../helpers/outcomes";
import { it } from "../integration/scene";

const path = "/instance/api/eventbridges";
const bus = { instance: "1001", vhost: "/", queue: "orders", cloudRegion: "region-1", cloudAccountId: "000123456789" };
const wire = { vhost: "/", queue: "orders", cloud_region: "region-1", cloud_account_id: "000123456789" };
const declared = (inputs: Inputs = {}) => resource("eventBridge", "one", { ...bus, ...inputs });

it("the service gets exactly what is declared, zeros in front and the default included", async ({ one, emulator }) => {
  expectNoErrors(await one.up([declared()]));
  const posts = emulator.requests().filter(({ method }) => method === "POST");
  expect(posts.map(({ path: to, body }) => [to, body])).toEqual([[path, { ...wire, with_headers: false }]]);
  expect(emulator.state().eventBridges).toEqual([expect.objectContaining({ ...wire, with_headers: false })]);
  expect(one.entry("one").outputs).toMatchObject({ ...bus, withHeaders: false });
  await expectNothingToDo(one, [declared({ withHeaders: false })]);
  expectNoErrors(await one.destroy());
  expect(emulator.state().eventBridges).toEqual([]);
});

it("an account id that comes as a number has its zeros again", async ({ one, emulator }) => {
  expectNoErrors(await one.up([declared()]));
  emulator.fault({ match: { method: "GET", path }, fault: { merge: { cloud_account_id: 123456789 } } });
  expect(expectNoErrors(await one.refresh()).changes).toEqual([]);
  expect(one.entry("one").outputs).toMatchObject({ cloudAccountId: "000123456789" });
});

it("an account id that comes empty is not that of another account", async ({ one, emulator }) => {
  expectNoErrors(await one.up([declared()]));
  emulator.fault({ match: { method: "GET", path }, times: "always", fault: { merge: { cloud_account_id: "" } } });
  expectError(await one.refresh(), /another shape \(field 0\.cloud_account_id/);
  expect(one.entry("one").outputs).toMatchObject({ cloudAccountId: "000123456789" });
});

it("a change of the key that is used sends nothing", async ({ one, emulator }) => {
  expectNoErrors(await one.up([declared()]));
  const key = emulator.state().instances[0]?.apikey;
  const up = expectNoErrors(await one.up([declared({ instanceApiKey: key })]));
  expect([up.changes, up.requests]).toEqual([["update one"], 0]);
  expect(one.entry("one").outputs).toMatchObject({ ...bus, instanceApiKey: key });
});

it("why it could not be started is an output, and no change", async ({ one, emulator }) => {
  expectNoErrors(await one.up([declared()]));
  const { id } = emulator.state().eventBridges[0]!;
  emulator.patch({ op: "set", in: "eventBridges", id, fields: { status: "no such queue" } });
  expect(expectNoErrors(await one.refresh()).changes).toEqual([]);
  expect(one.entry("one").outputs).toMatchObject({ status: "no such queue" });
  expect(expectNoErrors(await one.up([declared()])).requests).toBe(0);
});
