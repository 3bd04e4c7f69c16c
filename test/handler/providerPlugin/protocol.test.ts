import { allUnknowns } from "../../../provider/framework/kind/values";
import { messages } from "../../../provider/plugin/sdk";
import { close, isSecret, open } from "../../../provider/plugin/values";
import { shared, shareHandlers } from "../../helpers/handlers";
import { expectNoErrors } from "../../helpers/outcomes";
import { type Ask, type Failure, servePlugin, unfinishedIn } from "../../helpers/plugin-door";

/** Single calls of the provider protocol whose answers no program shows. */

shareHandlers({ door: "plugin" });
let ask: Ask;
beforeAll(() => {
  ask = servePlugin(shared.host().run);
});

type Answer<Name extends "ReadResponse" | "UpdateResponse" | "CheckResponse"> = InstanceType<(typeof messages)[Name]>;
type Values = Record<string, unknown>;

const urnOf = (type: string) => `urn:pulumi:test::test::broker:index:${type}::one`;
const plain = (values: Values) => close(values, new Set());
const reference = "5cf8f73096256a8f31e491e813e4eb8e";
const signature = "4dabf18193072939515e22adb298388d";

/** Reads an instance that stands on the service: its properties, and the inputs that a program must declare. */
async function readInstance(): Promise<{ state: Values; inputs: Values }> {
  const request = new messages.ReadRequest().setUrn(urnOf("Instance")).setId("1001");
  const answer = await ask<Answer<"ReadResponse">>("read", request);
  return { state: open(answer.getProperties()).values, inputs: open(answer.getInputs()).values };
}

/** Checks new inputs, of which the program marks some as secret: the inputs that become of them, and the failures. */
async function check(type: string, news: Values, secrets: string[] = []) {
  const request = new messages.CheckRequest();
  request.setUrn(urnOf(type));
  request.setOlds(plain({}));
  request.setNews(close(news, new Set(secrets)));
  const answer = await ask<Answer<"CheckResponse">>("check", request);
  const failures = answer.getFailuresList().map((failure) => [failure.getProperty(), failure.getReason()]);
  return { inputs: open(answer.getInputs()).values, failures };
}

const update = (olds: Values, news: Values, { preview = false, secrets = [] as string[] } = {}) => {
  const request = new messages.UpdateRequest().setUrn(urnOf("Instance")).setId("1001");
  request.setOlds(close(olds, new Set(secrets)));
  request.setNews(plain(news));
  request.setPreview(preview);
  return ask<Answer<"UpdateResponse">>("update", request);
};

test("a `get` with given properties, which come as inputs, too, reads the object, and a refresh keeps them", async () => {
  const get = new messages.ReadRequest().setUrn(urnOf("Instance")).setId("1001");
  get.setProperties(plain({ name: "given" }));
  get.setInputs(plain({ name: "given" }));
  const answer = await ask<Answer<"ReadResponse">>("read", get);
  const state = open(answer.getProperties()).values;
  expect(state).toMatchObject({ name: "seeded-clustered", plan: "clustered-medium-3" });

  get.setProperties(answer.getProperties());
  const refreshed = await ask<Answer<"ReadResponse">>("read", get);
  expect(open(refreshed.getProperties()).values).toEqual(state);
  expect(open(refreshed.getInputs()).values).toEqual({ name: "given" });
});

test("an import, which has no inputs, reads those that a program must declare", async () => {
  const { state, inputs } = await readInstance();
  const { name, plan, region } = state;
  expect(inputs).toEqual({ name, plan, region });
});

test("a failure of an input that the program marks as secret names no property, whose value the engine would print", async () => {
  const news = { region: "provider-x::canary-region", subnet: "10.0.0.1/24", tags: ["a", ""] };
  expect((await check("Vpc", news, ["region", "tags"])).failures).toEqual([
    ["subnet", expect.stringContaining("10.0.0.1/24")],
    ["", "tags[1]: must not be empty"],
    ["", expect.stringMatching(/^region: the service has no region "\[secret\]"/)],
  ]);
});

test("a number that the program marks as secret is shown in no message, however short", async () => {
  const news = { name: "shop", plan: "clustered-medium-3", region: "provider-a::region-1", nodes: 7 };
  const { failures } = await check("Instance", news, ["nodes"]);
  expect(failures).toEqual([
    ["", expect.stringMatching(/^nodes: must be .* or choose a plan whose number of nodes is \[secret\] \(/)],
  ]);
});

test("a value that was secret stays secret when the program no longer declares it", async () => {
  const { state } = await readInstance();
  const { name, plan, region } = state;
  const answer = await update(state, { name, plan, region, tags: ["new"] }, { secrets: ["nodes"] });
  const properties = answer.getProperties()?.toJavaScript() as Values;
  expect(properties["nodes"]).toMatchObject({ value: state["nodes"] });
  expect(isSecret(properties["nodes"] as Values)).toBe(true);
  expect(properties["tags"]).toEqual(["new"]);
});

test("a value that was secret stays secret in the state that a failed update keeps", async () => {
  const { state } = await readInstance();
  const { name, plan, region, tags } = state;
  shared.emulator.fault({ match: { method: "PUT" }, times: "always", fault: { reset: "after" } });
  const failed = update(state, { name, plan, region, tags: ["new"] }, { secrets: ["tags"] });
  const failure = await failed.then(String, (error: Failure) => unfinishedIn(error));
  shared.emulator.clearFaults();
  const properties = (failure as ReturnType<typeof unfinishedIn>)?.getProperties()?.toJavaScript() as Values;
  expect(properties["tags"]).toMatchObject({ value: tags });
  expect(isSecret(properties["tags"] as Values)).toBe(true);
});

test("the preview of an object that is not finished shows what the update brings as not known", async () => {
  const { state } = await readInstance();
  const { name, plan, region, tags } = state;
  const { host, ...unfinished } = state;
  expect(host).toEqual(expect.any(String));
  const declared = { name, plan, region, tags };
  const previewed = await update({ ...unfinished, __pending: "not ready" }, declared, { preview: true });
  expect(allUnknowns).toContain(open(previewed.getProperties()).values["host"]);
  const finished = await update({ ...state, __pending: undefined }, declared, { preview: true });
  expect(open(finished.getProperties()).values["host"]).toBe(host);
});

test("a resource without an id, as in a preview, is an id that is not known yet", async () => {
  const instance = { [signature]: reference, urn: urnOf("Instance"), id: "" };
  const hook = { instance, webhookUri: "https://example.com/hook", vhost: "/", queue: "orders" };
  const { inputs, failures } = await check("Webhook", hook);
  expect(failures).toEqual([]);
  expect(allUnknowns).toContain(inputs["instance"]);
});

test("a delete takes no time limit from a state that the dynamic resources wrote", async () => {
  const stack = shared.stack("moved");
  const inputs = { name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24" };
  expectNoErrors(await stack.up([{ type: "vpc", name: "net", inputs }]));
  const { id, outputs } = stack.entry("net");
  const request = new messages.DeleteRequest().setUrn(urnOf("Vpc")).setId(id);
  request.setProperties(plain({ ...outputs, __timeouts: { delete: "1s" } }));
  await ask("delete", request);
  expect(shared.emulator.state().vpcs).toEqual([]);
});
