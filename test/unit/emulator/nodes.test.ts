import { compareVersions } from "../../../provider/emulator/service/versions";
import { it, run } from "./scene";

it("nodes of the alternative broker have no Erlang", async ({ call, instances }) => {
  const { body } = await call("GET", "/instance/api/nodes", { key: instances[1]!.apiKey });
  expect(body).toMatchObject([{ name: "broker-1002-01", broker_version: "2.1.0", erlang_version: null }]);
});

it("nodes show the version that maintenance brought", async ({ call, patch }) => {
  patch({ op: "set", in: "instances", id: 1001, fields: { rmq_version: "3.12.14" } });
  expect((await call("GET", "/instance/api/nodes")).body).toMatchObject(Array(3).fill({ broker_version: "3.12.14" }));
  expect((await call("GET", "/customer/api/instances/1001")).body).toMatchObject({ rmq_version: "3.12.14" });
});

describe("available versions", () => {
  it.each([
    ["3.11.28", ["3.12.13", "3.12.14"]],
    ["3.12.13", ["3.12.14", "3.13.2", "3.13.7"]],
    ["3.12.14", ["3.13.2", "3.13.7"]],
    ["3.13.2", ["3.13.7", "4.0.9"]],
    ["3.13.7", ["4.0.9"]],
    ["4.0.9", ["4.1.4"]],
    ["4.1.4", []],
  ])("of %s are its patches and the next minor version: %p", async (on, rmq_version, broker_versions) => {
    on.patch({ op: "set", in: "instances", id: 1001, fields: { rmq_version } });
    expect((await on.call("GET", "/instance/api/nodes/available-versions")).body).toMatchObject({ broker_versions });
  });

  it("name an Erlang only where a newer one goes with the broker", async ({ call, instances, patch }) => {
    const erlang = async (fields: object) => {
      patch({ op: "set", in: "instances", id: 1001, fields });
      const { body } = await call("GET", "/instance/api/nodes/available-versions");
      return (body as { erlang_versions: string[] }).erlang_versions;
    };
    expect(await erlang({ rmq_version: "3.13.7" })).toEqual(["26.2.5.6"]);
    expect(await erlang({ erlang_version: "26.2.5.6" })).toEqual([]);
    expect(await erlang({ rmq_version: "3.12.13", erlang_version: "27.3.4" })).toEqual([]);
    const { body } = await call("GET", "/instance/api/nodes/available-versions", { key: instances[1]!.apiKey });
    expect(body).toEqual({ broker_versions: ["2.1.2", "2.2.4"], erlang_versions: [] });
  });

  it("are none on a shared plan", async ({ call, instances, patch }) => {
    patch({ op: "set", in: "instances", id: instances[0]!.id, fields: { shared: true } });
    const { body } = await call("GET", "/instance/api/nodes/available-versions");
    expect(body).toEqual({ broker_versions: [], erlang_versions: [] });
  });

  test("a pre-release is on offer, and older than its release", async () => {
    expect(compareVersions("2.0.0-rc.3", "2.0.0")).toBeLessThan(0);
    expect(compareVersions("2.0.0-rc.3", "2.0.0-rc.10")).toBeLessThan(0);
    expect(compareVersions("2.0.0-rc.3", "1.9.9")).toBeGreaterThan(0);
    await run(async ({ call, instances, patch }) => {
      patch({ op: "add", in: "versions", fields: { backend: "alternative", broker: "2.2.4-rc.3" } });
      const { body } = await call("GET", "/instance/api/nodes/available-versions", { key: instances[1]!.apiKey });
      expect(body).toMatchObject({ broker_versions: ["2.1.2", "2.2.4-rc.3", "2.2.4"] });
    });
  });

  test("are compared by number", () => {
    const sorted = ["3.9.0", "3.12.2", "3.12.13", "26.2.5", "26.2.5.2"];
    expect([...sorted].reverse().sort(compareVersions)).toEqual(sorted);
    expect(compareVersions("4.0.9", "4.0.9")).toBe(0);
  });
});
