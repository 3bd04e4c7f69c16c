import { expectNoErrors, expectNothingToDo, lastingLines } from "../../helpers/outcomes";
import { type Inputs, it, withScene } from "../alarm/scene";

/** A value that each type takes. */
const values = {
  email: "ops@example.com",
  webhook: "https://hooks.example.com/x",
  incident_a: "key-a",
  incident_b: "key-b",
  incident_b_eu: "key-b-eu",
  incident_c: "key-c",
  incident_d: "key-d",
  chat_a: "https://chat.example.com/a",
  chat_b: "https://chat.example.com/b",
};

const over = { type: "recipient" };
const list = "/instance/api/alarms/recipients";

test.each(Object.entries(values))(
  "a recipient of type %s is made, changed and removed exactly as declared",
  (type, value) =>
    withScene(async ({ one, declared, recipients, emulator, writes }) => {
      const options = { level: 3, tags: ["a"] };
      expectNoErrors(await one.up([declared("a", { type, value, name: "a" }, over)]));
      expect(writes()).toEqual([["POST", list, { type, value: "[secret]", name: "a" }]]);
      expect(recipients().at(-1)).toMatchObject({ type, value, name: "a", options: {} });
      await expectNothingToDo(one, [declared("a", { type, value, name: "a" }, over)]);

      const path = `${list}/${one.entry("a").id.split("/").at(-1)}`;
      expectNoErrors(await one.up([declared("a", { type, value, name: "b", options }, over)]));
      expect(writes()).toEqual([["PUT", path, { type, value: "[secret]", name: "b", options }]]);
      expectNoErrors(await one.up([declared("a", { type, value, name: "b" }, over)]));
      expect(writes()).toEqual([["PUT", path, { type, value: "[secret]", name: "b", options: {} }]]);
      expect(recipients().at(-1)).toMatchObject({ name: "b", options: {} });
      expect(expectNoErrors(await one.refresh()).changes).toEqual([]);
      expectNoErrors(await one.destroy());
      expect(recipients().map(({ name }) => name)).toEqual(["Default"]);
      expect(emulator.state().recipients.map(({ name }) => name)).toEqual(["Default", "Default"]);
    }),
);

const plain = { type: "email", value: "ops@example.com", name: "Default" };

describe("the default recipient", () => {
  const adopting = (more: Inputs = {}) => ({ ...plain, adoptDefault: true, ...more });

  test("is taken over and changed, stays one, and is left as it is when it is removed", () =>
    withScene(async ({ one, declared, recipients, instance, writes }) => {
      const [found] = recipients();
      const id = `${instance}/recipients/${found?.id}`;
      const up = expectNoErrors(await one.up([declared("a", adopting(), over)]));
      expect(lastingLines(up)).toEqual([`took over recipient ${id}, the default recipient of the instance`]);
      expect(one.entry("a").id).toBe(id);
      expect(writes()).toEqual([["PUT", `${list}/${found?.id}`, { ...plain, value: "[secret]" }]]);
      expect(recipients()).toEqual([{ ...found, value: "ops@example.com" }]);
      await expectNothingToDo(one, [declared("a", adopting(), over)]);
      writes();
      expect(lastingLines(expectNoErrors(await one.destroy()))).toEqual([
        `recipient ${id} stays until its instance is deleted, because it is the default recipient of the instance`,
      ]);
      expect(writes()).toEqual([]);
      expect(recipients()).toEqual([{ ...found, value: "ops@example.com" }]);
    }));

  it("declared as it is, is taken over without a write", async ({ one, declared, recipients, writes }) => {
    const { value } = recipients()[0]!;
    expectNoErrors(await one.up([declared("a", adopting({ value }), over)]));
    expect(writes()).toEqual([]);
    expect(recipients()).toHaveLength(1);
  });

  test("renamed on the service: the only one of its type is taken, and by a renamed resource the same one", () =>
    withScene(async ({ one, declared, recipients, instance }) => {
      const id = `${instance}/recipients/${recipients()[0]?.id}`;
      expectNoErrors(await one.up([declared("a", adopting({ name: "ops" }), over)]));
      expectNoErrors(await one.up([declared("renamed", adopting({ name: "ops" }), over)]));
      expect(one.state.map((entry) => entry.id)).toEqual([id]);
      expect(recipients().map(({ name }) => name)).toEqual(["ops"]);
    }));

  test("taken over and renamed by a run that was killed, is taken again, beside another one of its type", () =>
    withScene(async ({ one, declared, recipients, emulator, instance }) => {
      const [ofService] = recipients();
      const other = { ...plain, type: "email" as const, name: "other", value: "other@example.com" };
      emulator.patch({ op: "add", in: "recipients", fields: { instance_id: Number(instance), ...other } });
      await one.up([declared("a", adopting({ name: "ops" }), over)], { cut: { request: "PUT", how: "after" } });
      expect(one.state).toEqual([]);
      expect(recipients().map(({ name }) => name)).toEqual(["ops", "other"]);

      expectNoErrors(await one.up([declared("a", adopting({ name: "ops" }), over)]));
      expect(one.entry("a").id).toBe(`${instance}/recipients/${ofService?.id}`);
      expect(recipients()).toHaveLength(2);
    }));

  test("is not made a second time because of a list that is wrongly empty", () =>
    withScene(async ({ one, declared, recipients, emulator, instance }) => {
      const [ofService] = recipients();
      emulator.fault({ match: { method: "GET", path: list }, fault: { list: "gone" } });
      expectNoErrors(await one.up([declared("a", adopting(), over)]));
      expect(one.entry("a").id).toBe(`${instance}/recipients/${ofService?.id}`);
      expect(recipients()).toHaveLength(1);
    }));

  it("where there is none, one is made", async ({ one, declared, recipients, emulator }) => {
    emulator.patch({ op: "delete", in: "recipients", id: recipients()[0]!.id });
    expectNoErrors(await one.up([declared("a", adopting(), over)]));
    expect(recipients()).toEqual([expect.objectContaining(plain)]);
  });
});

test("a recipient without a name is imported under the program's name, which the next change sends", () =>
  withScene(async ({ one, declared, emulator, instance, recipients, writes }) => {
    const { name: _, ...unnamed } = plain;
    const fields = { instance_id: Number(instance), ...unnamed, type: "email" as const };
    const [number] = emulator.patch({ op: "add", in: "recipients", fields });
    emulator.patch({ op: "set", in: "recipients", id: number!, fields: { name: "" } });
    const id = `${instance}/recipients/${number}`;
    const ours = (value: string) => [declared("ops", { ...plain, value, name: "ops" }, { ...over, import: id })];
    expect(expectNoErrors(await one.up(ours(plain.value))).changes).toEqual(["create ops"]);
    expect(one.entry("ops").id).toBe(id);
    await expectNothingToDo(one, ours(plain.value));
    expect(writes()).toEqual([]);
    expect(expectNoErrors(await one.up(ours("other@example.com"))).changes).toEqual(["update ops"]);
    expect(recipients().at(-1)).toMatchObject({ name: "ops", value: "other@example.com" });
  }));
