import ts from "typescript";
import * as broker from "../../../provider";
import { read } from "../../helpers/paths";
import { emulator, emulatorForEach } from "./scene";

emulatorForEach();

/** Lets the next answer to a GET of an API be this one. */
const answerOnce = (path: string, answer: unknown, api = "customer") =>
  emulator.fault({ match: { method: "GET", path: `/${api}/api/${path}` }, fault: { raw: JSON.stringify(answer) } });

test("where no plan names its backend, a backend cannot be refused", async () => {
  answerOnce("plans", [{ name: "one", price: 1, shared: false }]);
  expect(await broker.getPlans({ backend: "clustered" })).toEqual([]);
});

test("what only some services show is returned, and a value of another type than the observed one is left out", async () => {
  const region = { provider: "provider-a", region: "region-1", name: "One", has_shared_plans: true };
  const other = { ...region, region: "region-2", unavailable: "soon" };
  answerOnce("regions", [{ ...region, unavailable: true }, other]);
  const shown = { provider: "provider-a", region: "region-1", title: "One", hasSharedPlans: true };
  expect(await broker.getRegions()).toEqual([
    { name: "provider-a::region-1", ...shown, unavailable: true },
    { name: "provider-a::region-2", ...shown, region: "region-2" },
  ]);
});

test("so it is for what stands on an instance", async () => {
  const plugin = { name: "broker_web", version: "1", description: "Web", enabled: true };
  const reasons = { recommended: "Useful", hidden: null, deprecated: true };
  answerOnce("plugins", [{ ...plugin, ...reasons }], "instance");
  const said = { required: false, recommended: "Useful", deprecated: "the service calls it deprecated" };
  expect(await broker.getPlugins({ instance: 1001 })).toEqual([{ ...plugin, ...said }]);

  const hook = { id: 1, webhook_uri: "https://example.com", vhost: "/", queue: "orders", concurrency: 1 };
  const hooks = [30, "a while"].map((retry_interval, i) => ({ ...hook, id: i + 1, retry_interval }));
  answerOnce("webhooks", hooks, "instance");
  const shownHook = { webhookUri: hook.webhook_uri, vhost: "/", queue: "orders", concurrency: 1 };
  expect(await broker.getWebhooks({ instance: 1001 })).toEqual([
    { id: "1001/webhooks/1", ...shownHook, retryInterval: 30 },
    { id: "1001/webhooks/2", ...shownHook },
  ]);

  const logs = { id: 5, type: "log_vendor_e", config: { token: "t" }, error: "", created_at: "2026-01-01" };
  answerOnce("integrations/logs", [logs], "instance");
  const shownLogs = { id: "1001/logs/5", system: "log_vendor_e", config: { token: "t" }, createdAt: "2026-01-01" };
  expect(await broker.getLogIntegrations({ instance: 1001 })).toEqual([shownLogs]);
});

test.each<[string, { rows: []; vpc?: { network: string; name: string; subnet: string } }]>([
  ["provider C", { rows: [], vpc: { network: "projects/p/global/networks/n", name: "net", subnet: "10.1.0.0/24" } }],
  ["no VPC", { rows: [] }],
])("getPeeringVpc: %s, before there is a peering", async (_where, answer) => {
  answerOnce("vpc-peering", answer, "instance");
  const { vpc } = answer;
  const own = vpc === undefined ? {} : { vpcName: vpc.name, vpcSubnet: vpc.subnet, networkUri: vpc.network };
  await expect(broker.getPeeringVpc({ instance: 1001 })).resolves.toEqual(own);
});

const pairs = [
  { key: "team", value: "ops" },
  { Key: "env", Value: "" },
];

test.each<[string, object, object]>([
  ["pairs", { tag_set: pairs }, { tags: ["team=ops", "env="] }],
  ["texts, and again beside", { tag_set: ["a", "b"], tags: ["a", "c"] }, { tags: ["a", "b", "c"] }],
  ["an object", { tags: { team: "ops" } }, { tags: ["team=ops"] }],
  ["none and null", { tags: null }, { tags: [] }],
  ["others among them", { tags: ["shop", 7, null, { value: "without a key" }] }, { tags: ["shop"] }],
  ["a value of null", { tag_set: [{ Key: "free", Value: null }] }, { tags: ["free="] }],
  ["nothing that can be read", { tag_set: 7, tags: [null, 1], routes: "none", status: null }, { tags: [], status: "" }],
  ["what provider C says", { stateDetails: "Waiting for peer", state: "INACTIVE" }, { message: "Waiting for peer" }],
])("getVpcPeerings: tags and message as %s", async (_what, fields, expected) => {
  answerOnce("vpc-peering", { rows: [{ name: "peering-1", ...fields }], vpc: { network: "n" } }, "instance");
  const [peering] = await broker.getVpcPeerings({ instance: 1001 });
  expect(peering).toMatchObject({ id: "1001/peerings/peering-1", ...expected });
});

test("instances whose tags the service does not show have the documented fields and no others", async () => {
  const shown = { id: 7, name: "shop", plan: "clustered-medium-1", region: "provider-a::region-1" };
  answerOnce("instances", [{ ...shown, providerid: "i-7", vpc_id: 5 }]);
  const [instance] = await broker.getInstances();
  expect(instance).toStrictEqual({ ...shown, id: "7", tags: [], providerId: "i-7", vpc: "5" });
});

/** What the example in the reference exports, run as it stands there. */
async function runExample(name: string): Promise<Record<string, unknown>> {
  const page = read(`docs/reference/functions/${name}.md`);
  const example = /^```typescript\n([\s\S]*?import[\s\S]*?)^```$/m.exec(page)?.[1] ?? "";
  const { outputText } = ts.transpileModule(example, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
  const exported: Record<string, Promise<unknown>> = {};
  new Function("require", "exports", outputText)(require, exported);
  const entries = Object.entries(exported).map(async ([key, value]) => [key, await value] as const);
  return Object.fromEntries(await Promise.all(entries));
}

const plansOf = (prices: Record<string, number | undefined>) =>
  Object.entries(prices).map(([name, price]) => ({ name, price, backend: "clustered", shared: false }));

test("the example of getPlans does not take a plan without a price for a free one", async () => {
  answerOnce("plans", plansOf({ "on-request": undefined, large: 299, small: 50 }));
  expect(await runExample("getPlans")).toEqual({ cheapest: "small" });
});

test("the example of getPlans says so where no plan has a price", async () => {
  answerOnce("plans", plansOf({ "on-request": undefined }));
  expect(await runExample("getPlans")).toEqual({ cheapest: "no plan has a price" });
});
