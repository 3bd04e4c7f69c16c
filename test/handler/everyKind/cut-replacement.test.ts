import { type Declared, type HandlerStack, type Outcome, withHandlers } from "../../helpers/handlers";
import { momentsOf } from "../../helpers/moments";
import { expectNoErrors, writesOf } from "../../helpers/outcomes";
import { doors } from "../../helpers/plugin-door";

/**
 * A replacement that was cut off after it had made the new object, and that nobody continues, because the program was
 * put back: the new object stays, is billed, and no state holds it. Every run that asks the account says so.
 */

const shop = { name: "shop", plan: "clustered-small-1", region: "provider-a::region-1", tags: ["a"] };
const net = { name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24", tags: [] };
const elsewhere = { region: "provider-a::region-2" };

const subjects = [
  {
    type: "instance",
    inputs: shop,
    path: "instances",
    what: `instance ID ("shop", plan clustered-small-1, 50 USD per month)`,
  },
  { type: "vpc", inputs: net, path: "vpcs", what: `VPC ID ("net"` },
];
const rows = doors.flatMap((door) => subjects.map((subject) => ({ door, ...subject })));

const declare = (type: string, inputs: Record<string, unknown>): Declared[] => [{ type, name: "one", inputs }];

/** The warnings of what is left over, with the URN on which they stand. */
const saidIn = ({ lines }: Outcome) =>
  lines.filter(({ text, severity }) => severity === "warning" && text.includes("is left over"));

/** What the account has under a path. */
const thereAt = (path: string, state: Record<string, unknown>) =>
  (state[path] as { id: number; tags: string[]; goneAt: number | null }[]).filter(({ goneAt }) => goneAt === null);
const idsAt = (path: string, state: Record<string, unknown>) => thereAt(path, state).map(({ id }) => `${id}`);

test.each(rows)("a cut replacement of $type through the $door door is named by each run", ({ door, ...row }) =>
  withHandlers(
    async ({ emulator, clock, ...handlers }) => {
      const before = new Set(idsAt(row.path, emulator.state()));
      const own = () => idsAt(row.path, emulator.state()).filter((id) => !before.has(id));
      const program = declare(row.type, row.inputs);
      const moved = declare(row.type, { ...row.inputs, ...elsewhere });
      let cells = 0;
      const whole = handlers.stack();
      expectNoErrors(await whole.up(program));
      emulator.clearRequests();
      expectNoErrors(await whole.up(moved));
      const moments = momentsOf(emulator.requests());
      expectNoErrors(await whole.destroy());
      for (const request of moments) {
        const stack: HandlerStack = handlers.stack(`s${request}`);
        expectNoErrors(await stack.up(program));
        const { id } = stack.entry("one");
        await stack.up(moved, { cut: { request, how: "after" } });
        const left = own().filter((each) => each !== id && each !== stack.entry("one").id);
        // The last request takes the mark off: a run that is cut off right after it is the one that nothing tells of.
        const isMarked = thereAt(row.path, emulator.state()).some(
          ({ id: each, tags }) => `${each}` === left[0] && tags.some((tag) => tag.startsWith("pulumi-broker-")),
        );
        if (stack.entry("one").id === id && isMarked) {
          cells += 1;
          await expectNamed(stack, program, row, left[0] ?? "");
        }
        await clock.advance(600_000);
        for (const each of left) {
          emulator.patch({ op: "delete", in: row.path as "instances", id: Number(each) });
        }
        // What was left is gone: nobody speaks of it any more.
        expect(saidIn(await stack.refresh())).toEqual([]);
        expectNoErrors(await stack.destroy());
        expect(own()).toEqual([]);
      }
      expect(cells).toBeGreaterThan(3);

      async function expectNamed(stack: HandlerStack, declared: Declared[], { what, path }: typeof row, id: string) {
        const unchanged = expectNoErrors(await stack.up(declared));
        expect(unchanged.requests).toBe(0);
        const changed = declare(row.type, { ...row.inputs, tags: ["b"] });
        const runs = [await stack.refresh(), await stack.up(changed), await stack.refresh()];
        for (const run of runs) {
          expectNoErrors(run);
          expect(saidIn(run)).toEqual([
            {
              urn: undefined,
              severity: "warning",
              passing: false,
              text: expect.stringContaining(what.replace("ID", id)),
            },
          ]);
          const [{ text } = { text: "" }] = saidIn(run);
          expect(text).toContain(`made it for ${row.type === "vpc" ? "Vpc" : "Instance"} "one"`);
          expect(text).toContain(`'${emulator.customerUrl}/api/${path}/${id}`);
          expect(text).not.toContain(emulator.apiKey);
        }
        expect(writesOf(runs[0] as Outcome)).toEqual([]);
      }
    },
    { door },
  ),
);
