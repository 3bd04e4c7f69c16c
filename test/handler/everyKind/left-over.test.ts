import { type Declared, type Handlers, type Outcome, resource, withHandlers } from "../../helpers/handlers";
import { expectNoErrors, lastingLines, writesOf } from "../../helpers/outcomes";
import { doors } from "../../helpers/plugin-door";
import { testsOf } from "../../helpers/tests-of";
import { kindOf } from "../../kinds";

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

/** Several sets may manage the rules of one firewall, so that a delete goes on with its own. */
const sharesObject = ({ type }: Row) => type === "firewallRuleSet";

/** Tests with a stack whose state holds the object of a row twice: of the resource, and of the one that it replaced. */
const leftOver = ({ type, inputs, isImported }: Row) =>
  testsOf((work: (scene: Handlers & { program: Declared[]; id: string }) => Promise<void>) =>
    withHandlers(async (handlers) => {
      const { emulator, one, clock } = handlers;
      const instance = kindOf(type).onInstance ? { instance: `${emulator.instances[0]?.id}` } : {};
      let program = [resource(type, "one", { ...instance, ...inputs })];
      expectNoErrors(await one.up(program));
      await clock.advance(600_000);
      if (isImported) {
        program = program.map((each) => ({ ...each, import: one.entry("one").id }));
        one.state = [];
        expectNoErrors(await one.up(program));
      }
      const made = one.entry("one");
      one.state = [made, { ...made, condemned: true }];
      await work({ ...handlers, program, id: made.id });
    }),
  );

/** The last parts of the ids of all objects of a row's kind that are there. */
function thereOf({ type }: Row, emulator: Handlers["emulator"]): string[] {
  const { instances, vpcs, webhooks } = emulator.state();
  const there = (all: { id: number; goneAt: number | null }[]) => all.filter(({ goneAt }) => goneAt === null);
  const all: { id: number }[] = type === "webhook" ? webhooks : there(type === "vpc" ? vpcs : instances);
  return all.map(({ id }) => `${id}`);
}

const deletesOf = (run: Outcome) => writesOf(run).filter((call) => call.startsWith("DELETE"));
const gone = rows.filter(({ type }) => ["instance", "vpc", "webhook"].includes(type));
const made = gone.filter(({ isImported }) => !isImported);

describe.each(rows)("$what", (row) => {
  const it = leftOver(row);

  it("is kept by the next run, and removed by a destroy", async ({ one, program, id, clock }) => {
    const next = expectNoErrors(await one.up(program));
    expect(writesOf(next)).toEqual([]);
    const notDeleted = `${id} stays, because the object belongs to the resource that replaced this resource`;
    expect(lastingLines(next).filter((line) => line.includes(id))).toEqual(
      sharesObject(row) ? [] : [expect.stringContaining(notDeleted)],
    );
    expect(one.state).toMatchObject([{ condemned: false }]);
    await clock.advance(600_000);
    expect((await one.refresh()).changes).toEqual([]);
    expectNoErrors(await one.destroy());
    expect(one.state).toEqual([]);
  });

  it("is kept by a run under another name as well", async ({ one, program, id }) => {
    const next = expectNoErrors(await one.up(program.map((each) => ({ ...each, name: "two", aliases: ["one"] }))));
    expect(writesOf(next)).toEqual([]);
    expect(one.state).toMatchObject([{ id, condemned: false }]);
  });
});

describe.each(gone)("$what", (row) => {
  leftOver(row).each(["destroy", "removal from the program"])("is gone after a %s", async (at, removal) => {
    const { one, id, emulator } = at;
    const run = expectNoErrors(await (removal === "destroy" ? one.destroy() : one.up([])));
    expect(deletesOf(run)).not.toEqual([]);
    expect(one.state).toEqual([]);
    expect(thereOf(row, emulator)).not.toContain(id.split("/").at(-1));
  });
});

describe.each(made)("$what", (row) => {
  leftOver(row).each(["a real replacement", "--replace"])("is deleted by %s", async (at, how) => {
    const { one, program, id, emulator } = at;
    const isMoved = how === "a real replacement";
    const moved = program.map((each) => ({ ...each, inputs: { ...each.inputs, region: "provider-a::region-2" } }));
    expectNoErrors(await (isMoved ? one.up(moved) : one.up(program, { replace: ["one"] })));
    expect(one.state).toHaveLength(1);
    expect(one.entry("one").id).not.toBe(id);
    expect(thereOf(row, emulator)).toContain(one.entry("one").id);
    expect(thereOf(row, emulator)).not.toContain(id);
  });

  test.each(doors)("unfinished, that --replace takes up again through the %s door stays", (door) =>
    withHandlers(
      async ({ emulator, one, clock }) => {
        const program = [resource(row.type, "one", row.inputs)];
        const hurried = program.map((each) => ({ ...each, timeouts: { create: "1s" } }));
        expect((await one.up(hurried)).changes).toEqual(["create one"]);
        const { id } = one.entry("one");
        expect((await one.up(hurried, { replace: ["one"] })).changes).toEqual(["replace one"]);
        expect(one.state).toMatchObject([
          { id, condemned: true },
          { id, condemned: false },
        ]);
        await clock.advance(600_000);
        expect(deletesOf(expectNoErrors(await one.up(program)))).toEqual([]);
        expect(one.state).toMatchObject([{ id, condemned: false, initErrors: [] }]);
        expect(thereOf(row, emulator)).toContain(id);
        expect((await one.up(program)).changes).toEqual([]);
        expectNoErrors(await one.destroy());
        expect(thereOf(row, emulator)).not.toContain(id);
      },
      { door },
    ),
  );
});
