import { unknownString } from "../../../provider/framework/kind/values";
import { expectNoSecrets } from "../../helpers/canaries";
import type { Inputs } from "../../helpers/integration-systems";
import { configOf, forms, kindOf, nameOf, sampleOf, systems, wireNames } from "../../helpers/integration-systems";
import { expectNoErrors, expectNothingToDo, writesOf } from "../../helpers/outcomes";
import { it, withScene } from "./scene";

test("there are nine log systems and fifteen metrics systems", () => {
  const count = (prefix: string) => Object.keys(systems).filter((name) => name.startsWith(prefix)).length;
  expect([count("log_vendor_"), count("metric_vendor_")]).toEqual([9, 15]);
});

/** Parameters that are no credentials. */
const harmless = ["region", "table", "application", "subsystem", "sourcetype", "tags", "queueRegex", "vhostRegex"];
const secretsIn = (config: Inputs) =>
  Object.fromEntries(
    Object.entries(config).flatMap(([name, value]) =>
      harmless.includes(name) ? [] : textsIn(value).map((text, i) => [`${name} ${i}`, text]),
    ),
  );
/** The texts in a value that are long enough to be looked for. */
const textsIn = (value: unknown): string[] =>
  typeof value === "object" && value !== null
    ? Object.values(value).flatMap(textsIn)
    : typeof value === "string" && value.includes("canary")
      ? [value]
      : [];

describe.each(forms)("%s with %j", (system, form) => {
  const { optional, required } = systems[system]!;
  const kind = kindOf(system);
  const path = `/instance/api/integrations/${kind}`;
  const least = configOf(system, form);
  const most = configOf(system, [...form, ...optional]);

  test("the service gets exactly these parameters, in a create and in a change", () =>
    withScene(async ({ one, declared, only, emulator }) => {
      const up = expectNoErrors(await one.up([declared(system, least.config)]));
      expect(writesOf(up)).toEqual([`POST ${path}/${system}`]);
      expect(only(kind)).toMatchObject({ type: system, instance_id: 1001 });
      expect(only(kind).config).toEqual(least.sent);
      const id = one.entry("one").id;
      expect(id).toBe(`1001/${kind}/${only(kind).id}`);
      expect(expectNoErrors(await one.up([declared(system, least.config)])).requests).toBe(0);
      const refreshed = expectNoErrors(await one.refresh());
      expect(refreshed.changes).toEqual([]);
      expect(refreshed.calls).toEqual(["GET /customer/api/instances/1001", `GET ${path}`]);

      // A filter that is taken out is cleared by name: the service may keep what a PUT leaves out.
      const filters = { queue_regex: "", vhost_regex: "", include_ad_queues: false };
      const cleared = { ...least, sent: { ...least.sent, ...(kind === "metrics" && filters) } };
      for (const { config, sent } of optional.length === 0 ? [] : [most, cleared]) {
        const changed = expectNoErrors(await one.up([declared(system, config)]));
        expect(changed.changes).toEqual(["update one"]);
        expect(changed.calls).toContain(`PUT ${path}/${only(kind).id}`);
        expect(only(kind).config).toEqual(sent);
        expect(one.entry("one").outputs).toMatchObject({ config });
        expect(expectNoErrors(await one.refresh()).changes).toEqual([]);
      }
      expect(one.entry("one").id).toBe(id);
      expectNoErrors(await one.destroy());
      expect(emulator.state()[kind]).toEqual([]);
    }));

  test("each parameter that is missing, foreign or ill-formed is refused by name, whatever else is not known yet", () =>
    withScene(async ({ refused }) => {
      for (const wire of form) {
        const { [nameOf(wire)]: _, ...config } = most.config;
        expect(await refused({ system, config })).toEqual([
          {
            property: "",
            reason: expect.stringMatching(
              new RegExp(`^config\\.${nameOf(wire)}: must be given for the system ${system}`),
            ),
          },
        ]);
      }
      const none = await refused({ system, config: {} });
      expect(none.map(({ reason }) => reason.split(":")[0])).toEqual(
        (required[0] ?? []).map((wire) => `config.${nameOf(wire)}`),
      );

      const takes = [...[...form, ...optional].map(nameOf), "parameters"];
      const foreign = [...Object.keys(wireNames).filter((name) => !takes.includes(name)), "tenant_id", "anything"];
      expect(foreign.length).toBeGreaterThan(15);
      for (const name of foreign) {
        const failures = await refused({ system, config: { ...most.config, [name]: sampleOf(system, name) } });
        const text = new RegExp(
          `^config\\.${name}: (is not a parameter of the system ${system}: remove this parameter|cannot be given together with )`,
        );
        expect(failures).toEqual([{ property: "", reason: expect.stringMatching(text) }]);
      }

      const unknown = Object.fromEntries(Object.keys(most.config).map((name) => [name, unknownString]));
      expect(await refused({ system, config: unknown })).toEqual([]);
      for (const name of Object.keys(most.config)) {
        for (const [value, text] of illFormed(system, name)) {
          expect(await refused({ system, config: { ...unknown, [name]: value } })).toEqual([
            { property: "", reason: expect.stringContaining(`config.${name}`) },
          ]);
          const [{ reason } = { reason: "" }] = await refused({ system, config: { ...most.config, [name]: value } });
          expect(reason).toMatch(text);
          expectNoSecrets({ reason }, secretsIn(most.config));
        }
      }
    }));

  it("a service that repeats what it was sent does not get it shown", async ({ one, declared, emulator }) => {
    const error = Object.values(most.sent).join(" and ");
    emulator.fault({ match: { method: "POST", path: `${path}/*` }, fault: { status: 422, body: { error } } });
    const { errors, lines } = await one.up([declared(system, most.config)]);
    expect(errors).toEqual([expect.stringContaining("[secret]")]);
    const canaries = secretsIn(most.config);
    const log = JSON.stringify(emulator.requests().filter(({ method }) => method !== "POST"));
    expectNoSecrets({ errors: errors.join("\n"), lines: JSON.stringify(lines), log }, canaries);
  });
});

/** Values that a parameter must not have, and what is said of each. */
function illFormed(system: string, name: string): [unknown, RegExp][] {
  if (name === "includeAdQueues") return [["true", /must be true or false/]];
  if (name === "parameters") {
    return [
      ["word", /must be an object that has only strings as values/],
      [{ first: 7 }, /config\.parameters\.first: must be a string/],
      [
        { tags: "a=b" },
        /config\.parameters\.tags: must not be in "parameters": move this setting directly into the input "config"/,
      ],
    ];
  }
  const hostPort = /must be a host and a port/;
  const shapes: Record<string, [unknown, RegExp][]> = {
    tags: [
      ["production", /key=value,key=value/],
      ["a=b,", /key=value,key=value/],
      ...(system === "log_vendor_d" ? ([["a=1b", /Each value must start with a letter/]] as [unknown, RegExp][]) : []),
    ],
    dceUri: [["http://dce.example.com", /must be an https URL/]],
    url: [["https://logs.example.com", hostPort]],
    hostPort: [["collector.example.com", hostPort]],
    endpoint: system === "log_vendor_c" ? [["syslog.example.com", hostPort]] : [],
    email: [["nobody", /must be an e-mail address/]],
    region: String(sampleOf(system, "region")).startsWith("canary")
      ? []
      : [["us2", /must be one of the values (us1, us3, us5, eu|US, EU, us, eu)$/]],
  };
  const empty: [unknown, RegExp][] = ["tags", "queueRegex", "vhostRegex"].includes(name)
    ? []
    : [["", /must not be empty/]];
  return [[7, /must be a string/], ...empty, ...(shapes[name] ?? [])];
}

test.each(["metric_vendor_b", "metric_vendor_b_v2"])("%s: both ways to authenticate at once are refused", (system) =>
  withScene(async ({ refused }) => {
    const key: Inputs = { accessKeyId: "id", secretAccessKey: "key" };
    const role: Inputs = { iamRole: "role", iamExternalId: "id" };
    const reasons = async (config: Inputs) =>
      (await refused({ system, config: { region: "region-1", ...config } })).map(({ reason }) => reason);
    const either = "give either accessKeyId and secretAccessKey, or iamRole and iamExternalId";
    expect(await reasons({ ...key, ...role })).toEqual([
      `config.iamExternalId: cannot be given together with accessKeyId and secretAccessKey: ${either}`,
      `config.iamRole: cannot be given together with accessKeyId and secretAccessKey: ${either}`,
    ]);
    expect(await reasons({ ...key, iamRole: "role" })).toEqual([expect.stringContaining("config.iamRole: cannot")]);
    expect(await reasons({ ...role, accessKeyId: "id" })).toEqual([
      expect.stringContaining("config.accessKeyId: cannot"),
    ]);
    expect(await reasons({})).toEqual([
      `config.accessKeyId: must be given for the system ${system}, unless iamRole and iamExternalId are given`,
      `config.secretAccessKey: must be given for the system ${system}, unless iamRole and iamExternalId are given`,
    ]);
    expect(await reasons({ ...key, ...role, iamRole: unknownString, iamExternalId: unknownString })).toEqual([]);
  }),
);

test.each<[string, string, string]>([
  ["metric_vendor_f_v2", "us", "US"],
  ["metric_vendor_f_v2", "EU", "eu"],
  ["metric_vendor_f_v3", "eu", "EU"],
  ["metric_vendor_c_v3", "US1", "us1"],
])("%s: the region %s is sent as it is written, and shown as %s it is no change", (system, region, shown) =>
  withScene(async ({ one, declared, only, emulator }) => {
    const config = { apiKey: "key", region };
    expectNoErrors(await one.up([declared(system, config)]));
    expect(only("metrics").config).toEqual({ api_key: "key", region });
    const { id } = only("metrics");
    emulator.patch({ op: "set", in: "metrics", id, fields: { config: { api_key: "key", region: shown } } });
    await expectNothingToDo(one, [declared(system, config)]);
    // The case of any other parameter counts.
    for (const apiKey of ["eu", "EU"])
      expect(expectNoErrors(await one.up([declared(system, { ...config, apiKey })])).changes).toEqual(["update one"]);
  }),
);

it("a region that the vendor chose is no change where none is declared", async ({ one, declared, only, emulator }) => {
  expectNoErrors(await one.up([declared("metric_vendor_f_v3", { apiKey: "key" })]));
  const { id } = only("metrics");
  emulator.patch({ op: "set", in: "metrics", id, fields: { config: { api_key: "key", region: "us" } } });
  await expectNothingToDo(one, [declared("metric_vendor_f_v3", { apiKey: "key" })]);
});

it.each([
  ["[2001:db8::1]:514", true],
  ["[::1]:514", true],
  ["[::ffff:192.0.2.1]:514", true],
  ["192.0.2.1:514", true],
  ["2001:db8::1:514", false],
  ["[2001:db8::1]", false],
  ["[2001:db8::1::]:514", false],
  ["[logs.example.com]:514", false],
  ["[]:514", false],
])("%s as host and port", async ({ refused }, url, isOne) => {
  const reasons = (await refused({ system: "log_vendor_g", config: { url } })).map(({ reason }) => reason);
  expect(reasons).toEqual(isOne ? [] : [expect.stringContaining("config.url: must be a host and a port, such as ")]);
});

it("what is wrong beside the parameters is told with them", async ({ refused }) => {
  const said = async (inputs: Inputs) => (await refused(inputs)).map(({ property, reason }) => [property, reason]);
  expect(await said({ instance: "x", system: "log_vendor_h", config: { token: "" } })).toEqual([
    ["instance", "must be the id of an instance, such as 123"],
    ["", "config.host: must be given for the system log_vendor_h"],
    ["", "config.token: must not be empty"],
  ]);
  for (const system of ["logs_vendor_z", "log_", "LOG_vendor_z", "log_vendor_z/../5", ""]) {
    expect(await said({ system, config: {} })).toEqual([
      [
        "system",
        expect.stringMatching(/^must be one of the names log_vendor_a, .*, metric_vendor_h_v2, or the name of another/),
      ],
    ]);
  }
  expect(await said({ system: "log_vendor_e" })).toEqual([["", "config is required: give this input a value"]]);
  expect(await said({ system: unknownString, config: { any: 1 } })).toEqual([]);
  expect(await said({ system: "log_vendor_e", config: unknownString })).toEqual([]);
});
