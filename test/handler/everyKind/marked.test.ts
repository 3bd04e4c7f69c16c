import { createHash } from "node:crypto";
import { markerOf } from "../../../provider/resources/shared/marker";
import { type Declared, withHandlers } from "../../helpers/handlers";
import { expectNoErrors } from "../../helpers/outcomes";
import { doors } from "../../helpers/plugin-door";

/** What has the marker of another run when a program imports it, and what several runs of one resource have left. */

const region = "provider-a::region-1";
const kinds: { what: string; type: string; collection: "instances" | "vpcs"; inputs: Declared["inputs"] }[] = [
  { what: "instance", type: "instance", collection: "instances", inputs: { plan: "clustered-small-1" } },
  { what: "VPC", type: "vpc", collection: "vpcs", inputs: { subnet: "10.56.72.0/24" } },
];

test.each(kinds)("the import of a marked $what warns of the program that goes on with it", (kind) =>
  withHandlers(async ({ emulator, stack }) => {
    const { what, type, collection } = kind;
    const inputs = { name: "shop", region, tags: [], ...kind.inputs };
    const [one, other] = [stack("one"), stack("other")];
    expectNoErrors(await one.up([{ type, name: "shop", inputs }]));
    const { id } = one.entry("shop");
    const imported: Declared[] = [{ type, name: "mine", inputs, import: id }];
    const tagged = async (marker: string) => {
      emulator.patch({ op: "set", in: collection, id: Number(id), fields: { tags: [marker] } });
      return expectNoErrors(await other.up(imported)).lines.filter(({ severity }) => severity === "warning");
    };

    const marker = markerOf(one.urn(type, "shop"));
    const text = `${what} ${id}: the tag ${marker} says that a run is making it, or left it when it was cut off: the next run of that program continues with it; if there is none, delete it, or remove the tag first`;
    expect(await tagged(marker)).toContainEqual(expect.objectContaining({ text }));
    other.state.length = 0;
    expect(await tagged(markerOf(other.urn(type, "mine")))).toEqual([]);
  }),
);

test.each(kinds)("a $what with the marker of one that another of the program has imported stays that one's", (kind) =>
  withHandlers(async ({ emulator, stack }) => {
    const one = stack("one");
    const at = (place: string) => ({ name: "shop", region: place, tags: [], ...kind.inputs });
    const away = "provider-a::region-2";
    const maker = stack("maker");
    expectNoErrors(await maker.up([{ type: kind.type, name: "shop", inputs: at(away) }]));
    const { id } = maker.entry("shop");
    const marked = { op: "set", in: kind.collection, id: Number(id) } as const;
    emulator.patch({ ...marked, fields: { tags: [markerOf(one.urn(kind.type, "shop"))] } });
    const mine: Declared = { type: kind.type, name: "mine", inputs: at(away), import: id };
    expectNoErrors(await one.up([mine, { type: kind.type, name: "shop", inputs: at(region) }]));
    expectNoErrors(await one.up([{ type: kind.type, name: "shop", inputs: at(away) }, mine]));
    expect(one.entry("mine").id).toBe(id);
    expect(one.entry("shop").id).not.toBe(id);
  }),
);

test.each(kinds)("where two of a kind have the marker, a create goes on with one $what and names the other", (kind) =>
  withHandlers(async ({ emulator, stack }) => {
    const { what, type, collection } = kind;
    const declared: Declared[] = [{ type, name: "shop", inputs: { name: "shop", region, tags: [], ...kind.inputs } }];
    const one = stack("one");
    const marker = markerOf(one.urn(type, "shop"));
    const ids: string[] = [];
    for (const maker of [stack("first"), stack("second")]) {
      expectNoErrors(await maker.up(declared));
      ids.push(maker.entry("shop").id);
    }
    for (const id of ids) emulator.patch({ op: "set", in: collection, id: Number(id), fields: { tags: [marker] } });

    const { lines } = expectNoErrors(await one.up(declared));
    expect(one.entry("shop").id).toBe(ids[0]);
    const text = `${what} ${ids[1]}: the tag ${marker} says that an earlier request of this resource made it, too, and the resource continues with ${what} ${ids[0]} alone: delete it if nothing uses it`;
    expect(lines).toContainEqual(expect.objectContaining({ severity: "warning", text }));
  }),
);

test.each(kinds)("a $what that the first of two requests made late is named", (kind) =>
  withHandlers(async ({ clock, emulator, stack }) => {
    const { what, type, collection } = kind;
    const one = stack("one");
    const declared: Declared[] = [{ type, name: "shop", inputs: { name: "shop", region, tags: [], ...kind.inputs } }];
    const posting = { method: "POST", path: `/api/${collection}` };
    emulator.fault({ match: posting, fault: { reset: "before" } });
    // The first request arrives when the second one has been answered.
    const late = { name: "shop", region, tags: [markerOf(one.urn(type, "shop"))], ...kind.inputs };
    const ended = one.up(declared);
    await clock.sleep(20_000);
    const { body } = await emulator.call("POST", `/customer/api/${collection}`, { body: late });
    const { lines } = expectNoErrors(await ended);
    const ids = [one.entry("shop").id, `${(body as { id: number }).id}`];
    const text = `${what} ${ids[1]}: the tag ${late.tags[0]} says that an earlier request of this resource made it, too, and the resource continues with ${what} ${ids[0]} alone: delete it if nothing uses it`;
    expect(lines).toContainEqual(expect.objectContaining({ severity: "warning", text }));
  }),
);

const moves = kinds.flatMap((kind) =>
  doors.flatMap((from) => doors.map((to) => ({ kind, what: kind.what, from, to }))),
);
const declaredOf = ({ type, inputs }: (typeof kinds)[number]): Declared[] => [
  { type, name: "shop", inputs: { name: "shop", region, tags: [], ...inputs } },
];

test.each(moves)("$what: what a run that was cut off had made is found: from $from to $to", ({ kind, from, to }) =>
  withHandlers(async ({ emulator, stack }) => {
    const declared = declaredOf(kind);
    const left = () => emulator.state()[kind.collection].filter(({ name }) => name === "shop");
    let cut = 0;
    while (left().length === 0) {
      cut += 1;
      const run = await stack("one", from).up(declared, { cut: { request: cut, how: "gone" } });
      if (run.errors.length === 0) break;
    }
    expect(left()).toHaveLength(1);
    // One list that is answered as if there were none changes nothing.
    const lists = { method: "GET", path: `/customer/api/${kind.collection}` };
    if (from === to) emulator.fault({ match: lists, fault: { raw: "[]" } });
    const one = stack("one", to);
    expectNoErrors(await one.up(declared));
    expect(left().map(({ id, tags }) => [String(id), tags])).toEqual([[one.entry("shop").id, []]]);
  }),
);

test.each(moves)("$what: the marker of an earlier version is found: from $from to $to", ({ kind, from, to }) =>
  withHandlers(async ({ emulator, stack }) => {
    const maker = stack("maker");
    expectNoErrors(await maker.up(declaredOf(kind)));
    const { id } = maker.entry("shop");
    const digest = createHash("sha256").update(stack("one", from).urn(kind.type, "shop")).digest("hex");
    const tags = [`pulumi-broker-${digest.slice(0, 16)}`];
    emulator.patch({ op: "set", in: kind.collection, id: Number(id), fields: { tags } });
    const one = stack("one", to);
    expectNoErrors(await one.up(declaredOf(kind)));
    expect(one.entry("shop").id).toBe(id);
  }),
);
