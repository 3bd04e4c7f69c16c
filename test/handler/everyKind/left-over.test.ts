import { definitions } from "../../../provider/resources/definitions";
import { type Declared, type HandlerStack, type Handlers, withHandlers } from "../../helpers/handlers";
import { expectNoErrors, lastingLines, writesOf } from "../../helpers/outcomes";
import { doors } from "../../helpers/plugin-door";

/**
 * A replacement may give the id that the state has already: of what an instance has one of, of an object that the import
 * option names, of an unfinished broker that `--replace` takes up again. Cut before the old one's delete, state holds
 * both, and the next run deletes the old one: that must not take away what the new one stands for.
 */
interface Row {
  what: string;
  type: string;
  inputs: Record<string, unknown>;
  /** True where the import option is left in the program. */
  isImported?: true;
}

const shop = { name: "shop", plan: "clustered-small-1", region: "provider-a::region-1", tags: [] };
const net = { name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24", tags: [] };
const hook = { webhookUri: "https://example.com/hook", vhost: "/", queue: "orders", concurrency: 1 };
const level = { valueThreshold: 81, timeThreshold: 301 };

const rows: Row[] = [
  { what: "an instance", type: "instance", inputs: shop },
  { what: "an imported instance", type: "instance", inputs: shop, isImported: true },
  { what: "a VPC", type: "vpc", inputs: net },
  { what: "an alarm", type: "alarm", inputs: { type: "queue", ...level } },
  { what: "a default alarm", type: "alarm", inputs: { type: "cpu", ...level, adoptDefault: true } },
  { what: "an imported webhook", type: "webhook", inputs: hook, isImported: true },
  { what: "the settings", type: "brokerConfig", inputs: { config: { heartbeat: 60 } } },
  { what: "a custom domain", type: "customDomain", inputs: { hostname: "mq.example.com" } },
  {
    what: "a firewall",
    type: "firewallRuleSet",
    inputs: { rules: [{ ip: "198.51.100.0/24", services: ["AMQPS"], ports: [] }], mode: "merge" },
  },
  { what: "HiPE", type: "hipe", inputs: {} },
  {
    what: "the maintenance settings",
    type: "maintenanceSettings",
    inputs: { preferredMaintenanceDay: "Sunday", preferredMaintenanceTime: "03:30" },
  },
  { what: "a plugin", type: "plugin", inputs: { name: "broker_mqtt", community: false } },
  {
    what: "private connectivity",
    type: "vpcConnect",
    inputs: { allowedPrincipals: ["arn:cloud:iam::200000000002:root"] },
  },
];

const isOnInstance = ({ type }: Row) =>
  definitions.some((each) => each.handler === type && "instance" in each.schema.shape);
/** Several sets may manage the rules of one firewall, so that a delete goes on with its own. */
const sharesObject = ({ type }: Row) => type === "firewallRuleSet";

/** A stack whose state holds the object of a row twice: of the resource, and of the one that it replaced. */
async function withLeftOver(
  row: Row,
  work: (scene: Handlers & { one: HandlerStack; program: Declared[]; id: string }) => Promise<void>,
): Promise<void> {
  await withHandlers(async (handlers) => {
    const { emulator, stack, clock } = handlers;
    const one = stack();
    const inputs = { ...(isOnInstance(row) && { instance: `${emulator.instances[0]?.id}` }), ...row.inputs };
    let program: Declared[] = [{ type: row.type, name: "one", inputs }];
    expectNoErrors(await one.up(program));
    await clock.advance(600_000);
    if (row.isImported) {
      program = program.map((each) => ({ ...each, import: one.entry("one").id }));
      one.state = [];
      expectNoErrors(await one.up(program));
    }
    const made = one.entry("one");
    one.state = [made, { ...made, condemned: true }];
    await work({ ...handlers, one, program, id: made.id });
  });
}

test.each(rows)("$what: the next run keeps it, and a destroy removes it", (row) =>
  withLeftOver(row, async ({ one, program, id, clock }) => {
    const next = expectNoErrors(await one.up(program));
    expect(writesOf(next)).toEqual([]);
    const notDeleted = `${id} is not deleted: the resource that replaced this one manages the same object`;
    expect(lastingLines(next).filter((line) => line.includes(id))).toEqual(
      sharesObject(row) ? [] : [expect.stringContaining(notDeleted)],
    );
    expect(one.state).toMatchObject([{ condemned: false }]);
    await clock.advance(600_000);
    expect((await one.refresh()).changes).toEqual([]);
    expectNoErrors(await one.destroy());
    expect(one.state).toEqual([]);
  }),
);

test.each(rows)("$what: a run under another name keeps it as well", (row) =>
  withLeftOver(row, async ({ one, program, id }) => {
    const next = expectNoErrors(await one.up(program.map((each) => ({ ...each, name: "two", aliases: ["one"] }))));
    expect(writesOf(next)).toEqual([]);
    expect(one.state).toMatchObject([{ id, condemned: false }]);
  }),
);

const gone: Row[] = rows.filter(({ type }) => ["instance", "vpc", "webhook"].includes(type));

test.each(gone)("$what: a destroy and a removal from the program leave nothing", async (row) => {
  for (const removal of [(one: HandlerStack) => one.destroy(), (one: HandlerStack) => one.up([])]) {
    await withLeftOver(row, async ({ one, id, emulator }) => {
      const run = expectNoErrors(await removal(one));
      expect(writesOf(run).filter((call) => call.startsWith("DELETE"))).not.toEqual([]);
      expect(one.state).toEqual([]);
      expect(thereOf(row, emulator)).not.toContain(id.split("/").at(-1));
    });
  }
});

test.each(gone.filter(({ isImported }) => !isImported))("$what: a real replacement deletes it", (row) =>
  withLeftOver(row, async ({ one, program, id, emulator }) => {
    const moved = program.map((each) => ({ ...each, inputs: { ...each.inputs, region: "provider-a::region-2" } }));
    expectNoErrors(await one.up(moved));
    expect(one.state).toHaveLength(1);
    expect(one.entry("one").id).not.toBe(id);
    expect(thereOf(row, emulator)).toContain(one.entry("one").id);
    expect(thereOf(row, emulator)).not.toContain(id);
  }),
);

test.each(gone.filter(({ isImported }) => !isImported))("$what: --replace deletes it, once it is finished", (row) =>
  withLeftOver(row, async ({ one, program, id, emulator }) => {
    expectNoErrors(await one.up(program, { replace: ["one"] }));
    expect(one.state).toHaveLength(1);
    expect(one.entry("one").id).not.toBe(id);
    expect(thereOf(row, emulator)).not.toContain(id);
  }),
);

/** The last parts of the ids of all objects of a row's kind that are there. */
function thereOf({ type }: Row, emulator: Handlers["emulator"]): string[] {
  const { instances, vpcs, webhooks } = emulator.state();
  const there = (all: { id: number; goneAt: number | null }[]) => all.filter(({ goneAt }) => goneAt === null);
  const all: { id: number }[] = type === "webhook" ? webhooks : there(type === "vpc" ? vpcs : instances);
  return all.map(({ id }) => `${id}`);
}

const unfinished = doors.flatMap((door) =>
  gone.filter(({ isImported }) => !isImported).map((row) => ({ door, row, what: row.what })),
);

test.each(unfinished)(
  "$what, unfinished, that --replace takes up again through the $door door stays",
  ({ door, row }) =>
    withHandlers(
      async ({ emulator, one, clock }) => {
        const program: Declared[] = [{ type: row.type, name: "one", inputs: row.inputs }];
        const hurried = program.map((each) => ({ ...each, timeouts: { create: "1s" } }));
        expect((await one.up(hurried)).changes).toEqual(["create one"]);
        const { id } = one.entry("one");
        expect((await one.up(hurried, { replace: ["one"] })).changes).toEqual(["replace one"]);
        expect(one.state).toMatchObject([
          { id, condemned: true },
          { id, condemned: false },
        ]);
        await clock.advance(600_000);
        const last = expectNoErrors(await one.up(program));
        expect(writesOf(last).filter((call) => call.startsWith("DELETE"))).toEqual([]);
        expect(one.state).toMatchObject([{ id, condemned: false, initErrors: [] }]);
        expect(thereOf(row, emulator)).toContain(id);
        expect((await one.up(program)).changes).toEqual([]);
        expectNoErrors(await one.destroy());
        expect(thereOf(row, emulator)).not.toContain(id);
      },
      { door },
    ),
);
