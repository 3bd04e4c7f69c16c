import type { InstanceClient } from "../../../provider/api";
import { type Answer, failureOf, server, setupWithServer } from "../../helpers/api-setup";

/** Plugins, custom domain, maintenance settings and the team: what is sent, and which answers are understood. */

const setup = setupWithServer();
const { call } = setup;
let api: InstanceClient;
beforeEach(() => {
  api = setup.client(server.url).instance("7", { apiKey: "key-1" });
});

const sent = () => server.received.map(({ method, path, body }) => `${method} ${path} ${body}`.trim());
const json = (body: unknown): Answer => ({ status: 200, json: body });

test("a half of a character is read as the state can hold it, and a whole one as it is", async () => {
  server.answer({ status: 200, text: '{"hostname":"\\ud83d.\\uDE00.\\ud83d\\ude00","configured":true}' });
  expect(await api.customDomain.get(call())).toMatchObject({ hostname: "\ufffd.\ufffd.😀" });
});

test.each<[string, Answer, string | undefined]>([
  ["nothing", { status: 204 }, undefined],
  ["an object without a job", json({ message: "ok" }), undefined],
  ["no job", { status: 202, json: { job_id: null } }, undefined],
  ["a number", { status: 202, json: { job_id: 7 } }, "7"],
  ["a text", { status: 202, json: { job_id: "b2-f1" } }, "b2-f1"],
])("a change of a plugin that answers with %s is one, and names its job if it has one", async (_what, answer, job) => {
  server.answer(answer);
  await expect(api.plugins.enable({ name: "a", community: false }, call())).resolves.toBe(job);
  await expect(api.plugins.disable({ name: "a", community: true }, call())).resolves.toBe(job);
});

test.each<[string, Answer, string | undefined]>([
  ["one that failed", json({ status: "failed", error_message: "Unknown plugin" }), "Unknown plugin"],
  ["one that failed for no reason", json({ status: "Failed" }), "the service gives no reason"],
  ["one that goes on", json({ status: "running", error_message: null }), undefined],
  ["one that is done", json({ status: "completed" }), undefined],
  ["one that is not known", { status: 404, json: { message: "Not found" } }, undefined],
])("a job: %s", async (_what, answer, why) => {
  server.answer(answer);
  await expect(api.plugins.whyFailed("7", call())).resolves.toBe(why);
  expect(sent()).toEqual(["GET /api/jobs/7"]);
});

test("a list is shared for half a minute, and fetched again when it must be fresh", async () => {
  server.answer(json([]));
  await Promise.all([api.plugins.list(call()), api.plugins.list(call()), api.plugins.list(call())]);
  await api.plugins.list(call());
  expect(sent()).toEqual(["GET /api/plugins"]);
  await api.plugins.list(call(), { fresh: true });
  expect(sent()).toHaveLength(2);
});

const plugin = { name: "a", enabled: true };
const told = { version: "1.0", description: "A" };
const read = { name: "a", enabled: true, required: false };

test.each([
  ["the specification's fields alone", { ...plugin, ...told }, { ...read, ...told }],
  ["nulls and foreign fields", { ...plugin, version: null, blocked: null, required: null, hidden: null, x: {} }, read],
  ["a boolean for a reason", { ...plugin, hidden: true, deprecated: {} }, { ...read, hidden: "the service hides it" }],
  [
    "a sentence on why it is required",
    { ...plugin, required: "Used for health", recommended: "For all", deprecated: null },
    { ...read, required: true, requiredFor: "Used for health", recommended: "For all" },
  ],
  ["a boolean as text", { ...plugin, enabled: "true", required: "true" }, { ...read, required: true }],
  ["a reason to block it", { ...plugin, blocked: "Needs 4.0" }, { ...read, blocked: "Needs 4.0" }],
  ["no reason to block it", { ...plugin, blocked: true }, { ...read, blocked: "the service blocks it" }],
  ["false for a reason", { ...plugin, blocked: false }, read],
])("a plugin with %s is understood", async (_what, wire, expected) => {
  server.answer(json([wire]));
  await expect(api.plugins.list(call())).resolves.toEqual([expected]);
});

test.each([
  ["no name", { enabled: true }, "field 0.name"],
  ["no enabled", { name: "a" }, "field 0.enabled"],
  ["a strange enabled", { name: "a", enabled: "perhaps" }, "field 0.enabled"],
])("a plugin with %s is one clear error, not an absence", async (_what, wire, field) => {
  server.answer(json([wire]));
  const message = expect.stringContaining(field);
  expect(await failureOf(api.plugins.list(call()))).toMatchObject({ kind: "badResponse", message });
});

test.each([
  ["none", { hostname: null, configured: false }, { configured: false }],
  ["an empty one", { hostname: "", configured: false }, { configured: false }],
  ["one", { hostname: "mq.example.com", configured: true }, { hostname: "mq.example.com", configured: true }],
  ["one without a word on its state", { hostname: "a.example" }, { hostname: "a.example", configured: false }],
])("a custom domain: %s", async (_what, wire, expected) => {
  server.answer(json(wire));
  await expect(api.customDomain.get(call())).resolves.toEqual(expected);
});

const settings = { preferred_maintenance_day: "Monday", preferred_maintenance_time: "01:00" };

test.each([
  ["all", { ...settings, automatic_updates: true }, { ...settings, automatic_updates: true }],
  ["a boolean as text", { ...settings, automatic_updates: "false" }, { ...settings, automatic_updates: false }],
  ["on", { ...settings, automatic_updates: "on" }, { ...settings, automatic_updates: true }],
  ["off", { ...settings, automatic_updates: "off" }, { ...settings, automatic_updates: false }],
  ["no word on updates", settings, settings],
  ["empty strings", { preferred_maintenance_day: "", preferred_maintenance_time: "", automatic_updates: "" }, {}],
  ["nulls", { preferred_maintenance_day: null, preferred_maintenance_time: null, automatic_updates: null }, {}],
])("maintenance settings: %s", async (_what, wire, expected) => {
  server.answer(json(wire));
  await expect(api.maintenance.get(call())).resolves.toEqual(expected);
});

test("what was set is what the next look finds, without a request", async () => {
  server.answer(json({ ...settings, automatic_updates: true }));
  await api.maintenance.get(call());
  await api.maintenance.set({ ...settings, preferred_maintenance_time: "02:00" }, call());
  const found = { ...settings, preferred_maintenance_time: "02:00", automatic_updates: true };
  await expect(api.maintenance.get(call())).resolves.toEqual(found);
  expect(server.received.map(({ method }) => method)).toEqual(["GET", "POST"]);
});

test.each([
  ["role", { role: "monitor" }, ["monitor"]],
  ["tags alone", { tags: ["shop"] }, ["member"]],
])("a change of a member's %s shows in the list without a request", async (_what, changes, roles) => {
  server.answer(json([{ id: "u1", email: "a@example.com", roles: ["member"] }]), json({ message: "ok" }));
  const { team } = setup.client(server.url);
  await team.list(call());
  await team.update("u1", changes, call());
  await expect(team.list(call())).resolves.toMatchObject([{ id: "u1", roles }]);
  expect(server.received.map(({ method }) => method)).toEqual(["GET", "PUT"]);
});

test("a DNS record that is not there yet is waited for, and told", async () => {
  const error = "Provided hostname does not resolve to any address.";
  const unresolved = { status: 400, json: { errors: [{ error }] } };
  server.answer(...Array<Answer>(6).fill(unresolved), { status: 202, json: { status: "Custom domain added" } });
  const told: string[] = [];
  await api.customDomain.set({ hostname: "mq.example.com" }, call(3600, { progress: (text) => told.push(text) }));
  expect(server.received).toHaveLength(7);
  expect(told.at(-2)?.replace(/\d+s/, "?")).toBe(`waiting for the service (?): ${error}`);
});
