import { type Declared, type HandlerStack, type Handlers, startHandlers, withHandlers } from "../../helpers/handlers";
import { makeInstanceVpcs } from "../../helpers/instance-vpcs";
import { expectNoErrors, expectNothingToDo, writesOf } from "../../helpers/outcomes";
import { services } from "../instance/scene";

let at: Handlers;
let stack: HandlerStack;
let instances: string[];

beforeEach(async () => {
  at = await startHandlers();
  stack = at.stack();
  instances = at.emulator.instances.map(({ id }) => String(id));
});
afterEach(() => at.close());

const connect = (inputs: object): Declared => ({
  type: "vpcConnect",
  name: "connect",
  inputs: { instance: instances[0], ...inputs },
});

const arn = (user: string) => `arn:cloud:iam::123456789012:${user}`;

test("is waited for, changed by one PUT of the whole list, and disabled", async () => {
  const up = expectNoErrors(await stack.up([connect({ allowedPrincipals: [arn("root")] })]));
  expect(writesOf(up)).toEqual(["POST /instance/api/vpc-connect"]);
  const { outputs } = stack.entry("connect");
  expect(outputs).toMatchObject({ status: "enabled", allowedPrincipals: [arn("root")] });
  expect(outputs["serviceName"]).toEqual(expect.any(String));
  // The service made a VPC for the instance that had none.
  expect(outputs["vpc"]).toBe(String(at.emulator.state().instances[0]!.vpc_id));
  const list = [arn("user/ops"), arn("root")];
  expect(expectNoErrors(await stack.up([connect({ allowedPrincipals: [arn("root")] })])).requests).toBe(0);
  expect(writesOf(expectNoErrors(await stack.up([connect({ allowedPrincipals: list })])))).toEqual([
    "PUT /instance/api/vpc-connect",
  ]);
  await expectNothingToDo(stack, [connect({ allowedPrincipals: list.toReversed() })]);
  const gone = expectNoErrors(await stack.destroy());
  expect(writesOf(gone)).toEqual(["DELETE /instance/api/vpc-connect"]);
  expect(gone.lines.map(({ text }) => text).join()).toContain("stays, even where the service made it");
});

test("enabled already for others: fails naming them, and takes over when told to", async () => {
  expectNoErrors(await at.stack("before").up([connect({ allowedPrincipals: [arn("user/old")] })]));
  const { errors } = await stack.up([connect({ allowedPrincipals: [arn("root")] })]);
  expect(errors.join()).toContain(`is enabled for ${arn("user/old")} already`);
  expect(stack.state).toEqual([]);
  expectNoErrors(await stack.up([connect({ allowedPrincipals: [arn("root")], takeOver: true })]));
  expect(stack.entry("connect").outputs).toMatchObject({ allowedPrincipals: [arn("root")] });
});

test("enabled already, and declared with another provider's list: told which one it takes", async () => {
  expectNoErrors(await at.stack("before").up([connect({ allowedPrincipals: [arn("root")] })]));
  const { errors } = await stack.up([connect({ allowedProjects: ["my-project"] })]);
  expect(errors).toEqual([
    `VpcConnect "connect": the cloud provider of instance ${instances[0]} takes allowedPrincipals: declare that`,
  ]);
});

test("declared while an earlier one is just being disabled: waited for, and enabled then", async () => {
  const declared = connect({ allowedPrincipals: [arn("root")] });
  expectNoErrors(await at.stack("before").up([declared]));
  await at.emulator.call("DELETE", "/instance/api/vpc-connect");
  const up = expectNoErrors(await stack.up([declared]));
  expect(writesOf(up)).toEqual(["POST /instance/api/vpc-connect"]);
  expect(stack.entry("connect").outputs).toMatchObject({ status: "enabled" });
});

test("disabled outside, and declared with another list before any refresh: enabled anew", async () => {
  expectNoErrors(await stack.up([connect({ allowedPrincipals: [arn("root")] })]));
  await at.emulator.call("DELETE", "/instance/api/vpc-connect");
  const up = expectNoErrors(await stack.up([connect({ allowedPrincipals: [arn("user/ops")] })]));
  expect(writesOf(up)).toEqual(["POST /instance/api/vpc-connect"]);
  expect(stack.entry("connect").outputs).toMatchObject({ status: "enabled", allowedPrincipals: [arn("user/ops")] });
});

describe("VPC connect of another provider", () => {
  const subscription = "0A1B2C3D-0000-4000-8000-00000000ABCD";

  test.each<[string, object, object]>([
    [
      "provider-b",
      { approvedSubscriptions: [subscription] },
      { serviceName: expect.stringContaining("link-service"), alias: expect.stringContaining("alias") },
    ],
    [
      "provider-c",
      { allowedProjects: ["my-project", "example.com:my-project"] },
      { serviceName: expect.stringContaining("attachment") },
    ],
  ])("%s: the service's name under one name, no change afterwards", async (platform, list, names) => {
    makeInstanceVpcs(at.emulator, platform);
    expectNoErrors(await stack.up([connect(list)]));
    expect(stack.entry("connect").outputs).toMatchObject({ status: "enabled", ...list, ...names });
    await expectNothingToDo(stack, [connect(list)]);
    expectNoErrors(await stack.destroy());
  });

  test("provider C beside a custom domain of the same broker: both are made, kept and removed", async () => {
    makeInstanceVpcs(at.emulator, "provider-c");
    const inputs = { instance: instances[0], hostname: "mq.example.com" };
    const both = [connect({ allowedProjects: ["my-project"] }), { type: "customDomain", name: "domain", inputs }];
    expectNoErrors(await stack.up(both));
    await expectNothingToDo(stack, both);
    expectNoErrors(await stack.destroy());
    expect(stack.state).toEqual([]);
  });

  test("provider C may call the name otherwise", async () => {
    makeInstanceVpcs(at.emulator, "provider-c");
    expectNoErrors(await stack.up([connect({ allowedProjects: ["my-project"] })]));
    const { serviceName } = stack.entry("connect").outputs as { serviceName?: string };
    const [record] = at.emulator.state().vpcConnects;
    at.emulator.patch({ op: "set", in: "vpcConnects", id: record!.id, fields: { name_field: "service_name" } });
    expect(expectNoErrors(await stack.refresh()).changes).toEqual([]);
    expect(stack.entry("connect").outputs).toMatchObject({ serviceName });
  });

  test("GUIDs in another case and order, or twice, are no change, also where the service writes them its own way", async () => {
    makeInstanceVpcs(at.emulator, "provider-b");
    const other = "11111111-2222-4333-8444-555555555555";
    const lower = { approved_subscriptions: [other, subscription.toLowerCase()] };
    const path = "/instance/api/vpc-connect";
    at.emulator.fault({ match: { method: "GET", path }, skip: 1, times: "always", fault: { merge: lower } });
    expectNoErrors(await stack.up([connect({ approvedSubscriptions: [subscription, other] })]));
    expect(expectNoErrors(await stack.refresh()).changes).toEqual([]);
    const again = connect({ approvedSubscriptions: [other, subscription.toLowerCase(), other] });
    expect(expectNoErrors(await stack.up([again])).changes).toEqual([]);
  });
});

describe("VPC connect and the instance's VPC", () => {
  const declared = () => connect({ allowedPrincipals: [arn("root")] });

  test.each(services)(
    "one that the service makes is an output, is said, and no drift; an imported one shows it too (%s)",
    (_how, options) =>
      withHandlers(async ({ emulator, one, stack }) => {
        const up = expectNoErrors(await one.up([declared()]));
        const [vpc] = emulator.state().vpcs;
        expect(up.lines.map(({ text }) => text)).toContainEqual(
          `the service made VPC ${vpc?.id} for instance ${instances[0]}: it stays when the instance goes`,
        );
        const shown = { vpc: `${vpc?.id}`, vpcSubnet: vpc?.subnet };
        expect(one.entry("connect").outputs).toMatchObject(shown);
        expect(expectNoErrors(await one.refresh()).changes).toEqual([]);
        expect(one.entry("connect").outputs).toMatchObject(shown);
        const second = stack("second");
        expectNoErrors(await second.up([{ ...declared(), import: `${instances[0]}/vpc-connect` }]));
        expect(second.entry("connect").outputs).toMatchObject(shown);
      }, options),
  );

  test.each([401, 403, 404])("an account API that answers %s about it is no failure", async (status) => {
    const instanceApiKey = at.emulator.instances[0]!.apiKey;
    at.emulator.fault({ match: { path: "/customer/api/instances/*" }, times: "always", fault: { status } });
    const { type, name, inputs } = declared();
    const program = [{ type, name, inputs: { ...inputs, instanceApiKey } }];
    expectNoErrors(await stack.up(program));
    expect(stack.entry("connect").outputs).not.toHaveProperty("vpc");
    expect(expectNoErrors(await stack.refresh()).changes).toEqual([]);
    expectNoErrors(await stack.destroy());
  });
});
