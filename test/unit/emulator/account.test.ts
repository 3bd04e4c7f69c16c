import { withEmulator } from "../../helpers/emulator";
import { testsOf } from "../../helpers/tests-of";
import { refused, wrong } from "./scene";

const line = {
  subscription_id: 1001,
  amount: 297,
  from: "2026-02-01T00:00:00Z",
  to: "2026-03-01T00:00:00Z",
  name: "seeded-clustered",
  plan: "clustered-medium-3",
  tags: [],
};
const gone = { status: 404, body: { error: "Invalid ID" } };

const it = testsOf(withEmulator);

describe("the team", () => {
  it("can be listed, added to, changed and left", async ({ call, state }) => {
    const members = async () => (await call("GET", "/customer/api/team")).body;
    const seeded = await members();
    const invite = (body: object) => call("POST", "/customer/api/team/invite", { body });
    const email = "new@example.com";
    expect(await invite({ email })).toMatchObject({
      status: 200,
      body: { message: "Invitation sent to new@example.com" },
    });
    expect(await invite({ email })).toMatchObject(refused("new@example.com is a member already"));
    const { uuid } = state().team[2]!;
    expect(await members()).toEqual([
      ...(seeded as object[]),
      { id: uuid, email, tfa_auth_enabled: false, roles: ["member"] },
    ]);
    const path = `/customer/api/team/${uuid}`;
    const saved = { status: 200, body: { message: "Changes saved" } };
    expect(await call("PUT", path, { body: { role: "devops" } })).toMatchObject(saved);
    expect(await call("PUT", path, { body: { tags: "a, b" } })).toMatchObject(saved);
    expect(state().team[2]).toMatchObject({ role: "devops", tags: ["a", "b"] });
    const remove = () => call("POST", "/customer/api/team/remove", { body: { email } });
    expect(await remove()).toMatchObject({ status: 200, body: { message: "new@example.com was removed" } });
    expect(await remove()).toMatchObject(refused("new@example.com is not a member of the team"));
    expect(await call("PUT", path, { body: { role: "devops" } })).toMatchObject(gone);
    expect(await members()).toEqual(seeded);
  });

  it("takes known roles, addresses, and changes of something", async ({ call, state }) => {
    const invite = (body: object) => call("POST", "/customer/api/team/invite", { body });
    expect(await invite({ email: "nobody" })).toMatchObject(wrong({ email: "Must be an e-mail address" }));
    expect(await invite({ email: "a@example.com", role: "owner" })).toMatchObject(wrong({ role: "Unknown role" }));
    expect(await invite({})).toMatchObject(wrong({ email: "Field is required" }));
    const path = `/customer/api/team/${state().team[0]!.uuid}`;
    expect(await call("PUT", path, { body: {} })).toMatchObject(wrong({ role: "Give a role or tags" }));
  });
});

describe("invoices", () => {
  it("are listed, from one month to another", async ({ call }) => {
    const periods = async (query: string) =>
      ((await call("GET", `/customer/api/invoices${query}`)).body as { period: string }[]).map((each) => each.period);
    expect(await periods("")).toEqual(["2026/1", "2026/2"]);
    expect(await periods("?from=2026-02")).toEqual(["2026/2"]);
    expect(await periods("?to=2026-01")).toEqual(["2026/1"]);
    expect(await periods("?from=2026-03&to=2026-12")).toEqual([]);
    expect(await call("GET", "/customer/api/invoices?from=2026-13")).toMatchObject(
      wrong({ from: "Must have the form YYYY-MM" }),
    );
  });

  it("are the same by id and by period", async ({ call }) => {
    const { body } = await call("GET", "/customer/api/invoices/17002");
    expect((await call("GET", "/customer/api/invoices/period?year=2026&month=2")).body).toEqual(body);
    expect(await call("GET", "/customer/api/invoices/period?year=2025&month=2")).toMatchObject(gone);
    expect(await call("GET", "/customer/api/invoices/17003")).toMatchObject(gone);
    expect(await call("GET", "/customer/api/invoices/period?year=2026")).toMatchObject(
      wrong({ month: "Field is required" }),
    );
  });

  it("add their lines up to the cent", async ({ call, patch }) => {
    const lines = [0.1, 0.2].map((amount) => ({ ...line, amount }));
    const [id] = patch({ op: "add", in: "invoices", fields: { lines } });
    expect((await call("GET", `/customer/api/invoices/${id}`)).body).toMatchObject({ total: 0.3 });
  });
});

describe("the audit log", () => {
  const csvHeader = "Timestamp,Event,Source,User,Extras\n";

  it("is CSV, of the latest month unless another is asked for", async ({ call }) => {
    const latest = await call("GET", "/customer/api/auditlog/csv");
    expect(latest.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(latest.text).toBe(
      `${csvHeader}2026-02-03T08:15:00Z,team.login,192.0.2.10,admin@example.com,\n` +
        '2026-02-04T10:00:00Z,instance.update,192.0.2.10,admin@example.com,"{""id"":1001,""name"":""seeded-clustered""}"\n',
    );
    const january = await call("GET", "/customer/api/auditlog/csv?timestamp=2026-01");
    expect(january.text).toBe(`${csvHeader}2026-01-03T08:15:00Z,team.login,192.0.2.10,admin@example.com,\n`);
    expect((await call("GET", "/customer/api/auditlog/csv?timestamp=2020-01")).text).toBe(csvHeader);
    expect(await call("GET", "/customer/api/auditlog/csv?timestamp=January")).toMatchObject(
      wrong({ timestamp: "Must have the form YYYY-MM" }),
    );
  });
});
