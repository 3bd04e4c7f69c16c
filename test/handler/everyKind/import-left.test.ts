import { type Declared, it, resource, withHandlers } from "../../helpers/handlers";
import { expectNoErrors } from "../../helpers/outcomes";
import { lasting } from "../instance/scene";

/** The `import` option that is left in the program after the import: where it stands in the way, the advice names it. */

const id = "1001/plugins/broker_shovel";

const declared = (name: string, over?: Partial<Declared>) => [
  resource("plugin", "one", { instance: "1001", name, community: false }, over),
];

test("a replacing field that is changed: refused with the option as what to remove, and done without it", () =>
  withHandlers(async ({ emulator, one }) => {
    lasting(emulator, { changingPlugin: 20_000 });
    expectNoErrors(await one.up(declared("broker_shovel", { import: id })));
    const run = await one.up(declared("broker_top", { import: id }));
    expect(run.errors).toEqual([
      `name: is "broker_top" in the program, but "broker_shovel" in the imported Plugin ${id}: to keep the object, write the value of the imported object into the program. To replace the object, remove the import option, then run pulumi up`,
    ]);
    expect(run.changes).toEqual([]);
    const replaced = expectNoErrors(await one.up(declared("broker_top")));
    expect(replaced.changes).toEqual(["replace one", "delete one"]);
    const isOn = (name: string) => emulator.state().plugins.find((each) => each.name === name)?.enabled;
    expect([isOn("broker_shovel"), isOn("broker_top")]).toEqual([false, true]);
  }));

test("the object gone: the option is named as what to remove, and without it a new one is made", () =>
  withHandlers(async ({ emulator, one }) => {
    lasting(emulator, { changingPlugin: 20_000 });
    expectNoErrors(await one.up(declared("broker_shovel", { import: id })));
    const record = emulator.state().plugins.find(({ name }) => name === "broker_shovel");
    emulator.patch({ op: "set", in: "plugins", id: record?.id ?? 0, fields: { enabled: false } });
    expect(expectNoErrors(await one.refresh()).changes).toEqual(["gone one"]);
    expect((await one.up(declared("broker_shovel", { import: id }))).errors).toEqual([
      `Plugin "one": there is no Plugin with the id ${id} to import: correct the import option, or remove this option to make a new object`,
    ]);
    expect(expectNoErrors(await one.up(declared("broker_shovel"))).changes).toEqual(["create one"]);
  }));

it("an object that differs before it was imported: to be declared as it is", async ({ stack }) => {
  const { errors } = await stack().up(declared("broker_top", { import: id }));
  expect(errors).toEqual([
    expect.stringMatching(
      /: first write the value of the existing object into the program, and change the value after the import$/,
    ),
  ]);
});

test("an option that names another object than the resource's own changes nothing, and a line says so", () =>
  withHandlers(async ({ one }) => {
    expectNoErrors(await one.up(declared("broker_shovel")));
    const run = expectNoErrors(await one.up(declared("broker_shovel", { import: "1001/plugins/broker_top" })));
    expect(run.changes).toEqual([]);
    expect(run.lines.map(({ text }) => text)).toEqual([
      `the import option has the id 1001/plugins/broker_top, but this resource already manages ${id}: the option changes nothing and can be removed`,
    ]);
  }));

test("an option that names what takes the resource's place is taken, and no line says that it changes nothing", () =>
  withHandlers(async ({ emulator, one }) => {
    const other = "1001/plugins/broker_top";
    const record = emulator.state().plugins.find((each) => each.instance_id === 1001 && each.name === "broker_top");
    emulator.patch({ op: "set", in: "plugins", id: record?.id ?? 0, fields: { enabled: true } });
    expectNoErrors(await one.up(declared("broker_shovel")));
    const run = expectNoErrors(await one.up(declared("broker_top", { import: other })));
    expect(run.changes).toEqual(["replace one", "delete one"]);
    const texts = run.lines.map(({ text }) => text);
    expect(texts).toContain(`takes over Plugin ${other}, and makes no new object`);
    expect(texts).not.toContainEqual(expect.stringMatching(/changes nothing/));
  }));

// The engine leaves out a create whose dependency fails. With `deleteBeforeReplace`, a delete precedes the creates.
test.each<{ of?: string; next?: string }>([{ of: id }, {}, { of: id, next: "broker_top" }, { next: "broker_top" }])(
  "what a new resource is to take over stays, also where the old one gets another object: %j",
  ({ of, next }) =>
    withHandlers(async ({ emulator, one, host }) => {
      expectNoErrors(await one.up(declared("broker_shovel")));
      const { inputs, outputs } = one.entry("one");
      const plugin = host().handler("plugin");
      if (next !== undefined) await plugin.check({}, { ...inputs, name: next });
      await plugin.check({}, { ...inputs, __urn: one.urn("plugin", "two"), ...(of && { __adopt: of }) });
      const remove = () => plugin.delete(id, outputs).then(() => "left", String);
      const refusal = `old object Plugin ${id} stays for now`;
      expect(await remove()).toContain(next === undefined ? refusal : "left");
      if (next !== undefined) await plugin.create({ ...inputs, name: next });
      expect(await remove()).toContain(refusal);
      expect(emulator.state().plugins.find(({ name }) => name === "broker_shovel")?.enabled).toBe(true);
    }),
);
