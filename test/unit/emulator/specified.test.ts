import { jumpingClock, type TestEmulator, withEmulator } from "../../helpers/emulator";
import { testsOf } from "../../helpers/tests-of";
import { webhook } from "./scene";

const run = (work: (emulator: TestEmulator) => Promise<void>, specifiedOnly = true) =>
  withEmulator(work, { clock: jumpingClock(), specifiedOnly });
const it = testsOf(run);

const keysOf = (body: unknown) => Object.keys(body as object).sort();
const none = { status: 200, text: "" };
const account = "/customer/api";
const own = "/instance/api";

describe("a service that answers with the specified fields only", () => {
  it("shows an instance without its nodes, its VPC and its broker software", async ({ call, patch }) => {
    patch({ op: "add", in: "vpcs", fields: { id: 5001 } });
    patch({ op: "set", in: "instances", id: 1001, fields: { vpc_id: 5001 } });
    const { body } = await call("GET", `${account}/instances/1001`);
    const names = "id plan region name tags providerid url apikey ready rmq_version urls";
    expect(keysOf(body)).toEqual(`${names} hostname_external hostname_internal`.split(" ").sort());
    const [listed] = (await call("GET", `${account}/instances`)).body as object[];
    expect(listed).toMatchObject({ id: 1001, vpc_id: 5001 });
    expect(((await call("GET", `${own}/nodes`)).body as unknown[]).length).toBe(3);
  });

  it("says that a shared instance is ready", async ({ call, patch }) => {
    patch({ op: "set", in: "instances", id: 1001, fields: { shared: true } });
    expect((await call("GET", `${account}/instances/1001`)).body).toMatchObject({ ready: true });
  });

  it("makes an instance with id, URL and key, and says nothing of its changes", async ({ call, advance }) => {
    const body = { name: "new", plan: "clustered-small-1", region: "provider-a::region-1" };
    const made = await call("POST", `${account}/instances`, { body });
    expect([made.status, keysOf(made.body)]).toEqual([200, ["apikey", "id", "url"]]);
    advance(600_000);
    const path = `${account}/instances/${(made.body as { id: number }).id}`;
    expect(await call("PUT", path, { body: { name: "other" } })).toMatchObject(none);
    expect(await call("PUT", path, { body: { plan: "clustered-shared-1" } })).toMatchObject({ status: 400 });
    expect(await call("PUT", `${path}/disk`, { body: { extra_disk_size: 25 } })).toMatchObject(none);
    expect(await call("DELETE", path)).toMatchObject({ status: 204, text: "" });
  });

  it("answers nothing where the specification gives no answer", async ({ call }) => {
    expect(await call("POST", `${own}/webhooks`, { body: webhook })).toMatchObject(none);
    expect(await call("PUT", `${own}/webhooks/21`, { body: webhook })).toMatchObject(none);
    expect(await call("POST", `${own}/integrations/logs/log_vendor_e`, { body: { token: "t" } })).toMatchObject(none);
    expect(await call("PUT", `${own}/alarms/3001`, { body: { enabled: false } })).toMatchObject(none);
    const domain = { hostname: "broker.example.com" };
    expect(await call("POST", `${own}/custom-domain`, { body: domain })).toMatchObject(none);
    expect(await call("POST", `${own}/actions/restart`)).toMatchObject(none);
  });

  it("shows each thing on an instance without what was only observed", async ({ call, patch }) => {
    patch({ op: "add", in: "logs", fields: { instance_id: 1001 } });
    patch({ op: "add", in: "eventBridges", fields: { instance_id: 1001, cloud_account_id: "000000000012" } });
    const first = async (path: string) => ((await call("GET", own + path)).body as object[])[0];
    expect(keysOf(await first("/alarms/recipients"))).toEqual(["id", "name", "options", "type", "value"]);
    expect(keysOf(await first("/plugins"))).toEqual(["description", "enabled", "name", "version"]);
    expect(await first("/integrations/logs")).toMatchObject({ error: "" });
    const bridge = await first("/eventbridges");
    expect(bridge).toMatchObject({ cloud_account_id: 12 });
    expect(keysOf(bridge)).not.toContain("prefetch");
    const limits = { "broker.connection_max": 0, "broker.channel_max": null };
    const config = { "broker_prometheus.return_per_object_metrics": false, ...limits };
    expect((await call("GET", `${own}/config`)).body).toMatchObject(config);
    expect((await call("GET", `${own}/maintenance/settings`)).body).toMatchObject({ automatic_updates: false });
  });

  it("has no operation that was only observed", async ({ call }) => {
    expect((await call("PUT", `${own}/security/firewall`, { body: [] })).headers.get("allow")).toBe("GET, POST, PATCH");
    expect((await call("GET", `${own}/security/firewall/configured`)).status).toBe(404);
  });

  test("can be switched on and off while it runs, and is as it was after a reset", () =>
    run(async ({ call, patch, reset }) => {
      const hasNodes = async () => keysOf((await call("GET", `${account}/instances/1001`)).body).includes("nodes");
      expect(await hasNodes()).toBe(true);
      patch({ op: "set", in: "dialects", id: 1, fields: { specified_only: true } });
      expect(await hasNodes()).toBe(false);
      reset();
      expect(await hasNodes()).toBe(true);
    }, false));
});
