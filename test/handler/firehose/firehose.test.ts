import { firehoseIds } from "../../../provider/resources/firehose";
import { it, resource, withHandlers } from "../../helpers/handlers";
import { expectError, expectNothingToDo, lastingLines } from "../../helpers/outcomes";

const declare = (instance: number | undefined, vhost: string) =>
  resource("firehose", "one", { instance: `${instance}`, vhost });

test.each([
  ["/", "~2F"],
  ["orders-eu_1", "orders-eu_1"],
  ["~a.b", "~7Ea~2Eb"],
  ["käse%2F", "k~C3~A4se~252F"],
])("the vhost %s is traced until the firehose is removed, and its id ends with %s", (vhost, ending) =>
  withHandlers(async ({ emulator, one }) => {
    const { id } = emulator.instances[0]!;
    const traced = () => emulator.state().instances.find((each) => each.id === id)!.firehose;
    expect((await one.up([declare(id, vhost)])).errors).toEqual([]);
    expect([one.entry("one").id, traced()]).toEqual([`${id}/firehose/${ending}`, [vhost]]);
    await expectNothingToDo(one, [declare(id, vhost)]);
    expect(one.entry("one").outputs["vhost"]).toBe(vhost);
    expect(await one.destroy()).toMatchObject({ changes: ["delete one"], errors: [] });
    expect(traced()).toEqual([]);
  }),
);

it("a vhost is measured in bytes, and the longest one is read and removed", async ({ emulator, one }) => {
  const id = emulator.instances[0]?.id;
  expect((await one.up([declare(id, "é".repeat(128))])).errors).toEqual([
    expect.stringContaining("vhost: must have at most 255 bytes in UTF-8"),
  ]);
  expect((await one.up([declare(id, `${"é".repeat(127)}a`)])).errors).toEqual([]);
  expect(await one.refresh()).toMatchObject({ changes: [], errors: [] });
  expect(await one.destroy()).toMatchObject({ changes: ["delete one"], errors: [] });
});

test("the id of a vhost of 255 characters that an earlier version made is read", () => {
  const vhost = "é".repeat(255);
  expect(firehoseIds.parse(firehoseIds.make({ instance: "7", vhost }))).toMatchObject({ instance: "7", vhost });
  expect(() => firehoseIds.parse(firehoseIds.make({ instance: "7", vhost: "e".repeat(256) }))).toThrow(
    "is not valid for the type Firehose",
  );
});

it("the price is a warning where a vhost begins to be traced, and said once", async ({ emulator, one }) => {
  const program = [declare(emulator.instances[0]?.id, "/")];
  expect(lastingLines(await one.up(program))).toEqual([expect.stringMatching(/not use it in production/)]);
  expect(lastingLines(await one.up(program))).toEqual([]);
});

it("a refresh that is shown no nodes fails, and changes nothing", async ({ emulator, one }) => {
  await one.up([declare(emulator.instances[0]!.id, "/")]);
  emulator.fault({ match: { method: "GET", path: "/instance/api/nodes" }, fault: { raw: "[]" } });
  expectError(await one.refresh(), /lists no nodes of instance \d+/);
  expect(await one.refresh()).toMatchObject({ changes: [], errors: [] });
});
