import { z } from "zod";
import { ApiError, isApiError, isNotFound } from "../../../provider/api";
import type { Endpoint } from "../../../provider/api/transport/endpoint";
import { classify, readErrorBody } from "../../../provider/api/transport/errorTable";
import { request } from "../../../provider/api/transport/request";
import { failureOf, server, setupWithServer } from "../../helpers/api-setup";

const unfinished = "There are firewall rules that have not finished configuring yet";
const unresolved = "Provided hostname does not resolve to any address.";

/** Status, body, path, then what it means. */
const verdictTable: [number, unknown, string, string, string][] = [
  [400, { error: "Timeout talking to backend", list: [] }, "/api/nodes", "busy", "unsure"],
  [400, { error_code: 40099, message: "x" }, "/api/nodes", "busy", "unsure"],
  [400, { error_code: 40001, message: "Your new rules have not" }, "/api/security/firewall", "busy", "wait"],
  [400, { error_code: "40001" }, "/api/security/firewall", "busy", "wait"],
  [400, { error_code: 40002, error: "invalid rules" }, "/api/security/firewall", "invalid", "final"],
  [400, { error_code: 40003, error: "not found" }, "/api/vpc-peering/request/1", "busy", "wait"],
  [400, { error_code: 40003, error: "disk usage" }, "/api/instances/1/disk", "invalid", "final"],
  [400, { error_code: 40005 }, "/api/instances/1/disk", "invalid", "final"],
  [400, { error_code: 40007 }, "/api/instances/1/disk", "invalid", "final"],
  [400, { error_code: 40008 }, "/api/instances/1/disk", "invalid", "final"],
  [400, { error: "VPC currently unavailable" }, "/api/vpcs/1", "busy", "wait"],
  [400, { error: "Failed to list VPC peering connections" }, "/api/vpc-peering", "busy", "unsure"],
  [400, { error: "Another peering operation in progress, try later" }, "/api/vpc-peering/pcx-1", "busy", "wait"],
  [400, { error: unfinished }, "/api/vpc-peering/request/1", "busy", "wait"],
  [400, { error: "The peering is invalid" }, "/api/vpc-peering", "invalid", "final"],
  [409, { error_code: 40001 }, "/api/vpcs", "busy", "wait"],
  [409, { error_code: 40099, error: "x" }, "/api/instances/1", "busy", "unsure"],
  [409, { error: "Timeout talking to backend" }, "/api/alarms", "busy", "unsure"],
  [409, { error_code: 40002, error: "x" }, "/api/security/firewall", "conflict", "final"],
  [400, { errors: [{ error: unresolved }] }, "/api/custom-domain", "busy", "wait"],
  [400, { errors: [{ message_type: "Field is required" }] }, "/api/alarms", "invalid", "final"],
  [400, { error: "a plugin is being enabled" }, "/api/plugins", "busy", "wait"],
  [400, { error: "a plugin is being enabled" }, "/api/alarms", "invalid", "final"],
  [401, {}, "/api/vpcs", "auth", "final"],
  [403, {}, "/api/vpcs", "forbidden", "final"],
  [404, { error: "Invalid ID" }, "/api/vpcs/1", "notFound", "final"],
  [405, {}, "/api/vpcs/1", "invalid", "final"],
  [409, {}, "/api/vpcs", "conflict", "final"],
  [410, { message: "Gone" }, "/api/vpcs/1", "notFound", "final"],
  [404, {}, "/api/vpcs/1", "badResponse", "unreadable"],
  [404, { detail: "Not Found" }, "/api/vpcs/1", "badResponse", "unreadable"],
  [410, {}, "/api/vpcs/1", "badResponse", "unreadable"],
  [422, { error: "The subnet overlaps another" }, "/api/vpcs", "conflict", "final"],
  [422, { error: "Sorry, you can't move to a shared plan automatically." }, "/api/instances/1", "invalid", "final"],
  [423, {}, "/api/vpcs", "busy", "wait"],
  [429, {}, "/api/vpcs", "throttled", "wait"],
  [301, {}, "/api/vpcs", "badResponse", "final"],
  [500, {}, "/api/vpcs", "server", "transient"],
  [503, {}, "/api/vpcs", "server", "transient"],
];
test.each(verdictTable)("%d %j on %s is %s, %s", (status, body, path, kind, retry) => {
  expect(classify({ status, path, ...readErrorBody(JSON.stringify(body)) })).toEqual({ kind, retry });
});

const errorBodies: [string, ReturnType<typeof readErrorBody>][] = [
  ['{"error":"a"}', { message: "a", own: true }],
  ['{"message":"b"}', { message: "b", own: true }],
  ['{"error_code":40001,"message":"c"}', { code: 40001, message: "c", own: true }],
  ['{"errors":[{"name":"is unset"},{"plan":"unknown"}]}', { message: "name: is unset, plan: unknown", own: true }],
  // Neither can be made a text in the usual way.
  ['{"errors":[{"queue":{"toString":1}}]}', { message: 'queue: {"toString":1}', own: true }],
  [`{"error_code":{"valueOf":1},"message":"d"}`, { message: "d", own: true }],
  ["<html>busy</html>", { message: "<html>busy</html>" }],
  ["", {}],
  ["null", {}],
  ["17", {}],
  ['"text"', { message: "text" }],
  ['{"error":{"deep":1},"errors":"x"}', {}],
  ['{"errors":[]}', {}],
];
test.each(errorBodies)("the body %s says so", (text, meaning) => {
  expect(JSON.parse(JSON.stringify(readErrorBody(text)))).toEqual(meaning);
});

test("the body with a value that is nested too deep to be shown says so", () => {
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  expect(readErrorBody(`{"errors":[{"queue":${deep}}]}`).message).toBe("queue: a value nested too deep to show");
});

describe("the line a user sees", () => {
  const setup = setupWithServer();
  const post: Endpoint<void> = { method: "POST", path: "/api/hooks", secrets: ["uri"] };
  const lineOf = async (status: number, text: string, body: object = {}, headers?: Record<string, string>) => {
    server.answer({ status, text, headers });
    return failureOf(request(setup.connection(server.url), post, { body }, setup.call(60, { subject: 'Webhook "w"' })));
  };

  test("names the resource, the request, the service's words, the request id and what to do", async () => {
    const error = await lineOf(400, '{"error":"queue is unknown"}');
    expect(error.message).toBe(
      'Webhook "w": POST /api/hooks answered 400: queue is unknown (request req-1); correct the arguments, then run again',
    );
    expect(error).toMatchObject({ method: "POST", path: "/api/hooks", requestId: "req-1", attempts: 1 });
  });

  test.each([
    ["line breaks", '{"error":"one\\r\\ntwo\\n  at Object.<anonymous> (x.js:1)"}'],
    ["colour codes", '{"error":"\\u001b[31mred"}'],
    ["HTML", "<!DOCTYPE html><html><body>secret page</body></html>"],
    ["a very long text", JSON.stringify({ error: "y".repeat(5000) })],
  ])("stays one short line with %s", async (_name, text) => {
    const { message } = await lineOf(422, text);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    expect(message).not.toMatch(/[\u0000-\u001f\u007f]/);
    expect(message.length).toBeLessThan(500);
    expect(message).not.toContain("secret page");
  });

  test("hides the key and the secret fields, also where the service repeats them", async () => {
    const uri = "https://example.com/?token=hunter2";
    const error = await lineOf(400, JSON.stringify({ error: `cannot reach ${uri} with secret-key` }), { uri });
    const everything = JSON.stringify([error.message, error, error.stack]);
    expect(everything).not.toContain("hunter2");
    expect(everything).not.toContain("secret-key");
    expect(error.serviceMessage).toBe("cannot reach [secret] with [secret]");
    // What is wrong with a success is worded by its fields, which may have any name.
    server.answer({ status: 200, json: { "of secret-key": "x" } });
    const read = { method: "GET", path: "/api/x", answer: z.record(z.string(), z.number()) } as const;
    const odd = await failureOf(request(setup.connection(server.url), read, {}, setup.call()));
    expect(odd.message).toContain("field of [secret]");
    expect((await lineOf(400, "{}", { uri }, { "x-request-id": "of secret-key" })).requestId).toBe("of [secret]");
  });
});

test("an error of another copy of the package is recognised", () => {
  jest.isolateModules(() => {
    const copy =
      require("../../../provider/api/transport/errors") as typeof import("../../../provider/api/transport/errors");
    const error = new copy.ApiError({ kind: "notFound", problem: "x" });
    expect(error).not.toBeInstanceOf(ApiError);
    expect([isApiError(error), isNotFound(error)]).toEqual([true, true]);
  });
  expect([new Error("x"), null, "x"].filter(isApiError)).toEqual([]);
  expect(isNotFound(new ApiError({ kind: "auth", problem: "" }))).toBe(false);
});
