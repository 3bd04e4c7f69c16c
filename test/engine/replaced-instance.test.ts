import * as broker from "pulumi-broker";
import { emulator, sharedStack, stack } from "../helpers/shared-stack";
import type { TestStack } from "../helpers/stack";

/** Needs the engine: it replaces what stands on an instance that is replaced. */

// Rotations, actions and switches of an instance that is replaced in the same run, and with triggers that only up knows.

let region = "provider-a::region-1";
let isDeletedFirst = false;
/** True when the resources are given the key of the instance, which the rotation ends in the same run. */
let givesKey = false;
let isDated = false;
/** The name of a VPC through which the triggers go, so that they are not known while it is new. */
let source: string | undefined;

const program = async () => {
  const options = { deleteBeforeReplace: isDeletedFirst };
  const shop = new broker.Instance("shop", { plan: "clustered-small-1", region }, options);
  const on = { instance: shop, ...(givesKey && { instanceApiKey: shop.apiKey }) };
  const net = source && new broker.Vpc(source, { region: "provider-a::region-1", subnet: "10.1.1.0/24" });
  const triggers = net ? net.id.apply(() => ["first"]) : ["first"];
  new broker.CredentialRotation("password", { instance: shop, credential: "password", triggers });
  new broker.CredentialRotation("key", { instance: shop, credential: "apiKey", triggers });
  // Nothing shows the end of this restart, so that no outcome hangs on the moment of a look.
  new broker.BrokerAction("restart", { ...on, action: "mgmt-restart", triggers });
  new broker.Hipe("hipe", on);
  new broker.Firehose("firehose", { ...on, vhost: "/" });
  new broker.TeamMember("night", { email: "night@example.com", role: "monitor" });
  if (isDated) new broker.MaintenanceDate("date", { ...on, maintenance: "next", scheduledBy: "2999-01-20T22:30:00Z" });
};

sharedStack("replaced", { speed: 300 }, () => {
  stack.program = program;
});

/** What was sent to change something on an instance, with the instance, in alphabetical order. */
const sent = () =>
  emulator
    .requests()
    .filter(({ method, path, status }) => method !== "GET" && path.startsWith("/instance/") && status < 400)
    .map(({ method, path, instance }) => `${instance} ${method} ${path.replace("/instance/api/", "")}`)
    .sort();
const on = (id: number, ...changes: string[]) => changes.map((change) => `${id} ${change}`);
const actions = ["POST account/rotate-apikey", "POST account/rotate-password", "POST actions/mgmt-restart"];
const switches = ["PUT actions/firehose", "PUT actions/hipe"];
const warnings = ({ diagnostics }: Awaited<ReturnType<TestStack["up"]>>) =>
  diagnostics.filter(({ severity }) => String(severity) === "warning").map(({ message }) => message.trim());

test("each is sent to the new instance once, and nothing to the old one", async () => {
  await stack.up();
  expect(sent()).toEqual(on(1003, ...actions, ...switches));
  for (const [id, given] of [
    [1004, false],
    [1005, true],
  ] as const) {
    // The keys of the resources are those in state, or those that the new instance has before the rotation.
    givesKey = given;
    region = `provider-a::region-${given ? 1 : 2}`;
    emulator.clearRequests();
    await stack.up();
    expect(sent()).toEqual(on(id, ...actions, ...switches));
    emulator.clearRequests();
    expect([(await stack.up()).changes, (await stack.refresh()).changes, sent()]).toEqual([[], [], []]);
  }
  expect(emulator.state().team.map(({ email }) => email)).toContain("night@example.com");
});

test("an instance that is deleted first: the switches of the old one are turned off, and the rest is the same", async () => {
  isDeletedFirst = true;
  await stack.up();
  region = "provider-a::region-2";
  emulator.clearRequests();
  const previewed = await stack.preview();
  expect(sent()).toEqual([]);
  const replaced = await stack.up();
  expect(sent()).toEqual([...on(1005, ...switches), ...on(1006, ...actions, ...switches)]);
  for (const run of [previewed, replaced]) {
    expect(warnings(run).filter((text) => text.includes("because of instance"))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^BrokerAction "restart": replaced because of instance: the action in the new declaration is carried out at once/,
        ),
        expect.stringMatching(
          /^CredentialRotation "key": replaced because of instance: the credential in the new declaration is rotated/,
        ),
      ]),
    );
    // This is no refresh, after which another command would have to be run.
    expect(run.text).not.toContain("pulumi up --refresh");
  }
  expect((await stack.up()).changes).toEqual([]);
  isDeletedFirst = false;
});

test("triggers that are not known before up: the preview says so, and nothing is sent where they are as before", async () => {
  source = "net";
  emulator.clearRequests();
  const previewed = await stack.preview();
  expect(previewed.changes.sort()).toEqual(["create net", "update key", "update password", "update restart"]);
  const lines = previewed.diagnostics.map(({ message }) => message.trim());
  const said = "triggers are not known before pulumi up. If the triggers are the same as in the state, nothing is sent";
  expect(lines.filter((line) => line.endsWith(said)).sort()).toEqual([
    `BrokerAction "restart": ${said}`,
    `CredentialRotation "key": ${said}`,
    `CredentialRotation "password": ${said}`,
  ]);
  const made = await stack.up();
  expect([made.changes, sent()]).toEqual([["create net"], []]);
  expect(made.text).not.toContain(said);
});

test("the date of a maintenance, which a new instance has not: refused at preview before the instance is replaced", async () => {
  const [instance] = emulator.state().instances.slice(-1);
  const day = (n: number) => Date.UTC(2999, 0, n);
  const fields = { instance_id: instance!.id, scheduled_by: day(10), required_by: day(31) };
  emulator.patch({ op: "add", in: "maintenances", fields });
  isDated = true;
  expect((await stack.up()).changes).toEqual(["create date"]);
  region = "provider-a::region-1";
  expect((await stack.preview({ exit: "failure" })).text).toContain(
    "belongs to an instance that this run replaces: a new instance has no planned maintenance, so leave the MaintenanceDate out until the service plans a maintenance",
  );
  isDated = false;
  emulator.clearRequests();
  await stack.up();
  expect(sent()).toEqual(on(1007, ...actions, ...switches));

  // An instance that is new, or imported, which Pulumi does not tell apart.
  await stack.destroy();
  isDated = true;
  const warned = await stack.preview();
  expect(warnings(warned)).toContainEqual(
    'MaintenanceDate "date": pulumi up fails if the instance is new: a new instance has no planned maintenance, so leave the MaintenanceDate out until the service plans a maintenance',
  );
});
