import { type HandlerStack, itThrough, type Outcome, resource } from "../../helpers/handlers";
import { momentsOf } from "../../helpers/moments";
import { expectNoErrors, writesOf } from "../../helpers/outcomes";
import { doors } from "../../helpers/plugin-door";

/**
 * A replacement that was cut off after it had made the new object, and that nobody continues, because the program was
 * put back: the new object stays, is billed, and no state holds it. Every run that asks the account says so.
 */

const shop = { name: "shop", plan: "clustered-small-1", region: "provider-a::region-1", tags: ["a"] };
const net = { name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24", tags: [] };

const rows = [
  ["instance", shop, "instances", 'instance ID ("shop", plan clustered-small-1, 50 USD per month)', 'Instance "one"'],
  ["vpc", net, "vpcs", 'VPC ID ("net"', 'Vpc "one"'],
] as const;

/** The warnings of what is left over, with the URN on which they stand. */
const saidIn = ({ lines }: Outcome) =>
  lines.filter(({ text, severity }) => severity === "warning" && text.includes("is left over"));

describe.each(doors)("through the %s door", (door) => {
  const it = itThrough(door);

  it.each(rows)("a cut replacement of %s is named by each run", async (at, type, inputs, path, what, madeFor) => {
    const { emulator, clock } = at;
    /** What the account has of the kind, beside what it is seeded with. */
    const seeded = new Set(emulator.state()[path].map(({ id }) => id));
    const own = () => emulator.state()[path].filter(({ id, goneAt }) => goneAt === null && !seeded.has(id));
    const declare = (more: object = {}) => [resource(type, "one", { ...inputs, ...more })];
    const [program, moved] = [declare(), declare({ region: "provider-a::region-2" })];
    let cells = 0;
    const whole = at.stack();
    expectNoErrors(await whole.up(program));
    emulator.clearRequests();
    expectNoErrors(await whole.up(moved));
    const moments = momentsOf(emulator.requests());
    expectNoErrors(await whole.destroy());
    for (const request of moments) {
      const stack = at.stack(`s${request}`);
      expectNoErrors(await stack.up(program));
      const { id } = stack.entry("one");
      await stack.up(moved, { cut: { request, how: "after" } });
      const left = own().filter((each) => `${each.id}` !== id && `${each.id}` !== stack.entry("one").id);
      // The last request takes the mark off: a run that is cut off right after it is the one that nothing tells of.
      const isMarked = left[0]?.tags.some((tag) => tag.startsWith("pulumi-broker-"));
      if (stack.entry("one").id === id && isMarked) {
        cells += 1;
        await expectNamed(stack, `${left[0]?.id}`);
      }
      await clock.advance(600_000);
      for (const each of left) emulator.patch({ op: "delete", in: path, id: each.id });
      // What was left is gone: nobody speaks of it any more.
      expect(saidIn(await stack.refresh())).toEqual([]);
      expectNoErrors(await stack.destroy());
      expect(own()).toEqual([]);
    }
    expect(cells).toBeGreaterThan(3);

    async function expectNamed(stack: HandlerStack, id: string) {
      expect(expectNoErrors(await stack.up(program)).requests).toBe(0);
      const runs = [await stack.refresh(), await stack.up(declare({ tags: ["b"] })), await stack.refresh()];
      for (const run of runs) {
        expectNoErrors(run);
        const text = expect.stringContaining(what.replace("ID", id));
        expect(saidIn(run)).toEqual([{ urn: undefined, severity: "warning", passing: false, text }]);
        const [{ text: said } = { text: "" }] = saidIn(run);
        expect(said).toMatch(new RegExp(`made this left-over object for ${madeFor}`));
        expect(said).toContain(`'${emulator.customerUrl}/api/${path}/${id}`);
        expect(said).not.toContain(emulator.apiKey);
      }
      expect(writesOf(runs[0] as Outcome)).toEqual([]);
    }
  });
});
