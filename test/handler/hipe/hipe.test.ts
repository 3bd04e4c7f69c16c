import type { TestEmulator } from "../../helpers/emulator";
import { it, resource } from "../../helpers/handlers";
import { lastingLines } from "../../helpers/outcomes";

const path = "/instance/api/actions/hipe";
const match = { method: "GET", path: "/instance/api/nodes" };

const declare = (id: number, inputs: object = {}) => [resource("hipe", "one", { instance: `${id}`, ...inputs })];

/** Makes the first instance a cluster of three nodes, and returns its id, the names of its nodes, and those that are on. */
function cluster(emulator: TestEmulator) {
  const id = emulator.instances[0]!.id;
  emulator.patch({ op: "set", in: "instances", id, fields: { plan: "clustered-large-3", nodes: 3 } });
  const record = () => emulator.state().instances.find((each) => each.id === id)!;
  const nodes = ["01", "02", "03"].map((number) => `${record().host}-${number}`);
  return { id, nodes, on: () => [...record().hipe].sort() };
}

/** The requests that change something, without the look-up of the key. */
const writes = (calls: string[]) => calls.filter((call) => !call.startsWith("GET"));

it("HiPE is on for all nodes, off and on again in place, and off once it is removed", async ({ emulator, one }) => {
  const { id, nodes, on } = cluster(emulator);
  expect((await one.up(declare(id))).errors).toEqual([]);
  expect([one.entry("one").id, on()]).toEqual([`${id}/hipe`, nodes]);
  expect(await one.up(declare(id))).toMatchObject({ changes: [], requests: 0 });

  const off = await one.up(declare(id, { enabled: false }));
  expect([off.changes, off.errors, writes(off.calls), on()]).toEqual([["update one"], [], [`PUT ${path}`], []]);
  await one.up(declare(id));
  expect(on()).toEqual(nodes);

  const gone = await one.destroy();
  expect([gone.errors, writes(gone.calls), on()]).toEqual([[], [`PUT ${path}`], []]);
});

it("only the declared nodes are on: a node that is taken out is switched off", async ({ emulator, one }) => {
  const { id, nodes, on } = cluster(emulator);
  const [first, second, third] = nodes as [string, string, string];
  await one.up(declare(id, { nodes: [first, second] }));
  expect(on()).toEqual([first, second]);
  expect((await one.up(declare(id, { nodes: [third, second] }))).errors).toEqual([]);
  expect(on()).toEqual([second, third]);

  emulator.patch({ op: "set", in: "instances", id, fields: { hipe: [first, second] } });
  await one.refresh();
  expect(one.entry("one").outputs["nodes"]).toEqual([first, second]);
  expect(await one.up(declare(id, { nodes: [third, second] }))).toMatchObject({ changes: ["update one"], errors: [] });
  expect(on()).toEqual([second, third]);
});

it("a node that the instance does not have is named, with those that it has", async ({ emulator, stack }) => {
  const { id, nodes, on } = cluster(emulator);
  const { errors } = await stack().up(declare(id, { nodes: ["node-9"] }));
  expect(errors).toEqual([
    `Hipe "one": instance ${id} has no node with the name node-9. The instance has the nodes ${nodes.join(", ")}: use these names`,
  ]);
  expect(on()).toEqual([]);
});

it("a node that is switched off outside shows as a difference, and is repaired", async ({ emulator, one }) => {
  const { id, nodes, on } = cluster(emulator);
  await one.up(declare(id));
  emulator.patch({ op: "set", in: "instances", id, fields: { hipe: nodes.slice(1) } });
  await one.refresh();
  expect(one.entry("one").outputs["enabled"]).toBe(false);
  await one.up(declare(id));
  expect(on()).toEqual(nodes);
});

it("nodes that do not say whether HiPE is on are no difference", async ({ emulator, one }) => {
  const { id, nodes } = cluster(emulator);
  await one.up(declare(id));
  const silent = nodes.map((name) => ({ name, configured: true }));
  emulator.fault({ match, times: "always", fault: { raw: JSON.stringify(silent) } });
  expect(await one.refresh()).toMatchObject({ changes: [], errors: [] });
});

it("nodes that the instance no longer has do not keep HiPE from being removed", async ({ emulator, one }) => {
  const { id, nodes, on } = cluster(emulator);
  const [first, second, third] = nodes as [string, string, string];
  const shrink = (count: number) => emulator.patch({ op: "set", in: "instances", id, fields: { nodes: count } });
  const said = (gone: string) => [`HiPE is not changed on nodes that instance ${id} no longer has: ${gone}`];
  await one.up(declare(id, { nodes: [first, third] }));
  shrink(1);
  const some = await one.destroy();
  expect([some.changes, some.errors, writes(some.calls)]).toEqual([["delete one"], [], [`PUT ${path}`]]);
  expect(lastingLines(some)).toEqual(said(third));
  expect(on()).not.toContain(first);

  shrink(3);
  await one.up(declare(id, { nodes: [second, third] }));
  shrink(1);
  const none = await one.destroy();
  expect([none.changes, none.errors, writes(none.calls)]).toEqual([["delete one"], [], []]);
  expect(lastingLines(none)).toEqual(said(`${second}, ${third}`));
});

it("one list without any nodes does not keep HiPE on", async ({ emulator, one }) => {
  const { id, nodes, on } = cluster(emulator);
  await one.up(declare(id, { nodes: nodes.slice(1) }));
  emulator.fault({ match, fault: { raw: "[]" } });
  expect((await one.destroy()).errors).toEqual([]);
  expect([one.state, on()]).toEqual([[], []]);
});

it("a state that names no node switches nothing off, and says so", async ({ emulator, one }) => {
  const { id, nodes, on } = cluster(emulator);
  await one.up(declare(id, { nodes }));
  one.entry("one").outputs["nodes"] = [];
  const gone = await one.destroy();
  expect([gone.errors, writes(gone.calls), on()]).toEqual([[], [], nodes]);
  expect(lastingLines(gone)).toEqual([
    `HiPE of instance ${id} stays as it is, because the Pulumi state of this resource lists no node`,
  ]);
});
