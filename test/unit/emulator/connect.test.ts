import { testsOf } from "../../helpers/tests-of";
import { busy, done, refused, runWith, wrong } from "./scene";

const connectPath = "/instance/api/vpc-connect";
const firewallPath = "/instance/api/security/firewall";
const aliceArn = "arn:cloud:iam::200000000002:user/alice";
const accountRoot = "arn:cloud:iam::200000000002:root";

const configuring = { status: 400, body: { error_code: 40001 } };

const platforms = {
  "provider-a": {
    list: { allowed_principals: [accountRoot, aliceArn] },
    names: { service_name: "endpoint-service.broker-1001", active_zones: ["zone-1", "zone-2", "zone-3"] },
  },
  "provider-b": {
    list: { approved_subscriptions: ["0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0"] },
    names: { server_name: "link-service.broker-1001", alias: "broker-1001.alias.broker.example" },
  },
  "provider-c": { list: { allowed_projects: ["my-project"] }, names: { server_name: "attachment.broker-1001" } },
};

const run = runWith(({ call, patch }, platform: string = "provider-a") => {
  patch({ op: "set", in: "instances", id: 1001, fields: { region: `${platform}::region-1` } });
  return {
    send: (method: "POST" | "PUT" | "DELETE", body?: object) => call(method, connectPath, { body }),
    shown: async () => (await call("GET", connectPath)).body as Record<string, unknown>,
  };
});
const it = testsOf(run);

const { list } = platforms["provider-a"];

describe("VPC connect", () => {
  test.each(Object.entries(platforms))("on %s goes from disabled over pending to enabled", async (platform, it) => {
    await run(async ({ send, shown, advance, requests }) => {
      const updated_at = expect.stringMatching(/^2030-01-01T00:0\d:\d\d\.\d{3}Z$/);
      expect(await shown()).toEqual({ status: "disabled", updated_at });
      expect(await send("POST", it.list)).toMatchObject(done);
      expect(await shown()).toEqual({ status: "pending", updated_at, ...it.list });
      advance(119_000);
      expect(await shown()).toMatchObject({ status: "pending" });
      advance(181_000);
      expect(await shown()).toEqual({ status: "enabled", updated_at, ...it.list, ...it.names });
      expect(requests().map(({ poll }) => poll)).toEqual([false, false, true, true, true]);
    }, platform);
  });

  it("makes a VPC where there is none, and opens the firewall for it", async ({ send, call, state, advance }) => {
    await send("POST", list);
    const { id, readyAt } = state().vpcs[0]!;
    expect(state().vpcs).toMatchObject([{ name: "seeded-clustered", region: "provider-a::region-1" }]);
    expect(readyAt).toBeGreaterThan(Date.UTC(2030, 0, 1));
    advance(120_000);
    expect((await call("GET", "/customer/api/instances/1001")).body).toMatchObject({ vpc: { id } });
    const added = { description: "VPC connect", ip: "10.56.72.0/24" };
    expect((await call("GET", firewallPath)).body).toMatchObject([{ description: "Default" }, added]);
  });

  it("takes the VPC that is there, and leaves the rule that is there", async (on) => {
    const { send, call, patch, state, advance, shown } = on;
    const [vpc_id] = patch({ op: "add", in: "vpcs", fields: { subnet: "10.1.0.0/24" } });
    patch({ op: "set", in: "instances", id: 1001, fields: { vpc_id: vpc_id! } });
    const body = [{ ip: "10.1.0.0/24", services: ["AMQPS"] }];
    await call("PATCH", firewallPath, { body });
    expect(await send("POST", list)).toMatchObject(configuring);
    advance(40_000);
    expect(await send("POST", list)).toMatchObject(done);
    expect(state().firewalls[0]!.change).toBeNull();
    expect((await call("GET", firewallPath)).body).toMatchObject([{ description: "Default" }, body[0]]);
    expect(state().vpcs).toHaveLength(1);
    advance(180_000);
    expect(await shown()).toMatchObject({ status: "enabled" });
  });

  it("has to wait for a VPC that is being made", async ({ send, patch, state }) => {
    const [vpc_id] = patch({ op: "add", in: "vpcs", fields: { readyAt: Date.UTC(2031, 0) } });
    patch({ op: "set", in: "instances", id: 1001, fields: { vpc_id: vpc_id! } });
    expect(await send("POST", list)).toMatchObject(refused("VPC currently unavailable"));
    expect(state().vpcConnects[0]!.change).toBeNull();
  });

  it("PUT replaces the list; both need it enabled, and POST again changes the list alone", async (on) => {
    const { send, shown, advance, state } = on;
    await send("POST", list);
    expect(await send("PUT", list)).toMatchObject(configuring);
    advance(40_000);
    expect(await send("PUT", list)).toMatchObject(busy);
    expect(await send("DELETE")).toMatchObject(busy);
    advance(300_000);
    expect(await send("PUT", { allowed_principals: [aliceArn] })).toMatchObject(done);
    expect(await shown()).toMatchObject({ status: "enabled", allowed_principals: [aliceArn] });
    expect(await send("POST", { allowed_principals: [accountRoot] })).toMatchObject(done);
    expect(await shown()).toMatchObject({ status: "enabled", allowed_principals: [accountRoot] });
    expect(state().vpcs).toHaveLength(1);
  });

  it("is disabled after a while; its VPC and its rule stay", async ({ send, shown, advance, state }) => {
    expect(await send("DELETE")).toMatchObject(done);
    await send("POST", list);
    advance(300_000);
    expect(await send("DELETE")).toMatchObject(done);
    expect(await shown()).toMatchObject({ status: "pending" });
    expect(await send("POST", list)).toMatchObject(busy);
    advance(20_000);
    expect(await shown()).toEqual({ status: "disabled", updated_at: expect.any(String) });
    expect(state().vpcs).toHaveLength(1);
    expect(state().firewalls[0]!.rules).toHaveLength(2);
    expect(await send("POST", { allowed_principals: [] })).toMatchObject(done);
    advance(180_000);
    expect(await shown()).toMatchObject({ status: "enabled", allowed_principals: [] });
  });

  test("may call its name service_name on provider C, and refuses what is no id of a project there", () =>
    run(async ({ send, shown, patch, state, advance }) => {
      const none = wrong({ allowed_projects: "My Project is not the id of a project" });
      expect(await send("POST", { allowed_projects: ["My Project"] })).toMatchObject(none);
      const { id } = state().vpcConnects[0]!;
      patch({ op: "set", in: "vpcConnects", id, fields: { name_field: "service_name" } });
      await send("POST", platforms["provider-c"].list);
      advance(300_000);
      const { service_name, server_name } = await shown();
      expect([service_name, server_name]).toEqual(["attachment.broker-1001", undefined]);
    }, "provider-c"));

  test("refuses what is no GUID on provider B", () =>
    run(async ({ send }) => {
      const none = wrong({ approved_subscriptions: "0f1e2d3c is not a GUID" });
      expect(await send("POST", { approved_subscriptions: ["0f1e2d3c"] })).toMatchObject(none);
    }, "provider-b"));
});
