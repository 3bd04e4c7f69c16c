import { type Client, systemClock } from "../../../provider/api";
import { connectHost } from "../../../provider/config";
import { noEngine } from "../../../provider/framework/run/engine";
import { createRun } from "../../../provider/framework/run/run";
import { invoke } from "../../../provider/plugin/functions";
import { configOf, makeInstanceVpcs, startTestEmulator, type TestEmulator } from "../../helpers/emulator";
import { misfitsIn, readSchema } from "../../helpers/plugin-schema";
import { kinds } from "../../kinds";

/** What functions answer through the plugin, beside what the schema says of their results. */

const schema = readSchema();
let emulator: TestEmulator;
const instance = 1001;

beforeAll(async () => {
  // Some answers of the service take seconds, which no test here is about.
  emulator = await startTestEmulator({ speed: 1000 });
  makeInstanceVpcs(emulator);
  const on = { instance_id: instance };
  emulator.patch(...kinds.flatMap(({ asked }) => asked?.held ?? []));
  const logs = { ...on, type: "log_vendor_d", config: { api_key: "key", region: "eu" }, error: "no access" };
  const metrics = { ...on, type: "metric_vendor_c_v3", config: { api_key: "key" } };
  emulator.patch({ op: "add", in: "logs", fields: logs }, { op: "add", in: "metrics", fields: metrics });
});
afterAll(() => emulator.close());

/** The arguments of the functions that need more than the instance, or none. */
const argumentsOf = (): Record<string, Record<string, unknown>> => ({
  ...Object.fromEntries(kinds.flatMap(({ asked }) => asked?.answers() ?? [])),
  getAlarm: { instance, id: String(emulator.state().alarms[0]?.id) },
  getInstance: { id: String(instance) },
  getInvoice: { year: 2026, month: 1 },
  getRecipient: { instance, name: "Default" },
  getVpc: { id: String(emulator.state().vpcs[0]?.id) },
});

test.each(Object.entries(schema.functions))(
  "the answer of %s is as the schema says",
  async (token, { inputs, outputs }) => {
    const run = createRun<Client>(systemClock, noEngine, connectHost);
    run.configure((key) => new Map(Object.entries(configOf(emulator))).get(key));
    const args =
      argumentsOf()[token.replace("broker:index:", "")] ?? (inputs?.properties["instance"] ? { instance } : {});
    const { result, secrets } = await invoke(run, schema.functions, token, args);
    expect(misfitsIn(schema, outputs, result)).toEqual([]);
    const marked = Object.keys(outputs.properties).filter((name) => outputs.properties[name]?.secret);
    expect([...secrets].sort()).toEqual(marked.sort());
  },
);

test("what is told apart from the schema is found", () => {
  const { outputs } = schema.functions["broker:index:getWebhooks"] ?? { outputs: { properties: {} } };
  const found = misfitsIn(schema, outputs, { webhooks: [{ id: 1, webhookUri: "https://example.com", url: "" }] });
  const missing = ["vhost", "queue", "concurrency"].map((name) => `.webhooks[0].${name} is missing`);
  expect(found).toEqual([".webhooks[0].id is no string: 1", ".webhooks[0].url is unknown", ...missing]);
});
