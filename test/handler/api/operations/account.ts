import type { NamesOf, Rows } from "../../../helpers/operation-row";

type Group = "instances" | "vpcs" | "invoices" | "auditLog" | "regions" | "team" | "accountKey" | "plans";

const freshVpcId = 5901;
const vpc = { id: freshVpcId, name: "net", subnet: "10.9.0.0/16", providerid: "vpc-a", apikey: "vpc-key" };
const withVpc: Rows["vpcs.get"]["before"] = [{ op: "add", in: "vpcs", fields: vpc }];
const shownVpc = {
  id: "5901",
  name: "net",
  region: "provider-a::region-1",
  subnet: "10.9.0.0/16",
  tags: [],
  plan: "vpc",
  providerid: "vpc-a",
  instances: [],
};

const seeded = {
  id: "1001",
  name: "seeded-clustered",
  plan: "clustered-medium-3",
  region: "provider-a::region-1",
  tags: [],
  providerid: expect.any(String),
};

const key = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const url = expect.stringMatching(/^amqps:\/\/\w+:\w+@broker-\d+\./);

const month = (n: number) => `2026-0${n}-01T00:00:00Z`;
const invoice = (n: number) => ({
  period: `2026/${n}`,
  total: 297,
  currency: "USD",
  lines: [
    {
      subscription_id: "1001",
      amount: 297,
      from: month(n),
      to: month(n + 1),
      name: "seeded-clustered",
      plan: "clustered-medium-3",
      tags: [],
    },
  ],
  customer: { company: "Example Inc", address: "1 Example Street", country: "SE", account_name: "emulated-account" },
  seller: { company: "Broker Service", address: "2 Example Street", zipcode: "12345", country: "SE", vatid: "SE1" },
});

const event = (timestamp: string, name: string, extras: string) => ({
  ...{ timestamp, event: name, source: "192.0.2.10", user: "admin@example.com", extras },
});
const added = { timestamp: "2026-02-05T00:00:00Z", event: 'a "quoted", event', extras: "two\nlines" };

const admin = {
  id: "00000000-0000-4000-8000-000000000001",
  email: "admin@example.com",
  tfa_auth_enabled: true,
  roles: ["admin"],
};
const monitor = {
  id: "00000000-0000-4000-8000-000000000002",
  email: "monitor@example.com",
  tfa_auth_enabled: false,
  roles: ["monitor"],
};

/** The operations of the account API. */
export const accountRows: Rows<NamesOf<Group>> = {
  "instances.list": { answer: [seeded, expect.objectContaining({ id: "1002", name: "seeded-alternative" })] },
  "instances.get": {
    args: ["1001"],
    answer: {
      ...seeded,
      url,
      apikey: key,
      ready: true,
      rmq_version: "3.12.13",
      urls: { external: url, internal: url },
      hostname_external: "broker-1001.broker.example",
      hostname_internal: "broker-1001.internal.broker.example",
      backend: "clustered",
      nodes: 3,
    },
  },
  "instances.create": {
    args: [{ name: "new", plan: "clustered-small-1", region: "provider-b::region-1" }],
    answer: { id: "1003", apikey: key, url },
  },
  "instances.update": { args: ["1001", { name: "renamed", tags: ["a"] }] },
  "instances.resizeDisk": { args: ["1001", { extra_disk_size: 25 }] },
  "instances.delete": { args: ["1001"], query: "keep_vpc=true" },
  "vpcs.list": { before: withVpc, answer: [shownVpc] },
  "vpcs.get": { args: ["5901"], before: withVpc, answer: shownVpc },
  "vpcs.create": {
    args: [{ name: "new", region: "provider-a::region-1", subnet: "10.8.0.0/24" }],
    answer: { id: "5001", apikey: key },
  },
  "vpcs.update": { args: ["5901", { name: "renamed" }], before: withVpc },
  "vpcs.delete": { args: ["5901"], before: withVpc },
  "invoices.list": {
    args: [{ from: "2026-02", to: "2026-03" }],
    query: "from=2026-02&to=2026-03",
    answer: [
      {
        id: "17002",
        period: "2026/2",
        number: "17002",
        paid: false,
        total: 297,
        currency: "USD",
        account_name: "emulated-account",
      },
    ],
  },
  "invoices.byPeriod": { args: [{ year: 2026, month: 2 }], query: "year=2026&month=2", answer: invoice(2) },
  "invoices.get": { args: ["17001"], answer: invoice(1) },
  "auditLog.events": {
    call: async (client) => {
      const events = [];
      for await (const event of client.auditLog.events({ month: "2026-02" })) events.push(event);
      return events;
    },
    query: "timestamp=2026-02",
    before: [{ op: "add", in: "auditEvents", fields: added }],
    answer: [
      event("2026-02-03T08:15:00Z", "team.login", ""),
      event("2026-02-04T10:00:00Z", "instance.update", '{"id":1001,"name":"seeded-clustered"}'),
      event(added.timestamp, added.event, added.extras),
    ],
  },
  "regions.list": {
    args: [{ provider: "provider-b" }],
    query: "provider=provider-b",
    answer: [1, 2].map((n) => ({
      provider: "provider-b",
      region: `region-${n}`,
      name: `Provider B, Region ${n}`,
      has_shared_plans: n === 1,
    })),
  },
  "team.list": { answer: [admin, monitor] },
  "team.invite": {
    args: [{ email: "new@example.com", role: "member", tags: ["shop"] }],
    answer: { message: "Invitation sent to new@example.com" },
  },
  "team.remove": { args: [{ email: "monitor@example.com" }], answer: { message: "monitor@example.com was removed" } },
  "team.update": { args: [monitor.id, { role: "devops" }], answer: { message: "Changes saved" } },
  "accountKey.rotate": { answer: { apikey: key } },
  "plans.list": {
    args: [{ backend: "alternative" }],
    query: "backend=alternative",
    answer: expect.arrayContaining([
      { name: "alternative-shared-1", price: 0, backend: "alternative", shared: true },
      { name: "alternative-medium-3", price: 297, backend: "alternative", shared: false },
    ]),
  },
};
