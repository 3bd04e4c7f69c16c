import { makeInstanceVpcs } from "../../helpers/emulator";
import { resource, sceneOf } from "../../helpers/handlers";
import { expectNoErrors, expectNothingToDo, writesOf } from "../../helpers/outcomes";
import { services } from "../instance/scene";

const { withScene, it } = sceneOf(({ emulator }) => {
  const instance = `${emulator.instances[0]?.id}`;
  return { instance, connect: (inputs: object) => resource("vpcConnect", "connect", { instance, ...inputs }) };
});

const arn = (user: string) => `arn:cloud:iam::123456789012:${user}`;

it("is waited for, changed by one PUT of the whole list, and disabled", async (at) => {
  const up = expectNoErrors(await at.one.up([at.connect({ allowedPrincipals: [arn("root")] })]));
  expect(writesOf(up)).toEqual(["POST /instance/api/vpc-connect"]);
  const { outputs } = at.one.entry("connect");
  expect(outputs).toMatchObject({ status: "enabled", allowedPrincipals: [arn("root")] });
  expect(outputs["serviceName"]).toEqual(expect.any(String));
  // The service made a VPC for the instance that had none.
  expect(outputs["vpc"]).toBe(String(at.emulator.state().instances[0]!.vpc_id));
  const list = [arn("user/ops"), arn("root")];
  expect(expectNoErrors(await at.one.up([at.connect({ allowedPrincipals: [arn("root")] })])).requests).toBe(0);
  const changed = expectNoErrors(await at.one.up([at.connect({ allowedPrincipals: list })]));
  expect(writesOf(changed)).toEqual(["PUT /instance/api/vpc-connect"]);
  await expectNothingToDo(at.one, [at.connect({ allowedPrincipals: list.toReversed() })]);
  const gone = expectNoErrors(await at.one.destroy());
  expect(writesOf(gone)).toEqual(["DELETE /instance/api/vpc-connect"]);
  expect(gone.lines.map(({ text }) => text).join()).toContain("stays, even if the service made it");
});

it("enabled already for others: fails naming them, and takes over when told to", async (at) => {
  expectNoErrors(await at.stack("before").up([at.connect({ allowedPrincipals: [arn("user/old")] })]));
  const { errors } = await at.one.up([at.connect({ allowedPrincipals: [arn("root")] })]);
  expect(errors.join()).toContain(`is already enabled for ${arn("user/old")}`);
  expect(at.one.state).toEqual([]);
  expectNoErrors(await at.one.up([at.connect({ allowedPrincipals: [arn("root")], takeOver: true })]));
  expect(at.one.entry("connect").outputs).toMatchObject({ allowedPrincipals: [arn("root")] });
});

it("enabled already, and declared with another provider's list: told which one it takes", async (at) => {
  expectNoErrors(await at.stack("before").up([at.connect({ allowedPrincipals: [arn("root")] })]));
  expect((await at.one.up([at.connect({ allowedProjects: ["my-project"] })])).errors).toEqual([
    `VpcConnect "connect": the cloud provider of instance ${at.instance} needs the list "allowedPrincipals": declare this list, and remove the other list`,
  ]);
});

it("declared while an earlier one is just being disabled: waited for, and enabled then", async (at) => {
  const declared = at.connect({ allowedPrincipals: [arn("root")] });
  expectNoErrors(await at.stack("before").up([declared]));
  await at.emulator.call("DELETE", "/instance/api/vpc-connect");
  const up = expectNoErrors(await at.one.up([declared]));
  expect(writesOf(up)).toEqual(["POST /instance/api/vpc-connect"]);
  expect(at.one.entry("connect").outputs).toMatchObject({ status: "enabled" });
});

it("disabled outside, and declared with another list before any refresh: enabled anew", async (at) => {
  expectNoErrors(await at.one.up([at.connect({ allowedPrincipals: [arn("root")] })]));
  await at.emulator.call("DELETE", "/instance/api/vpc-connect");
  const up = expectNoErrors(await at.one.up([at.connect({ allowedPrincipals: [arn("user/ops")] })]));
  expect(writesOf(up)).toEqual(["POST /instance/api/vpc-connect"]);
  expect(at.one.entry("connect").outputs).toMatchObject({ status: "enabled", allowedPrincipals: [arn("user/ops")] });
});

describe("VPC connect of another provider", () => {
  const subscription = "0A1B2C3D-0000-4000-8000-00000000ABCD";

  const providers: [string, object, object][] = [
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
  ];

  it.each(providers)(
    "%s: the service's name under one name, no change afterwards",
    async (at, platform, list, names) => {
      makeInstanceVpcs(at.emulator, platform);
      expectNoErrors(await at.one.up([at.connect(list)]));
      expect(at.one.entry("connect").outputs).toMatchObject({ status: "enabled", ...list, ...names });
      await expectNothingToDo(at.one, [at.connect(list)]);
      expectNoErrors(await at.one.destroy());
    },
  );

  it("provider C beside a custom domain of the same broker: both are made, kept and removed", async (at) => {
    makeInstanceVpcs(at.emulator, "provider-c");
    const domain = resource("customDomain", "domain", { instance: at.instance, hostname: "mq.example.com" });
    const both = [at.connect({ allowedProjects: ["my-project"] }), domain];
    expectNoErrors(await at.one.up(both));
    await expectNothingToDo(at.one, both);
    expectNoErrors(await at.one.destroy());
    expect(at.one.state).toEqual([]);
  });

  it("provider C may call the name otherwise", async (at) => {
    makeInstanceVpcs(at.emulator, "provider-c");
    expectNoErrors(await at.one.up([at.connect({ allowedProjects: ["my-project"] })]));
    const { serviceName } = at.one.entry("connect").outputs as { serviceName?: string };
    const [record] = at.emulator.state().vpcConnects;
    at.emulator.patch({ op: "set", in: "vpcConnects", id: record!.id, fields: { name_field: "service_name" } });
    expect(expectNoErrors(await at.one.refresh()).changes).toEqual([]);
    expect(at.one.entry("connect").outputs).toMatchObject({ serviceName });
  });

  it("GUIDs in another case and order, or twice, are no change, also where the service writes them its own way", async (at) => {
    makeInstanceVpcs(at.emulator, "provider-b");
    const other = "11111111-2222-4333-8444-555555555555";
    const lower = { approved_subscriptions: [other, subscription.toLowerCase()] };
    const path = "/instance/api/vpc-connect";
    at.emulator.fault({ match: { method: "GET", path }, skip: 1, times: "always", fault: { merge: lower } });
    expectNoErrors(await at.one.up([at.connect({ approvedSubscriptions: [subscription, other] })]));
    expect(expectNoErrors(await at.one.refresh()).changes).toEqual([]);
    const again = at.connect({ approvedSubscriptions: [other, subscription.toLowerCase(), other] });
    expect(expectNoErrors(await at.one.up([again])).changes).toEqual([]);
  });
});

describe("VPC connect and the instance's VPC", () => {
  const principals = { allowedPrincipals: [arn("root")] };

  test.each(services)("one that the service makes is told and no drift, also imported (%s)", (_how, options) =>
    withScene(async ({ emulator, one, stack, instance, connect }) => {
      const up = expectNoErrors(await one.up([connect(principals)]));
      const [vpc] = emulator.state().vpcs;
      expect(up.lines.map(({ text }) => text)).toContainEqual(
        `the service made VPC ${vpc?.id} for instance ${instance}: this VPC stays when the instance is deleted`,
      );
      const shown = { vpc: `${vpc?.id}`, vpcSubnet: vpc?.subnet };
      expect(one.entry("connect").outputs).toMatchObject(shown);
      expect(expectNoErrors(await one.refresh()).changes).toEqual([]);
      expect(one.entry("connect").outputs).toMatchObject(shown);
      const second = stack("second");
      expectNoErrors(await second.up([{ ...connect(principals), import: `${instance}/vpc-connect` }]));
      expect(second.entry("connect").outputs).toMatchObject(shown);
    }, options),
  );

  it.each([401, 403, 404])("an account API that answers %s about it is no failure", async (at, status) => {
    const instanceApiKey = at.emulator.instances[0]!.apiKey;
    at.emulator.fault({ match: { path: "/customer/api/instances/*" }, times: "always", fault: { status } });
    expectNoErrors(await at.one.up([at.connect({ ...principals, instanceApiKey })]));
    expect(at.one.entry("connect").outputs).not.toHaveProperty("vpc");
    expect(expectNoErrors(await at.one.refresh()).changes).toEqual([]);
    expectNoErrors(await at.one.destroy());
  });
});
