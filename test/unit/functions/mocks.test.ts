import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import { ask, emulator, emulatorForAll, settled } from "./scene";

/** The functions under Pulumi's mocks, in a process that is configured for a service that would answer. */

const calls: pulumi.runtime.MockCallArgs[] = [];
/** What `call` of the mocks answers next. */
let answer: () => unknown = () => ({});

emulatorForAll();
beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs }),
    call: (args) => {
      calls.push(args);
      return answer() as pulumi.runtime.MockCallResult;
    },
  });
});
beforeEach(() => {
  calls.length = 0;
  answer = () => ({});
});
afterAll(() => expect(emulator.requests()).toEqual([]));

type Named = [string, (args?: object) => Promise<unknown> | pulumi.Output<unknown>];
const functions = Object.entries(broker).filter(([name]) => name.startsWith("get")) as unknown as Named[];

/** Arguments that each function takes; those that take none take them for their options. */
const argsOf = (name: string): object => {
  if (/^get(Vpcs|Instances|Team)(Output)?$/.test(name)) return {};
  if (/^get(Plans|Regions|Invoices|AuditLog)(Output)?$/.test(name)) return {};
  return /^get(Vpc|Instance|Invoice)(Output)?$/.test(name) ? { id: 1 } : { instance: 1, id: 2 };
};

test("every function asks call of the mocks, under its token, and nothing else", async () => {
  expect(functions.length).toBeGreaterThan(40);
  for (const [name, ask] of functions) {
    const asked = ask(argsOf(name));
    await (pulumi.Output.isInstance(asked) ? settled(asked) : asked);
  }
  const tokenOf = (name: string) => `broker:index:${name.replace(/Output$/, "")}`;
  expect(calls).toEqual(functions.map(([name]) => ({ token: tokenOf(name), inputs: argsOf(name), provider: "" })));
  expect(emulator.requests()).toEqual([]);
});

test("what call returns is what the function returns, lists included", async () => {
  const plans = [{ name: "a", price: 5 }, { name: "b" }];
  answer = () => plans;
  expect(await broker.getPlans({ backend: "any" })).toEqual(plans);
  expect(await settled(broker.getPlansOutput())).toEqual({ value: plans, secret: false });
  answer = () => [];
  expect(await broker.getNodes({ instance: 1 })).toEqual([]);
  answer = () => ({ host: "mocked", nodeNames: ["a"] });
  expect(await broker.getInstance({ id: 1 })).toEqual({ host: "mocked", nodeNames: ["a"] });
  const secret = { value: { host: "mocked", nodeNames: ["a"] }, secret: true };
  expect(await settled(broker.getInstanceOutput({ id: 1 }))).toEqual(secret);
});

test("a resource stands for its id, in either form", async () => {
  const instance = new broker.Instance("shop", { plan: "any", region: "any" });
  await broker.getNodes({ instance });
  await settled(broker.getNodesOutput({ instance }));
  await settled(broker.getNodesOutput({ instance: instance.id }));
  await settled(broker.getInstanceOutput({ id: instance }));
  const onShop = { instance: "shop-id" };
  expect(calls.map(({ inputs }) => inputs)).toEqual([onShop, onShop, onShop, { id: "shop-id" }]);
});

test("the provider is named to call", async () => {
  await broker.getVpcs({ provider: new broker.Provider("west", { apiKey: "key" }) });
  expect(calls[0]?.provider).toMatch(/::west::west-id$/);
});

const notMocked = () => {
  throw new Error("not mocked");
};
const noList =
  "getNodes: your Pulumi mocks gave no list: in call() of the mocks, return a list for the function broker:index:getNodes";
const noAnswer = (name: string) =>
  `${name}: your Pulumi mocks gave no answer: in call() of the mocks, return an answer for the function broker:index:${name}`;
const noType = 'getAlarms: the service has no type of alarm "cpus": choose one of cpu,';

test.each<[string, () => unknown, name: string, args: object, says: string]>([
  ["an object for a list", () => ({ instance: 1 }), "getNodes", { instance: 1 }, noList],
  ["a call that throws", notMocked, "getVpcs", {}, noAnswer("getVpcs")],
  ["a call that returns nothing", () => undefined, "getVpc", { id: 1 }, noAnswer("getVpc")],
  ["arguments that the function refuses", () => [], "getAlarms", { instance: 1, type: "cpus" }, noType],
])("%s: one line", async (_what, answered, name, args, says) => {
  answer = answered;
  const error: unknown = await ask(name, args).catch((thrown: unknown) => thrown);
  expect(pulumi.RunError.isInstance(error)).toBe(true);
  expect((error as Error).message).toContain(says);
});
