import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import { operations } from "../../../provider/emulator/nouns";
import { configOf } from "../../helpers/broker-config";
import { operationUses } from "../../helpers/operation-uses";
import { emulator, emulatorForEach, settled } from "./scene";

/** The functions on team, invoices, audit log, maintenance and versions, in both forms. */

emulatorForEach();

const line = (n: number) => ({
  subscriptionId: "1001",
  amount: 297,
  from: `2026-0${n}-01T00:00:00Z`,
  to: `2026-0${n + 1}-01T00:00:00Z`,
  name: "seeded-clustered",
  plan: "clustered-medium-3",
  tags: [],
});

const invoice = (n: number) => ({
  period: `2026/${n}`,
  total: 297,
  currency: "USD",
  lines: [line(n)],
  customer: { company: "Example Inc", address: "1 Example Street", country: "SE", accountName: "emulated-account" },
  seller: { company: "Broker Service", address: "2 Example Street", zipcode: "12345", country: "SE", vatid: "SE1" },
});

const listed = (n: number) => ({
  id: `1700${n}`,
  period: `2026/${n}`,
  number: `1700${n}`,
  paid: n === 1,
  total: 297,
  currency: "USD",
  accountName: "emulated-account",
});

const event = { event: "team.login", source: "192.0.2.10", user: "admin@example.com", extras: "" };
const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000$/);
const later = <T>(value: T) => pulumi.output(value);

test.each<[string, () => Promise<unknown>, () => pulumi.Output<unknown>, unknown]>([
  [
    "getTeam",
    () => broker.getTeam(),
    () => broker.getTeamOutput(),
    [
      {
        id: "00000000-0000-4000-8000-000000000001",
        email: "admin@example.com",
        roles: ["admin"],
        tfaAuthEnabled: true,
      },
      {
        id: "00000000-0000-4000-8000-000000000002",
        email: "monitor@example.com",
        roles: ["monitor"],
        tfaAuthEnabled: false,
      },
    ],
  ],
  ["getInvoices", () => broker.getInvoices(), () => broker.getInvoicesOutput(), [listed(1), listed(2)]],
  [
    "getInvoices of some months",
    () => broker.getInvoices({ from: "2026-02", to: "2026-03" }),
    () => broker.getInvoicesOutput(later({ from: "2026-02", to: "2026-03" })),
    [listed(2)],
  ],
  [
    "getInvoice by id",
    () => broker.getInvoice({ id: 17_002 }),
    () => broker.getInvoiceOutput({ id: later("17002") }),
    invoice(2),
  ],
  [
    "getInvoice by month",
    () => broker.getInvoice({ year: 2026, month: 1 }),
    () => broker.getInvoiceOutput({ year: later(2026), month: 1 }),
    invoice(1),
  ],
  [
    "getAuditLog",
    () => broker.getAuditLog(),
    () => broker.getAuditLogOutput(),
    [
      { ...event, timestamp: "2026-02-03T08:15:00Z" },
      {
        ...event,
        timestamp: "2026-02-04T10:00:00Z",
        event: "instance.update",
        extras: '{"id":1001,"name":"seeded-clustered"}',
      },
    ],
  ],
  [
    "getAuditLog of one month",
    () => broker.getAuditLog({ month: "2026-01" }),
    () => broker.getAuditLogOutput(later({ month: "2026-01" })),
    [{ ...event, timestamp: "2026-01-03T08:15:00Z" }],
  ],
  [
    "getMaintenance",
    () => broker.getMaintenance({ instance: 1001 }),
    () => broker.getMaintenanceOutput({ instance: later("1001") }),
    [
      {
        id: "12001",
        scheduledBy: time,
        requiredBy: time,
        status: "scheduled",
        duration: "10 minutes",
        description: "Operating system upgrade",
      },
    ],
  ],
  [
    "getNextVersions",
    () => broker.getNextVersions({ instance: 1001 }),
    () => broker.getNextVersionsOutput({ instance: later(1001) }),
    { brokerVersion: "3.13.7", erlangVersion: "26.2.5.6" },
  ],
  [
    "getNextVersions of a broker without Erlang",
    () => broker.getNextVersions({ instance: 1002 }),
    () => broker.getNextVersionsOutput({ instance: "1002" }),
    { brokerVersion: "2.2.4" },
  ],
])("%s", async (_name, promised, output, expected) => {
  await expect(promised()).resolves.toEqual(expected);
  expect((await settled(output())).value).toEqual(expected);
});

test.each<[() => Promise<unknown>, string]>([
  // A program in JavaScript can give what the compiler refuses.
  [() => broker.getInvoice({} as broker.GetInvoiceArgs), "getInvoice: give either id, or year and month"],
  [() => broker.getInvoice({ year: 2026 } as broker.GetInvoiceArgs), "getInvoice: give either id, or year and month"],
  [
    () => broker.getInvoice({ id: 1, year: 2026, month: 1 } as object as broker.GetInvoiceArgs),
    "getInvoice: give either id, or year and month",
  ],
  [() => broker.getInvoice({ year: 2026, month: 13 }), "month a whole number from 1 to 12"],
  [() => broker.getInvoice({ id: "../1" }), '"../1" is not the id of any Invoice'],
  [() => broker.getInvoices({ from: "2026" }), "getInvoices: from must be a month such as 2026-02"],
  [() => broker.getAuditLog({ month: "2026-2" }), "getAuditLog: month must be a month such as 2026-02"],
])("what cannot be asked is refused without a request, %#", async (asked, says) => {
  await expect(asked()).rejects.toThrow(says);
  await expect(asked()).rejects.toThrow(pulumi.RunError);
  expect(emulator.requests()).toEqual([]);
});

test.each<[() => Promise<unknown>, string]>([
  [() => broker.getTeam(), "use a key with the role admin"],
  [() => broker.getInvoices(), "use a key with the role billing manager"],
  [() => broker.getInvoice({ year: 2026, month: 1 }), "use a key with the role billing manager"],
  [() => broker.getAuditLog(), "use a key with the role admin"],
])("a key that may not see it: the line says which may, %#", async (asked, says) => {
  pulumi.runtime.setAllConfig({ ...configOf(emulator), "broker:apiKey": emulator.readOnlyKey });
  await expect(asked()).rejects.toThrow(says);
});

test("an invoice that is not there is one line", async () => {
  await expect(broker.getInvoice({ year: 2020, month: 1 })).rejects.toThrow(
    /^getInvoice: GET \/api\/invoices\/period answered 404: Invalid ID[^\n]*$/,
  );
});

test("the functions ask by the operations that the table of uses names", async () => {
  const asked: Record<string, [name: string, ask: () => Promise<unknown>]> = {
    "team.list": ["getTeam", () => broker.getTeam()],
    "invoices.list": ["getInvoices", () => broker.getInvoices()],
    "invoices.get": ["getInvoice", () => broker.getInvoice({ id: 17_001 })],
    "invoices.byPeriod": ["getInvoice", () => broker.getInvoice({ year: 2026, month: 1 })],
    "auditLog.events": ["getAuditLog", () => broker.getAuditLog()],
    "maintenance.list": ["getMaintenance", () => broker.getMaintenance({ instance: 1001 })],
    "actions.newBrokerErlangVersions": ["getNextVersions", () => broker.getNextVersions({ instance: 1001 })],
  };
  for (const { operation, path } of operations.filter((each) => each.operation in asked)) {
    const [name = "", ask] = asked[operation] ?? [];
    await ask?.();
    const last = emulator
      .requests()
      .at(-1)
      ?.path.replace(/^\/(customer|instance)/, "");
    expect(last).toBe(path.replace(":id", "17001"));
    expect(operationUses[operation]).toContain(name);
  }
});
