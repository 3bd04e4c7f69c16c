import { type Answer, failureOf, server, setupWithServer } from "../../helpers/api-setup";

/** The first request to an API that nobody has reached yet: which failures make the client look at the address. */

const setup = setupWithServer();
const { call } = setup;

const page: Answer = { status: 200, text: "<html>", headers: { "content-type": "text/html" } };
const asked = () => server.received.map(({ method, path }) => `${method} ${path}`);

test("what may have been done all the same is said, and the address is no matter", async () => {
  server.answer(page);
  const api = setup.client(server.url).instance("7", { apiKey: "key-1" });
  const error = await failureOf(api.operations.actions.upgradeBroker({ version: "4.0.1" }, call()));
  expect(error).toMatchObject({ ambiguous: true });
  expect(error.message).toMatch(
    /; the service may have carried out the request: run again. If you make the change by hand instead, first check whether the service already made the change$/,
  );
  expect(asked()).toEqual(["POST /api/actions/upgrade-broker"]);
});

test("the service's own refusal is no reason to look at the address", async () => {
  server.answer({ status: 422, json: { error: "Unknown" } });
  expect(await failureOf(setup.client(server.url).vpcs.list(call()))).toMatchObject({ kind: "invalid" });
  expect(asked()).toEqual(["GET /api/vpcs"]);
});

test("a refused account key is told once for all resources", async () => {
  server.answer({ status: 401, json: { error: "Unauthorized" } });
  expect(await failureOf(setup.client(server.url).vpcs.list(call()))).toMatchObject({ kind: "auth", common: "auth" });
});

test.each([
  [404, /^the account API is not at http:[^ ]*: GET \/api\/regions answered 404/],
  [
    500,
    /^the server at http:[^ ]* gave an answer that cannot come from the account API: GET \/api\/regions answered 500.*\. Run again later/,
  ],
])("a foreign page with %d at the address", async (status, says) => {
  server.answer({ ...page, status });
  expect((await failureOf(setup.client(server.url).vpcs.list(call()))).message).toMatch(says);
});
