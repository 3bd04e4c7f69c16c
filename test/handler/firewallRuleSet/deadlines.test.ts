import { expectNoErrors } from "../../helpers/outcomes";
import { lasting } from "../instance/scene";
import { a, allowedBy, b, c, foreign, merge, type Rule, type Scene, withFirewall } from "./scene";

/**
 * A run whose time is over while the rules that it sent are configuring: they come into force later, and whatever the
 * next run is told, nothing of them may stay that is not declared.
 */

const short = { timeouts: { create: "5s", update: "5s" } };
const late = { timeouts: { create: "5s", update: "5s", delete: "10m" } };

const outOfTime = expect.stringMatching(
  /^FirewallRuleSet "[^"]+": gave up waiting for the firewall of instance \d+ after 5s: \d rules? (is|are) not in force yet; run again, with a longer time limit/,
);

/** What lies between the two runs. */
const between: [string, (at: Scene) => Promise<void>][] = [
  ["at once", async () => {}],
  ["after a refresh", async ({ stack }) => void expectNoErrors(await stack.refresh())],
  ["when all is in force", ({ later }) => later()],
  [
    "after a refresh, when all is in force",
    async ({ stack, later }) => {
      expectNoErrors(await stack.refresh());
      await later();
    },
  ],
];
const shows = ["in force", "asked for"];
const cases = between.flatMap(([what, pause]) =>
  shows.map((shown) => [`${what}, shown ${shown}`, pause, shown] as const),
);

describe.each(cases)("%s", (_what, pause, shown) => {
  const scene = (work: (at: Scene) => Promise<void>) => () =>
    withFirewall(async (at) => {
      lasting(at.emulator, { configuringFirewall: 20_000 });
      at.setFields({ shows: shown });
      await work(at);
    });

  /** Runs with little time; where the service shows what was asked for, that is seen in time. */
  async function cutShort(at: Scene, run: () => ReturnType<Scene["stack"]["up"]>): Promise<void> {
    const { errors } = await run();
    expect(errors).toEqual(shown === "in force" ? [outOfTime] : []);
    expect(at.firewall().change).not.toBeNull();
  }

  test.each<[string, object, Rule[]]>([
    ["merge", merge, [foreign]],
    ["exclusive, to be closed", { onDelete: "close", takeOver: true }, []],
  ])("create, then destroy: %s", (_mode, more, left) =>
    scene(async (at) => {
      at.byHand(foreign);
      await cutShort(at, () => at.stack.up([at.set("fw", [a, b], more, late)]));
      await pause(at);
      expectNoErrors(await at.stack.destroy());
      await at.later();
      expect(at.allowed()).toEqual(allowedBy(...left));
      expect(at.stack.state).toEqual([]);
    })(),
  );

  test.each([
    ["merge", merge],
    ["exclusive", {}],
  ])("a rule more, then as before: %s", (_mode, more) =>
    scene(async (at) => {
      at.byHand(a);
      expectNoErrors(await at.stack.up([at.set("fw", [a], more)]));
      await cutShort(at, () => at.stack.up([at.set("fw", [a, c], more, short)]));
      await pause(at);
      expectNoErrors(await at.stack.up([at.set("fw", [a], more)]));
      await at.later();
      expect(at.allowed()).toEqual(allowedBy(a));
      expect(at.stack.entry("fw").outputs).not.toHaveProperty("__pending");
      expect(expectNoErrors(await at.stack.refresh()).changes).toEqual([]);
      expect(expectNoErrors(await at.stack.up([at.set("fw", [a], more)]))).toMatchObject({ changes: [], requests: 0 });
    })(),
  );

  test.each([
    ["merge", merge],
    ["exclusive", {}],
  ])("a rule less, then as before: %s", (_mode, more) =>
    scene(async (at) => {
      at.byHand(a, c);
      expectNoErrors(await at.stack.up([at.set("fw", [a, c], more)]));
      await cutShort(at, () => at.stack.up([at.set("fw", [a], more, short)]));
      await pause(at);
      expectNoErrors(await at.stack.up([at.set("fw", [a, c], more)]));
      await at.later();
      expect(at.allowed()).toEqual(allowedBy(a, c));
      expect(expectNoErrors(await at.stack.refresh()).changes).toEqual([]);
    })(),
  );

  test(
    "a rule more in merge, then destroy",
    scene(async (at) => {
      at.byHand(foreign);
      expectNoErrors(await at.stack.up([at.set("fw", [a], merge)]));
      await at.later();
      await cutShort(at, () => at.stack.up([at.set("fw", [a, c], merge, short)]));
      await pause(at);
      expectNoErrors(await at.stack.destroy());
      await at.later();
      expect(at.allowed()).toEqual(allowedBy(foreign));
    }),
  );
});

test("a change whose answers are lost until its time is over is known to the next run", () =>
  withFirewall(async (at) => {
    at.byHand(foreign);
    expectNoErrors(await at.stack.up([at.set("fw", [a], merge)]));
    const match = { method: "PATCH", path: "/instance/api/security/firewall" };
    at.emulator.fault({ match, times: 1, fault: { reset: "after" } });
    at.emulator.fault({ match, times: 40, fault: { reset: "before" } });
    const { errors } = await at.stack.up([at.set("fw", [a, c], merge)]);
    expect(errors).toEqual([expect.stringContaining("got no answer")]);
    at.emulator.clearFaults();
    expectNoErrors(await at.stack.up([at.set("fw", [a], merge)]));
    await at.later();
    expect(at.allowed()).toEqual(allowedBy(foreign, a));
  }));

test("a change that is refused leaves nothing behind", () =>
  withFirewall(async (at) => {
    const match = { method: "PATCH", path: "/instance/api/security/firewall" };
    at.emulator.fault({ match, times: 1, fault: { status: 400, body: { error_code: 40002, message: "no" } } });
    expect((await at.stack.up([at.set("fw", [a], merge)])).errors).toEqual([
      expect.stringContaining("answered 400: no"),
    ]);
    expect(at.stack.state).toEqual([]);
  }));
