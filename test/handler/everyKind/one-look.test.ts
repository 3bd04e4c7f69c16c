import type { Fault } from "../../../provider/emulator";
import type { TestEmulator } from "../../helpers/emulator";
import { it } from "../../helpers/handlers";
import { expectError } from "../../helpers/outcomes";
import { kindOf } from "../../kinds";
import { subjects } from "./answers-subjects";
import { always } from "./shared-scene";
import { webhook } from "./wrong-key-scene";

/** What shows nothing of what is there, in the service's own shape. */
const nothing: Record<string, Fault> = {
  plugin: { raw: "[]" },
  customDomain: { raw: '{"hostname":null,"configured":false}' },
  vpcConnect: { raw: '{"status":"disabled"}' },
  vpcPeering: { raw: '{"rows":[]}' },
};

const looked = subjects.filter(({ type }) => type in nothing);
const deletes = (emulator: TestEmulator) => emulator.requests().filter(({ method }) => method === "DELETE").length;

describe.each(looked)("a $type, which is only deleted where a look finds it", ({ type, prepare }) => {
  it("is deleted although one look does not show it", async ({ emulator, one }) => {
    const { one: path } = await prepare(one, emulator);
    emulator.fault({ match: { method: "GET", path }, fault: nothing[type]! });
    const { errors } = await one.destroy();
    expect([errors, one.state, deletes(emulator)]).toEqual([[], [], 1]);
  });

  it("is left in state where the key of another instance shows nothing of it", async ({ emulator, one }) => {
    const { one: path } = await prepare(one, emulator);
    const [first, second] = emulator.instances;
    const given = (key: string) => ({ "broker:instanceApiKeys": JSON.stringify({ [first!.id]: key }) });
    await one.refresh({ config: given(first!.apiKey) });
    const before = one.state;
    emulator.fault(always(path, nothing[type]!));
    const config = given(second!.apiKey);
    for (const { errors } of [await one.refresh({ config }), await one.destroy({ config })]) {
      expect(errors).toEqual([expect.stringContaining("another key")]);
      expect([one.state, deletes(emulator)]).toEqual([before, 0]);
    }
  });
});

/** The instance, and the kinds that stand on one: a refresh of these asks the account for the instance. */
const askingForInstance = subjects.filter(({ type }) => type === "instance" || kindOf(type).onInstance);

describe.each(askingForInstance)("a $type", ({ prepare }) => {
  it("is not looked for on another instance, whose values the service shows for its own", async ({ emulator, one }) => {
    await prepare(one, emulator);
    const before = one.state;
    const [first, second] = emulator.instances;
    const merge = { id: second!.id, apikey: second!.apiKey };
    emulator.fault(always(`/customer/api/instances/${first!.id}`, { merge }));
    expectError(await one.refresh(), expect.stringContaining(`field id: is not ${first!.id}`));
    expect(one.state).toEqual(before);
  });
});

it("the answer to the GET of one that shows another one is no answer", async ({ emulator, one }) => {
  const { list, one: path } = await subjects.find(({ type }) => type === "webhook")!.prepare(one, emulator);
  const before = one.state;
  emulator.fault(always(list!, { raw: "[]" }), always(path, { merge: { id: 999, queue: "others" } }));
  expectError(await one.refresh(), /field id: is not \d+/);
  expect(one.state).toEqual(before);
});

it("a domain that is configured and has no name is no answer", async ({ emulator, one }) => {
  const { one: path } = await subjects.find(({ type }) => type === "customDomain")!.prepare(one, emulator);
  emulator.fault(always(path, { raw: '{"configured":true}' }));
  expectError(await one.refresh(), expect.stringContaining("missing, although a host name is configured"));
  expect(one.state).toHaveLength(1);
});

it("all that stood on an instance that is gone shares the requests that show it", async ({ emulator, one }) => {
  const { id } = emulator.instances[0]!;
  await one.up(["a", "b", "c"].map((name) => webhook(id, name)));
  emulator.patch({ op: "delete", in: "instances", id });
  const { changes, calls } = await one.refresh();
  expect(changes.sort()).toEqual(["gone a", "gone b", "gone c"]);
  // The look-up of the key, whether this is the account API at all, a second look at the instance, and the list of
  // the account.
  const path = "GET /customer/api/instances";
  expect(calls).toEqual([`${path}/${id}`, "GET /customer/api/regions", `${path}/${id}`, path]);
});
