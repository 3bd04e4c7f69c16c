import { createHash } from "node:crypto";
import { markerOf } from "../../../provider/resources/shared/marker";
import { type Declared, type Handlers, it, resource } from "../../helpers/handlers";
import { expectNoErrors, warningsOf } from "../../helpers/outcomes";
import { doors } from "../../helpers/plugin-door";

/** What has the marker of another run when a program imports it, and what several runs of one resource have left. */

const here = "provider-a::region-1";
const away = "provider-a::region-2";
const kinds = [
  { what: "instance", type: "instance", collection: "instances", inputs: { plan: "clustered-small-1" } },
  { what: "VPC", type: "vpc", collection: "vpcs", inputs: { subnet: "10.56.72.0/24" } },
] as const;

describe.each(kinds)("a marked $what", ({ what, type, collection, inputs }) => {
  const declare = (over?: Partial<Declared>, region = here) =>
    resource(type, "shop", { name: "shop", region, tags: [], ...inputs }, over);

  const mark = ({ emulator }: Handlers, id: string, marker: string) =>
    emulator.patch({ op: "set", in: collection, id: Number(id), fields: { tags: [marker] } });

  /** Makes one by a stack of its own, and puts a marker on it. */
  async function make(at: Handlers, marker: string, region = here): Promise<string> {
    const maker = at.stack("maker");
    expectNoErrors(await maker.up([declare({}, region)]));
    const { id } = maker.entry("shop");
    mark(at, id, marker);
    return id;
  }

  it("is imported with a warning of the program that goes on with it", async (at) => {
    const other = at.stack("other");
    const marker = markerOf(at.stack("one").urn(type, "shop"));
    const id = await make(at, marker);
    const imported = [declare({ name: "mine", import: id })];
    expect(warningsOf(expectNoErrors(await other.up(imported)))).toContain(
      `${what} ${id}: the tag ${marker} marks an object that a run is making now, or that an interrupted run left behind. When the program that made the object runs again, that run continues with the object. If that program no longer exists, delete the object, or remove the tag from the object`,
    );
    other.state = [];
    mark(at, id, markerOf(other.urn(type, "mine")));
    expect(warningsOf(expectNoErrors(await other.up(imported)))).toEqual([]);
  });

  it("that another of the program has imported stays that one's", async (at) => {
    const { one } = at;
    const id = await make(at, markerOf(one.urn(type, "shop")), away);
    const mine = declare({ name: "mine", import: id }, away);
    expectNoErrors(await one.up([mine, declare()]));
    expectNoErrors(await one.up([declare({}, away), mine]));
    expect(one.entry("mine").id).toBe(id);
    expect(one.entry("shop").id).not.toBe(id);
  });

  const twinOf = (marker: string, [kept, other]: readonly string[]) =>
    `${what} ${other} is a duplicate: the tag ${marker} says that an earlier request for the declared resource made the duplicate. The declared resource manages only ${what} ${kept}. If nothing uses ${what} ${other}, delete ${what} ${other}`;

  it("beside another one: a create goes on with one and names the other", async (at) => {
    const { one } = at;
    const marker = markerOf(one.urn(type, "shop"));
    const ids = [await make(at, marker), await make(at, marker)];
    const up = expectNoErrors(await one.up([declare()]));
    expect(one.entry("shop").id).toBe(ids[0]);
    expect(warningsOf(up)).toContain(twinOf(marker, ids));
  });

  it("that the first of two requests made late is named", async ({ clock, emulator, one }) => {
    emulator.fault({ match: { method: "POST", path: `/api/${collection}` }, fault: { reset: "before" } });
    // The first request arrives when the second one has been answered.
    const marker = markerOf(one.urn(type, "shop"));
    const ended = one.up([declare()]);
    await clock.sleep(20_000);
    const late = { ...declare().inputs, tags: [marker] };
    const { body } = await emulator.call("POST", `/customer/api/${collection}`, { body: late });
    const up = expectNoErrors(await ended);
    expect(warningsOf(up)).toContain(twinOf(marker, [one.entry("shop").id, `${(body as { id: number }).id}`]));
  });

  const moves = doors.flatMap((from) => doors.map((to) => [from, to] as const));

  it.each(moves)("that an interrupted run had made is found: from %s to %s", async (at, from, to) => {
    const { emulator, stack } = at;
    const left = () => emulator.state()[collection].filter(({ name }) => name === "shop");
    let cut = 0;
    while (left().length === 0) {
      cut += 1;
      const run = await stack("one", from).up([declare()], { cut: { request: cut, how: "gone" } });
      if (run.errors.length === 0) break;
    }
    expect(left()).toHaveLength(1);
    // One list that is answered as if there were none changes nothing.
    const lists = { method: "GET", path: `/customer/api/${collection}` };
    if (from === to) emulator.fault({ match: lists, fault: { raw: "[]" } });
    const one = stack("one", to);
    expectNoErrors(await one.up([declare()]));
    expect(left().map(({ id, tags }) => [String(id), tags])).toEqual([[one.entry("shop").id, []]]);
  });

  it.each(moves)("with the marker of an earlier version is found: from %s to %s", async (at, from, to) => {
    const digest = createHash("sha256").update(at.stack("one", from).urn(type, "shop")).digest("hex");
    const id = await make(at, `pulumi-broker-${digest.slice(0, 16)}`);
    const one = at.stack("one", to);
    expectNoErrors(await one.up([declare()]));
    expect(one.entry("shop").id).toBe(id);
  });
});
