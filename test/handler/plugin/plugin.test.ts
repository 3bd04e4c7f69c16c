import type { LoggedRequest } from "../../../provider/emulator";
import { expectError, expectNoErrors, expectSaid, minutes } from "../../helpers/outcomes";
import { lasting } from "../instance/scene";
import { it, withScene } from "./scene";

const path = "/instance/api/plugins";
const five = ["broker_mqtt", "broker_web_mqtt", "broker_stomp", "broker_top", "broker_tracing"];

const enabling = `POST /plugins?async=true 204`;

test("five plugins: one changes at a time, one poll stream, one list, no dependsOn", () =>
  withScene(async ({ emulator, one, declare, record, writes }) => {
    const program = five.map((name) => declare(name));
    const run = expectNoErrors(await one.up(program));
    expect(five.map((name) => record(name).enabled)).toEqual(five.map(() => true));
    expect(one.entry("broker_mqtt")).toMatchObject({ id: `${emulator.instances[0]?.id}/plugins/broker_mqtt` });
    expect(one.entry("broker_mqtt").outputs).toMatchObject({
      version: "3.12.13",
      description: "MQTT 3.1.1",
      enabled: true,
    });
    // The service refuses a change while another one is under way: none was refused.
    expect(writes()).toEqual(five.map(() => enabling));
    const looks = emulator.requests().filter(({ method }) => method === "GET");
    const overlapping = (a: LoggedRequest, b: LoggedRequest | undefined) =>
      b !== undefined && b.at < (a.answeredAt ?? a.at);
    expect(looks.filter((each, i) => overlapping(each, looks[i + 1]))).toEqual([]);
    expect(run.calls.filter((call) => call === `GET ${path}`)).toHaveLength(1);
    expect(run.ms).toBeLessThan(minutes(4));

    expect(await one.up(program)).toMatchObject({ changes: [], errors: [], requests: 0 });
    const refreshed = await one.refresh();
    expect(refreshed).toMatchObject({ changes: [], errors: [] });
    expect(refreshed.calls.filter((call) => call.startsWith(`GET ${path}`))).toHaveLength(1);
    emulator.clearRequests();
    expect(await one.destroy()).toMatchObject({ errors: [] });
    expect(writes().sort()).toEqual(five.map((name) => `DELETE /plugins/${name}?async=true 204`).sort());
    expect(five.map((name) => record(name).enabled)).toEqual(five.map(() => false));
  }));

it("two instances change side by side", async ({ emulator, one, declare, writes }) => {
  lasting(emulator, { changingPlugin: minutes(2) });
  const other = declare("other", { inputs: { instance: `${emulator.instances[1]?.id}`, name: "broker_mqtt" } });
  const run = expectNoErrors(await one.up([declare("broker_mqtt"), other]));
  expect(writes()).toEqual([enabling, enabling]);
  expect(run.ms).toBeLessThan(minutes(3));
});

test("one that is enabled already sends nothing but the list, and a delete disables it all the same", () =>
  withScene(async ({ one, declare, record, writes }) => {
    const run = await one.up([declare("broker_shovel")]);
    expect(run).toMatchObject({ changes: ["create broker_shovel"], errors: [] });
    expect(run.calls).toEqual([`GET /customer/api/instances/1001`, `GET ${path}`]);
    expectSaid(run, /^is enabled already: nothing was sent; if you remove this resource, the plugin will be disabled/);
    expect(await one.destroy()).toMatchObject({ errors: [] });
    expect(writes()).toEqual([`DELETE /plugins/broker_shovel?async=true 204`]);
    expect(record("broker_shovel").enabled).toBe(false);
  }));

it("one that the broker requires stays, in one line", async ({ one, declare, record, writes }) => {
  await one.up([declare("broker_management")]);
  const run = await one.destroy();
  expect(run).toMatchObject({ changes: ["delete broker_management"], errors: [] });
  expectSaid(run, "plugin broker_management stays enabled: the broker requires it (Used by the service)");
  expect(writes()).toEqual([]);
  expect(record("broker_management").enabled).toBe(true);
});

const cases: [string, string, boolean, RegExp][] = [
  ["an unknown one", "broker_shovle", false, / plugin "broker_shovle": did you mean broker_shovel, [a-z_, ]*\?/],
  ["a part of names", "shovel", false, / plugin "shovel": did you mean broker_shovel, broker_shovel_management\?/],
  ["one like no other", "xyzzy_plugh_frotz", false, /no standard plugin "xyzzy_plugh_frotz", and no plugin has a simi/],
  ["a community one", "broker_lvc_exchanges", true, /has no community plugin .*: did you mean broker_lvc_exchange\?/],
  ["community as standard", "broker_lvc_exchange", false, /a community plugin with this name: set community to true/],
  ["a blocked one", "broker_auth_backend_ldap", false, /cannot enable plugin [^:]*: Contact us to have this/],
  [
    "a community one for a newer broker",
    "broker_message_deduplication",
    true,
    /needs broker version 4\.0\.0 or later, but instance 1001 has version 3\.12\.13: raise rmqVersion of the instance first/,
  ],
];
it.each(cases)(
  "%s is refused at once, with nothing sent and nothing in state",
  async ({ one, program, writes }, _what, name, community, text) => {
    const run = expectError(await one.up(program({ name, community })), expect.stringMatching(text));
    expect(run.errors[0]).toMatch(/^Plugin "one": [^\n]*$/);
    expect(run.ms).toBeLessThan(minutes(1));
    expect(writes()).toEqual([]);
    expect(one.state).toEqual([]);
  },
);

test("a standard one taken for community is refused by the service, with the way out and nothing in state", () =>
  withScene(async ({ one, declare, writes }) => {
    expect((await one.up([declare("one", { inputs: { name: "broker_stomp", community: true } })])).errors).toEqual([
      expect.stringMatching(
        /400: Unknown plugin broker_stomp \([^)]*\); the service seems to know no community plugin "broker_stomp"\. If .*, set community: false on this resource\. If not, correct the name$/,
      ),
    ]);
    expect(writes()).toEqual([`POST /plugins/community?async=true 400`]);
    expect(one.state).toEqual([]);
  }));

test("a community plugin has paths of its own, and is read from the one list", () =>
  withScene(async ({ one, instance, declare, record, writes }) => {
    const name = "broker_delayed_message_exchange";
    await one.up([declare("delayed", { inputs: { name, community: true } })]);
    expect(one.entry("delayed")).toMatchObject({
      id: `${instance}/community-plugins/${name}`,
      outputs: { enabled: true },
    });
    expect((await one.refresh()).calls).toContain(`GET ${path}`);
    expect(record(name).enabled).toBe(true);
    expect(await one.destroy()).toMatchObject({ errors: [] });
    expect(record(name).enabled).toBe(false);
    expect(writes()).toEqual([
      `POST /plugins/community?async=true 204`,
      `DELETE /plugins/community/${name}?async=true 204`,
    ]);
  }));
