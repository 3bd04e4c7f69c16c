import { inspect } from "node:util";
import type { Client } from "../../../provider/api";
import { systemClock } from "../../../provider/api/clock";
import { noEngine } from "../../../provider/framework/engine";
import { partialFailure, shortError } from "../../../provider/framework/errors";
import { makeHandler } from "../../../provider/framework/handler";
import { createRun } from "../../../provider/framework/run";
import { vpcDefinition } from "../../../provider/resources/vpc";

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

test.each([TypeError, RangeError, SyntaxError, ReferenceError])(
  "a mistake of the code, a %p, is a line that names the resource",
  async (Mistake) => {
    const run = createRun(systemClock, noEngine, () => ({ client: {} as Client, secrets: () => [] }));
    run.configure(() => undefined);
    const broken = {
      ...vpcDefinition,
      delete: async () => {
        throw new Mistake("no such thing");
      },
    };
    const state = { __provider: "require('pulumi-broker/host')", __urn: "urn:pulumi:s::p::t::net" };
    await expect(makeHandler(broken, run).delete("1", state)).rejects.toThrow(
      'Vpc "net": its state cannot be worked with (no such thing): compare it with an earlier one',
    );
  },
);
