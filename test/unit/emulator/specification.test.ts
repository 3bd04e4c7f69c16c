import { startTestEmulator, type TestEmulator, withEmulator } from "../../helpers/emulator";
import { testsOf } from "../../helpers/tests-of";
import { wrong } from "./scene";

const it = testsOf(withEmulator);

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator.close());

describe("as strict as the specification", () => {
  const invited = (fields: object) =>
    emulator.call("POST", "/customer/api/team/invite", { body: { email: "a@example.com", ...fields } });

  test("tags are for members and monitors", async () => {
    expect(await invited({ role: "admin", tags: ["a"] })).toMatchObject(
      wrong({ tags: "Are for member and monitor users only" }),
    );
    expect((await invited({ role: "monitor", tags: ["a"] })).status).toBe(200);
  });

  test("a percentage is at most 100", async () => {
    const path = "/instance/api/alarms";
    const alarm = (fields: object) => emulator.call("POST", path, { body: { time_threshold: 60, ...fields } });
    const tooMuch = wrong({ value_threshold: "Must be a percentage, at most 100" });
    expect(await alarm({ type: "cpu", value_threshold: 101 })).toMatchObject(tooMuch);
    expect(await alarm({ type: "disk", value_threshold: 101, value_calculation: "percentage" })).toMatchObject(tooMuch);
    const { status, body } = await alarm({ type: "disk", value_threshold: 101 });
    expect(status).toBe(201);
    const one = `${path}/${(body as { id: number }).id}`;
    expect(await emulator.call("PUT", one, { body: { value_calculation: "percentage" } })).toMatchObject(tooMuch);
  });

  test("a key that may only look sees neither the key nor the password of an instance", async () => {
    const seen = await emulator.call("GET", "/customer/api/instances/1001", { key: emulator.readOnlyKey });
    expect(seen.status).toBe(200);
    const { apikey, password } = emulator.state().instances[0]!;
    expect([seen.text.includes(apikey), seen.text.includes(password)]).toEqual([false, false]);
    expect((await emulator.call("GET", "/customer/api/instances/1001")).text).toContain(apikey);
  });

  test("the subnet of a new instance must not overlap a VPC of its region", async () => {
    emulator.patch({
      op: "add",
      in: "vpcs",
      fields: { id: 5901, region: "provider-c::region-2", subnet: "10.9.0.0/16" },
    });
    const order = { name: "new", plan: "clustered-small-1", region: "provider-c::region-2", vpc_subnet: "10.9.8.0/24" };
    const post = (body: object) => emulator.call("POST", "/customer/api/instances", { body });
    expect(await post(order)).toMatchObject(wrong({ vpc_subnet: "Overlaps the subnet of VPC 5901" }));
    expect((await post({ ...order, vpc_subnet: "10.10.0.0/24" })).status).toBe(200);
  });

  it.each([
    ["2001:db8::/32", 204],
    ["::/0", 204],
    ["2001:db8::1/128", 204],
    ["::ffff:192.0.2.0/120", 204],
    ["2001:db8::1/64", 400],
    ["2001:db8::/129", 400],
    ["2001:db8:::/32", 400],
  ])("the firewall and %s: %i", async ({ call }, ip, status) => {
    const body = [{ ip, services: ["AMQPS"], ports: [] }];
    expect((await call("PATCH", "/instance/api/security/firewall", { body })).status).toBe(status);
  });
});
