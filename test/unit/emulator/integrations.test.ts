import { withEmulator } from "../../helpers/emulator";
import { testsOf } from "../../helpers/tests-of";
import { refused, wrong } from "./scene";

const it = testsOf(withEmulator);

const idOf = ({ body }: { body: unknown }) => (body as { id: number }).id;

// Each system with its parameters, as the specification lists them; `a|b` says that either set will do.
const table = `
log_vendor_a tenant_id application_id application_secret dce_uri table dcr_id
log_vendor_b region access_key_id secret_access_key
log_vendor_c private_key endpoint application subsystem
log_vendor_d api_key region=eu
log_vendor_e token
log_vendor_f token
log_vendor_g url
log_vendor_h token host
log_vendor_i token host_port sourcetype
metric_vendor_a connection_string
metric_vendor_b region access_key_id secret_access_key|region iam_role iam_external_id
metric_vendor_b_v2 region access_key_id secret_access_key|region iam_role iam_external_id
metric_vendor_b_v3 region iam_role iam_external_id
metric_vendor_c api_key region=us1
metric_vendor_c_v2 api_key region=us5
metric_vendor_c_v3 api_key
metric_vendor_d environment_id access_token
metric_vendor_e email api_key
metric_vendor_f_v2 api_key region=EU
metric_vendor_f_v3 api_key
metric_vendor_g token host_port sourcetype
metric_vendor_g_v2 token endpoint
`;
const rows = table
  .trim()
  .split("\n")
  .flatMap((line) => {
    const [system = "", ...rest] = line.split(" ");
    return rest
      .join(" ")
      .split("|")
      .map((set): [string, Record<string, string>] => {
        const entries = set.split(" ").map((each) => each.split("="));
        return [system, Object.fromEntries(entries.map(([name, value]) => [name, value ?? `my ${name}`]))];
      });
  });
const kindOf = (system: string) => (system.startsWith("log_") ? "logs" : "metrics");
const pathOf = (system: string) => `/instance/api/integrations/${kindOf(system)}`;

describe("integrations", () => {
  it.each(rows)(
    "with %s take its parameters: each of them, and no other",
    async ({ call, requests }, system, config) => {
      const path = pathOf(system);
      const id = idOf(await call("POST", `${path}/${system}`, { body: config }));
      const seen = { id, type: system, config, error: null, account_id: expect.any(String) };
      expect((await call("GET", path)).body).toEqual([seen]);

      for (const name of Object.keys(config)) {
        const { [name]: _, ...without } = config;
        const { status, body } = await call("POST", `${path}/${system}`, { body: without });
        expect(status).toBe(400);
        expect((body as { errors: object[] }).errors).toContainEqual({ [name]: "Field is required" });
      }
      const foreign = { ...config, foreign: "x" };
      const text = `Unknown field for ${system}`;
      expect(await call("POST", `${path}/${system}`, { body: foreign })).toMatchObject(wrong({ foreign: text }));
      expect(await call("PUT", `${path}/${id}`, { body: foreign })).toMatchObject(wrong({ foreign: text }));

      expect((await call("PUT", `${path}/${id}`, { body: config })).status).toBe(204);
      expect((await call("DELETE", `${path}/${id}`)).status).toBe(204);
      expect((await call("GET", path)).body).toEqual([]);
      const secrets = ["token", "api_key", "secret_access_key", "application_secret", "private_key", "access_token"];
      const logged = JSON.stringify(requests().map(({ body }) => body ?? null));
      expect(secrets.filter((name) => logged.includes(`my ${name}`))).toEqual([]);
    },
  );

  it("for metrics take four optional parameters, and anything where the specification does not say what", async (on) => {
    const { call } = on;
    const extras = { tags: "env=1,team=b", queue_regex: "q", vhost_regex: "v", include_ad_queues: true };
    const path = pathOf("metric_vendor_e");
    const body = { email: "a@example.com", api_key: "k", ...extras };
    expect((await call("POST", `${path}/metric_vendor_e`, { body })).status).toBe(201);
    for (const system of ["metric_vendor_h", "metric_vendor_h_v2"]) {
      expect((await call("POST", `${path}/${system}`, { body: { any: "thing", ...extras } })).status).toBe(201);
    }
    expect(
      (await call("POST", "/instance/api/integrations/logs/log_vendor_e", { body: { token: "t", ...extras } })).status,
    ).toBe(400);
  });

  it.each([
    ["log_vendor_d", { api_key: "k", region: "us2" }, "region", "Must be one of us1, us3, us5, eu"],
    ["log_vendor_d", { api_key: "k", region: "eu", tags: "a=1" }, "tags", "Must have the form key=value,key=value"],
    ["metric_vendor_f_v2", { api_key: "k", region: "us1" }, "region", "Must be one of US, EU, us, eu"],
    ["metric_vendor_c_v3", { api_key: "k", tags: "a" }, "tags", "Must have the form key=value,key=value"],
    ["metric_vendor_c_v3", { api_key: "k", include_ad_queues: "no" }, "include_ad_queues", "Must be true or false"],
    ["metric_vendor_c_v3", { api_key: true }, "api_key", "Must be a string"],
  ])("%s refuses %p", async ({ call }, system, body, field, text) => {
    expect(await call("POST", `${pathOf(system)}/${system}`, { body })).toMatchObject(wrong({ [field]: text }));
  });

  it("refuse an unknown system, one of the other kind, and scraping an old clustered broker", async (on) => {
    const { call, instances, patch } = on;
    for (const path of ["logs/x", "logs/metric_vendor_c_v3", "metrics/log_vendor_e", "metrics/constructor"]) {
      const answer = await call("POST", `/instance/api/integrations/${path}`, { body: { token: "t" } });
      expect(answer).toMatchObject(refused(expect.stringContaining("Unknown integration")));
    }
    patch({ op: "set", in: "instances", id: instances[0]!.id, fields: { rmq_version: "3.9.29" } });
    const scrape = { body: { api_key: "k" } };
    const path = "/instance/api/integrations/metrics/metric_vendor_c_v3";
    expect((await call("POST", path, scrape)).status).toBe(400);
    expect((await call("POST", path, { ...scrape, key: instances[1]!.apiKey })).status).toBe(201);
  });
});

it("event buses keep the zeros of the account id, which may be a number, and are not changed", async ({ call }) => {
  const path = "/instance/api/eventbridges";
  const sent = { vhost: "/", queue: "q", cloud_region: "r-1", cloud_account_id: "001234567890", with_headers: true };
  const id = idOf(await call("POST", path, { body: sent }));
  const other = await call("POST", path, { body: { ...sent, cloud_account_id: 1234567890 } });
  expect((await call("GET", `${path}/${idOf(other)}`)).body).toMatchObject({ cloud_account_id: "001234567890" });
  const short = await call("POST", path, { body: { ...sent, cloud_account_id: "123" } });
  expect(short).toMatchObject(wrong({ cloud_account_id: "Must have 12 digits" }));
  expect((await call("PUT", `${path}/${id}`, { body: sent })).status).toBe(405);
  expect((await call("DELETE", `${path}/${id}`)).status).toBe(204);
  expect((await call("GET", `${path}/${id}`)).status).toBe(404);
});
