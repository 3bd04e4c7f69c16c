import { testsOf } from "../../helpers/tests-of";
import { busy, message, runWith, tookMs } from "./scene";

const names = ["broker-1001-01", "broker-1001-02", "broker-1001-03"];

const scene = runWith(({ call }) => ({
  act: (action: string, body?: object) =>
    call(/^(hipe|firehose)$/.test(action) ? "PUT" : "POST", `/instance/api/actions/${action}`, { body }),
  nodes: async (field: string) =>
    ((await call("GET", "/instance/api/nodes")).body as Record<string, unknown>[]).map((node) => node[field]),
}));
const it = testsOf(scene);

const performed = (action: string, nodes: string[]) =>
  message(`Action '${action}' will be performed on nodes: ${nodes.join(", ")}`);

describe("actions on nodes", () => {
  it.each(["restart", "cluster-restart", "reboot"])(
    "%s: the nodes stop in a moment, and run again",
    async (on, action) => {
      const { act, nodes, advance } = on;
      expect(await act(action)).toMatchObject(performed(action, names));
      expect(await nodes("running")).toEqual([true, true, true]);
      advance(2_000);
      expect(await nodes("running")).toEqual([false, false, false]);
      expect(await nodes("configured")).toEqual([true, true, true]);
      expect(await act(action)).toMatchObject(busy);
      advance(30_000);
      expect(await nodes("running")).toEqual([true, true, true]);
    },
  );

  it("act on the nodes that are named", async (on) => {
    const { act, nodes, advance } = on;
    expect(await act("restart", { nodes: [names[1]] })).toMatchObject(performed("restart", [names[1]!]));
    advance(2_000);
    expect(await nodes("running")).toEqual([true, false, true]);
    advance(30_000);
    expect(await nodes("running")).toEqual([true, true, true]);
  });

  it("stop holds until start", async ({ act, nodes, advance }) => {
    expect(await act("stop", { nodes: [names[0]] })).toMatchObject(performed("stop", [names[0]!]));
    advance(86_400_000);
    expect(await nodes("running")).toEqual([false, true, true]);
    expect((await act("stop", { nodes: names })).status).toBe(200);
    advance(2_000);
    expect(await nodes("running")).toEqual([false, false, false]);
    expect(await act("start")).toMatchObject(performed("start", names));
    advance(4_000);
    expect(await nodes("running")).toEqual([false, false, false]);
    advance(1_000);
    expect(await nodes("running")).toEqual([true, true, true]);
    expect((await act("mgmt-restart")).status).toBe(200);
  });

  it("hipe and firehose take the flag in both spellings", async ({ act, nodes, state }) => {
    expect(await act("hipe", { enabled: true })).toMatchObject(performed("hipe", names));
    expect(await act("hipe", { enable: false, nodes: [names[0]] })).toMatchObject(performed("hipe", [names[0]!]));
    expect(await nodes("hipe")).toEqual([false, true, true]);
    expect(await act("firehose", { enable: true, vhost: "/" })).toMatchObject(performed("firehose", names));
    expect(state().instances[0]!.firehose).toEqual(["/"]);
    expect((await act("firehose", { enabled: false, vhost: "/" })).status).toBe(200);
    expect(state().instances[0]!.firehose).toEqual([]);
  });
});

describe("upgrades", () => {
  it("of the broker are answered after 15 s, begin a moment later, and end within five minutes", async (on) => {
    const { act, nodes, advance } = on;
    expect(await act("upgrade-broker", { version: "3.13.2" })).toMatchObject({ status: 202, text: "" });
    expect(tookMs(on)).toBe(15_000);
    expect(await nodes("configured")).toEqual([true, true, true]);
    expect(await nodes("broker_version")).toEqual(Array(3).fill("3.12.13"));
    expect(await act("upgrade-broker", { version: "3.13.7" })).toMatchObject(busy);
    advance(6_000);
    expect(await nodes("configured")).toEqual([false, false, false]);
    advance(300_000);
    expect(await nodes("configured")).toEqual([true, true, true]);
    expect(await nodes("broker_version")).toEqual(Array(3).fill("3.13.2"));
  });

  it("of the broker go over one minor version at a time", async ({ act, nodes, advance }) => {
    for (const version of ["3.13.7", "4.0.9", "4.1.4"]) {
      expect((await act("upgrade-broker", { version })).status).toBe(202);
      advance(310_000);
      expect(await nodes("broker_version")).toEqual(Array(3).fill(version));
    }
    expect(await nodes("erlang_version")).toEqual(Array(3).fill("27.3.4"));
    const newest = message("Already at the newest version");
    expect(await act("upgrade-broker", { version: "4.1.4" })).toMatchObject(newest);
    expect(await act("upgrade-broker-erlang")).toMatchObject(newest);
    expect(await act("upgrade-erlang")).toMatchObject(newest);
  });

  it("of Erlang alone leave the broker as it is", async ({ act, nodes, advance, patch }) => {
    patch({ op: "set", in: "instances", id: 1001, fields: { erlang_version: "26.2.1" } });
    expect((await act("upgrade-erlang")).status).toBe(202);
    advance(310_000);
    expect(await nodes("erlang_version")).toEqual(Array(3).fill("26.2.5.2"));
    expect(await nodes("broker_version")).toEqual(Array(3).fill("3.12.13"));
  });

  it("of both go where new-broker-erlang-versions says", async ({ act, nodes, advance, call, instances }) => {
    const path = "/instance/api/actions/new-broker-erlang-versions";
    const to = { new_broker_version: "3.13.7", new_erlang_version: "26.2.5.6" };
    expect(await call("GET", path)).toMatchObject({ status: 200, body: to });
    expect((await act("upgrade-broker-erlang")).status).toBe(202);
    advance(310_000);
    expect(await nodes("broker_version")).toEqual(Array(3).fill("3.13.7"));
    expect(await nodes("erlang_version")).toEqual(Array(3).fill("26.2.5.6"));
    const other = { new_broker_version: "2.2.4", new_erlang_version: null };
    expect((await call("GET", path, { key: instances[1]!.apiKey })).body).toEqual(other);
  });
});
