import { it } from "../../helpers/emulator";
import { configOf, forms, kindOf } from "../../helpers/integration-systems";
import { refused, wrong } from "./scene";

const idOf = ({ body }: { body: unknown }) => (body as { id: number }).id;

/** Each system with each of its sets of parameters, as the specification lists them. */
const plain = forms.filter(([, form]) => !form.includes("parameters"));
const rows = plain.map(([system, form]) => [system, configOf(system, form).sent] as const);
const pathOf = (system: string) => `/instance/api/integrations/${kindOf(system)}`;

describe("integrations", () => {
  it.each(rows)("with %s take its parameters: each of them, and no other", async (on, system, config) => {
    const { call, requests } = on;
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
    const secrets = ["token", "apiKey", "secretAccessKey", "applicationSecret", "privateKey", "accessToken"];
    const logged = JSON.stringify(requests().map(({ body }) => body ?? null));
    expect(secrets.filter((name) => logged.includes(`canary-${name}`))).toEqual([]);
  });

  it("for metrics take four optional parameters, and anything where the specification does not say what", async (on) => {
    const { call } = on;
    const extras = { tags: "env=1,team=b", queue_regex: "q", vhost_regex: "v", include_ad_queues: true };
    const path = pathOf("metric_vendor_e");
    const body = { email: "a@example.com", api_key: "k", ...extras };
    expect((await call("POST", `${path}/metric_vendor_e`, { body })).status).toBe(201);
    for (const system of ["metric_vendor_h", "metric_vendor_h_v2"])
      expect((await call("POST", `${path}/${system}`, { body: { any: "thing", ...extras } })).status).toBe(201);
    const logs = pathOf("log_vendor_e");
    expect((await call("POST", `${logs}/log_vendor_e`, { body: { token: "t", ...extras } })).status).toBe(400);
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
  expect((await call("PUT", `${path}/${id}`, { body: sent })).status).toBe(405);
  expect((await call("DELETE", `${path}/${id}`)).status).toBe(204);
  expect((await call("GET", `${path}/${id}`)).status).toBe(404);
});
