import { inspect } from "node:util";
import type { Client } from "../../../provider/api";
import { systemClock } from "../../../provider/api/transport/clock";
import { makeHandler } from "../../../provider/dynamic/handler";
import { noEngine } from "../../../provider/framework/run/engine";
import { createRun } from "../../../provider/framework/run/run";
import { partialFailure, shortError } from "../../../provider/framework/state/errors";
import { vpcDefinition } from "../../../provider/resources/vpc/vpc";

test.each<[unknown, string]>([
  [new Error("it failed with abcdef"), "it failed with [secret]"],
  [new Error("two\n   lines\r\nand more\n"), "two lines and more"],
  ["a text", "a text"],
  [undefined, "undefined"],
])("shortError of %p is one line without stack and secrets", (error, message) => {
  const short = shortError(error, ["abcdef"]);
  expect(short.message).toBe(message);
  expect(short.stack).toBe("");
  expect(String(short)).toBe(message);
  expect(inspect(short)).not.toContain("abcdef");
});

test("partialFailure has the id, a reason and everything that state needs", () => {
  const properties = { name: "a", __provider: "stub", url: undefined };
  const failure = partialFailure(new Error("not ready: abcdef"), "5", properties, ["abcdef"]);
  expect(failure).toMatchObject({
    message: "not ready: [secret]",
    id: "5",
    reasons: ["not ready: [secret]"],
    properties: { name: "a", __provider: "stub", __pending: "not ready: [secret]" },
  });
  expect(Object.keys((failure as Error & { properties: object }).properties)).not.toContain("url");
});

const mistakes = [TypeError, RangeError, SyntaxError, ReferenceError];
test.each(mistakes)("a mistake of the code, a %p, is a line that names the resource", async (Mistake) => {
  const run = createRun(systemClock, noEngine, () => ({ client: {} as Client, secrets: () => [] }));
  run.configure(() => undefined);
  const broken = { ...vpcDefinition, delete: () => Promise.reject(new Mistake("no such thing")) };
  const state = { __provider: "require('pulumi-broker/host')", __urn: "urn:pulumi:s::p::t::net" };
  const line =
    'Vpc "net": the provider does not understand the state of this resource (no such thing). Run pulumi stack export, and compare the exported state';
  await expect(makeHandler(broken, run).delete("1", state)).rejects.toThrow(line);
});

test("no way out of a handler shows a key, or what acts on a terminal", async () => {
  const hostile = "the-secret-key\u001b[31m";
  const clean = "[secret] [31m";
  const lines: string[] = [];
  const engine = { ...noEngine, log: ({ text }: { text: string }) => void lines.push(text) };
  const client = { keyOf: () => undefined, lacksKey: () => undefined } as unknown as Client;
  const run = createRun(systemClock, engine, () => ({ client, secrets: () => ["the-secret-key"] }));
  run.configure(() => undefined);
  const fail = async (ctx: Parameters<typeof vpcDefinition.create>[0]): Promise<never> => {
    for (const say of [ctx.call.progress, ctx.say.note, ctx.say.warn]) say(hostile);
    ctx.kept.hold("1", {});
    throw new Error(hostile);
  };
  const handler = makeHandler({ ...vpcDefinition, create: fail, update: fail }, run);
  const bag = { __provider: "require('pulumi-broker/host')", name: "a", region: "a::b", subnet: "10.0.0.0/24" };
  const partial = { id: "1", reasons: [clean], properties: { __pending: clean } };
  await expect(handler.create(bag)).rejects.toMatchObject(partial);
  await expect(handler.update("1", bag, { ...bag, name: "b" })).rejects.toMatchObject(partial);
  await handler.check({}, { ...bag, ["odd\u001b"]: 1 });
  expect(new Set(lines)).toEqual(new Set([clean, 'ignores the input "odd ", which this version does not know']));

  // What only the answer to the create tells is a secret all the same.
  const state = { apiKey: "made-by-the-service", plan: "for made-by-the-service" };
  const making = makeHandler({ ...vpcDefinition, create: async () => ({ id: "1", state }) }, run);
  expect((await making.create(bag)).outs).toMatchObject({ ...state, plan: "for [secret]" });
});
