import type { Fault, FaultRule } from "../../../provider/emulator";
import { it, type TestEmulator } from "../../helpers/emulator";
import { busy, hooks, refused } from "./scene";

describe("which requests a fault is for", () => {
  /** What GETs of these paths are answered. */
  const statuses = async (emulator: TestEmulator, rules: FaultRule[], paths: string[]) => {
    emulator.fault(...rules);
    const seen: number[] = [];
    for (const path of paths) seen.push((await emulator.call("GET", path)).status);
    return seen;
  };
  const times = (count: number) => Array<string>(count).fill("/customer/api/vpcs");

  it.each<[string, FaultRule["match"], number[]]>([
    ["nothing named: all", {}, [599, 599, 599, 599]],
    ["a method", { method: "get" }, [599, 599, 599, 599]],
    ["another method", { method: "POST" }, [200, 404, 200, 200]],
    ["a path within the API", { path: "/api/vpcs" }, [599, 404, 200, 200]],
    ["a whole path", { path: "/customer/api/vpcs/5" }, [200, 599, 200, 200]],
    ["the same path of the other API", { path: "/instance/api/vpcs" }, [200, 404, 200, 200]],
    ["a star for an id", { path: "/api/vpcs/*" }, [200, 599, 200, 200]],
    ["a star for the rest", { path: "/customer/*" }, [599, 599, 599, 200]],
    ["a dot is a dot", { path: "/api/v.cs" }, [200, 404, 200, 200]],
    ["an instance", { instance: 1001 }, [200, 404, 200, 599]],
    ["another instance", { instance: 1002 }, [200, 404, 200, 200]],
  ])("%s", async (emulator, _, match, expected) => {
    const rules = [{ match, times: "always" as const, fault: { status: 599 } }];
    const paths = ["/customer/api/vpcs", "/customer/api/vpcs/5", "/customer/api/plans", hooks];
    expect(await statuses(emulator, rules, paths)).toEqual(expected);
  });

  it("once unless told otherwise, so many times, always, and after so many", async (emulator) => {
    const on = (more: Partial<FaultRule>, status: number): FaultRule => ({ match: {}, fault: { status }, ...more });
    expect(await statuses(emulator, [on({}, 501)], times(2))).toEqual([501, 200]);
    expect(await statuses(emulator, [on({ times: 2 }, 502)], times(3))).toEqual([502, 502, 200]);
    expect(await statuses(emulator, [on({ skip: 2 }, 503)], times(4))).toEqual([200, 200, 503, 200]);
    const both = [on({ skip: 1 }, 504), on({ skip: 1 }, 505), on({ skip: 4 }, 506)];
    expect(await statuses(emulator, both, times(6))).toEqual([200, 504, 505, 200, 506, 200]);
    expect(await statuses(emulator, [on({ times: "always" }, 507)], times(3))).toEqual([507, 507, 507]);
    emulator.clearFaults();
    expect(await statuses(emulator, [], times(1))).toEqual([200]);
  });

  it("refuse for a while in the service's words, with 400 or as asked for", async (emulator) => {
    const path = "/instance/api/vpc-peering";
    emulator.fault({ match: { path }, fault: { busy: "peering list" } });
    emulator.fault({ match: { path }, skip: 1, fault: { busy: "backend", status: 409 } });
    expect(await emulator.call("GET", path)).toMatchObject(refused("Failed to list VPC peering connections"));
    expect(await emulator.call("GET", path)).toMatchObject({ ...busy, status: 409 });
    expect((await emulator.call("GET", path)).status).toBe(200);
    expect(emulator.requests().map(({ fault }) => fault)).toEqual(["busy", "busy", undefined]);
  });

  it("control calls are never hit", async (emulator) => {
    emulator.fault({ match: {}, times: "always", fault: { reset: "before" } });
    expect((await emulator.call("GET", "/_emulator/state")).status).toBe(200);
  });

  test("a typo is a type error", () => {
    // @ts-expect-error there is no such field
    const typo: Fault = { staus: 500 };
    // @ts-expect-error a connection is reset before or after acting
    const moment: Fault = { reset: "during" };
    expect([typo, moment]).toHaveLength(2);
  });
});
