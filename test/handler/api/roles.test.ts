import { createClient, type ServiceClient } from "../../../provider/client";
import { operations } from "../../../provider/emulator/nouns";
import { failureOf } from "../../helpers/api-setup";
import { jumpingClock, startTestEmulator, type TestEmulator } from "../../helpers/emulator";
import { seededInstance } from "../../helpers/operation-row";
import { rows } from "./operations";

/** The permission table of the specification: what each role's account key may do, and what a refusal says. */

type Role = "admin" | "devops" | "member" | "monitor" | "billing manager";

const roles: readonly Role[] = ["admin", "devops", "member", "monitor", "billing manager"];

/** The roles that may do something, and the words of a refusal for the others. */
interface Rule {
  may: readonly Role[];
  says: string;
}

const needs = (role: string) => `use a key with the role ${role}`;
const team: Rule = { may: ["admin"], says: needs("admin") };
const instances: Rule = { may: ["admin", "devops"], says: needs("admin or devops") };
const bills: Rule = { may: ["admin", "billing manager"], says: needs("billing manager") };
const all: Rule = { may: roles, says: "" };
/** What is done with the key of an instance, which the account API shows to those who manage the instance. */
const onInstance: Rule = {
  may: ["admin", "devops", "member"],
  says: "or use an account key with the role admin, devops or member",
};

function ruleOf({ api, operation, method }: (typeof operations)[number]): Rule {
  if (api === "instance") return onInstance;
  const [group] = operation.split(".");
  if (group === "team") return team;
  if (group === "invoices") return bills;
  if (group === "auditLog") return team;
  if (operation === "accountKey.rotate" || method === "GET") return all;
  return instances;
}

describe.each(roles)("the key of %s", (role) => {
  let emulator: TestEmulator;
  let client: ServiceClient;
  beforeAll(async () => {
    emulator = await startTestEmulator({ clock: jumpingClock() });
  });
  beforeEach(() => {
    const { customerUrl, baseUrl } = emulator;
    emulator.reset();
    emulator.patch({ op: "add", in: "accountKeys", fields: { role, key: "the-key-of-this-role" } });
    client = createClient({ customerUrl, baseUrl, apiKey: "the-key-of-this-role" });
  });
  afterEach(() => client.close());
  afterAll(() => emulator.close());

  test.each(operations.map((each) => [each.operation, each] as const))("%s", async (name, one) => {
    const row = rows[name];
    emulator.patch(...(row.before ?? []));
    const { may, says } = ruleOf(one);
    const work = row.call(client, client.instance(seededInstance));
    if (may.includes(role)) {
      await work;
      expect(emulator.requests().at(-1)).toMatchObject({ method: one.method });
      return;
    }
    const error = await failureOf(work);
    expect(error).toMatchObject(one.api === "instance" ? { kind: "auth" } : { kind: "forbidden", status: 403 });
    expect(error.message).toContain(says);
    expect(error.message).not.toContain("the-key-of-this-role");
  });
});
