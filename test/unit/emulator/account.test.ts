import { it } from "../../helpers/emulator";

const month = { from: "2026-02-01T00:00:00Z", to: "2026-03-01T00:00:00Z" };
const line = { ...month, subscription_id: 1001, name: "seeded-clustered", plan: "clustered-medium-3", tags: [] };
const gone = { status: 404, body: { error: "Invalid ID" } };

it("the team has who was invited, until the removal", async ({ call, state }) => {
  const members = async () => (await call("GET", "/customer/api/team")).body as object[];
  const seeded = await members();
  const email = "new@example.com";
  await call("POST", "/customer/api/team/invite", { body: { email } });
  const { uuid } = state().team[2]!;
  expect(await members()).toEqual([...seeded, { id: uuid, email, tfa_auth_enabled: false, roles: ["member"] }]);
  await call("PUT", `/customer/api/team/${uuid}`, { body: { role: "devops" } });
  await call("PUT", `/customer/api/team/${uuid}`, { body: { tags: "a, b" } });
  expect(state().team[2]).toMatchObject({ role: "devops", tags: ["a", "b"] });
  await call("POST", "/customer/api/team/remove", { body: { email } });
  expect(await call("PUT", `/customer/api/team/${uuid}`, { body: { role: "devops" } })).toMatchObject(gone);
  expect(await members()).toEqual(seeded);
});

it("invoices are listed, from one month to another", async ({ call }) => {
  const periods = async (query: string) =>
    ((await call("GET", `/customer/api/invoices${query}`)).body as { period: string }[]).map((each) => each.period);
  expect(await periods("")).toEqual(["2026/1", "2026/2"]);
  expect(await periods("?from=2026-02")).toEqual(["2026/2"]);
  expect(await periods("?to=2026-01")).toEqual(["2026/1"]);
  expect(await periods("?from=2026-03&to=2026-12")).toEqual([]);
});

it("invoices add their lines up to the cent", async ({ call, patch }) => {
  const lines = [0.1, 0.2].map((amount) => ({ ...line, amount }));
  const [id] = patch({ op: "add", in: "invoices", fields: { lines } });
  expect((await call("GET", `/customer/api/invoices/${id}`)).body).toMatchObject({ total: 0.3 });
});

const csvHeader = "Timestamp,Event,Source,User,Extras\n";

it("the audit log is CSV, of the latest month unless another is asked for", async ({ call }) => {
  const latest = await call("GET", "/customer/api/auditlog/csv");
  expect(latest.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const login = "2026-02-03T08:15:00Z,team.login,192.0.2.10,admin@example.com,\n";
  const update =
    '2026-02-04T10:00:00Z,instance.update,192.0.2.10,admin@example.com,"{""id"":1001,""name"":""seeded-clustered""}"\n';
  expect(latest.text).toBe(csvHeader + login + update);
  const january = await call("GET", "/customer/api/auditlog/csv?timestamp=2026-01");
  expect(january.text).toBe(`${csvHeader}2026-01-03T08:15:00Z,team.login,192.0.2.10,admin@example.com,\n`);
  expect((await call("GET", "/customer/api/auditlog/csv?timestamp=2020-01")).text).toBe(csvHeader);
});
