import type * as pulumi from "@pulumi/pulumi";
import type * as broker from "pulumi-broker";
import { isUnknown } from "../../provider/framework/kind/values";
import { instanceDefinition } from "../../provider/resources/instance/definition";
import { startTestEmulator, type TestEmulator } from "../helpers/emulator";
import type { Run } from "../helpers/engine-run";
import { doors } from "../helpers/plugin-door";
import { declareThrough, providerThrough } from "../helpers/plugin-resource";
import { emulator, sharedStack, stack } from "../helpers/shared-stack";

/** Needs the engine: every resource option through both doors, each step one run over all options. */

type Args = Record<string, unknown>;
type Options = pulumi.CustomResourceOptions;

const replaced = ["create-replacement", "replace", "delete-replaced"];
const replacedFirst = ["delete-replaced", "replace", "create-replacement"];

/** The steps that each option leads to, in the order of the run. Where the doors differ by nature, both are stated. */
const table = {
  create: {
    transforms: ["create"],
    provider: ["create"],
    // The class of a dynamic resource takes an object over in a create, because its host has no import.
    import: { dynamic: ["create"], plugin: ["import"] },
  },
  // The preview of one changed tag. Through the host of dynamic resources, every output that is no input is unknown.
  tagged: { shop: ["update"], dependent: { dynamic: ["update"], plugin: [] } },
  // The preview of a changed plan, which alters the host name.
  resized: { shop: ["update"], dependent: ["update"] },
  change: {
    // The engine leaves this option to the provider's answer, and the host of dynamic resources names no changed input.
    replaceOnChanges: { dynamic: ["update"], plugin: replaced },
    // The provider finds no replacement, and is then told to delete what it has just compared.
    replaceOnChangesFirst: { dynamic: ["update"], plugin: replacedFirst },
    ignoreChanges: [],
    createBeforeDelete: replaced,
    deleteBeforeReplace: replacedFirst,
    dependent: [],
  },
  remove: { parent: ["delete"], deletedWith: ["delete"], retainOnDelete: ["delete"] },
  // A create that is given too little time keeps its id, and the next run goes on with it.
  timeOut: { customTimeouts: ["create"], importOfOther: { dynamic: [], plugin: ["import", "update"] } },
  goOn: { customTimeouts: ["update"] },
} satisfies Record<string, Record<string, string[] | { dynamic: string[]; plugin: string[] }>>;

const region = "provider-a::region-1";
const speed = 300;

/** The form of the program: what is changed in it, and which part of it is declared. */
interface Form {
  tags: string;
  /** Added to the second byte of the subnets whose change replaces. */
  move?: number;
  plan?: string;
  /** True where the options that act on a removal stand on resources that the program no longer declares. */
  removed?: true;
  more?: () => unknown;
}

describe.each(doors)("through the %s door", (name) => {
  let other: TestEmulator;
  let theirs = "";

  sharedStack(`options-${name}`, { speed, plugin: name === "plugin" }, async () => {
    other = await startTestEmulator({ speed, seed: 2 });
    const fields = { name: "theirs", region, subnet: "10.9.0.0/24", tags: ["a"] };
    theirs = `${emulator.patch({ op: "add", in: "vpcs", fields })[0]}`;
  });
  afterAll(() => other.close());

  const vpc = (option: string, n: number, options: Options, args: Args = {}) =>
    declareThrough(name, "Vpc", option, { region, subnet: `10.${n}.0.0/24`, tags: ["a"], ...args }, options);
  const instance = (option: string, args: Args, options?: Options) =>
    declareThrough(name, "Instance", option, { region, ...args }, options) as broker.Instance;
  const imported = (args: Args) => vpc("import", 9, { import: theirs }, { name: "theirs", ...args });
  const transform: pulumi.ResourceTransform = async ({ props, opts }) => ({
    props: { ...props, tags: ["transformed"] },
    opts,
  });

  function declare({ tags, move = 0, plan = "clustered-medium-1", removed, more }: Form): void {
    stack.program = async () => {
      const changed = { tags: [tags] };
      vpc("replaceOnChanges", 10, { replaceOnChanges: ["tags"] }, changed);
      vpc("replaceOnChangesFirst", 26, { replaceOnChanges: ["tags"], deleteBeforeReplace: true }, changed);
      vpc("ignoreChanges", 11, { ignoreChanges: ["tags"] }, changed);
      vpc("deleteBeforeReplace", 12 + move, { deleteBeforeReplace: true });
      vpc("createBeforeDelete", 14 + move, {});
      vpc("transforms", 16, { transforms: [transform] });
      vpc("provider", 17, { provider: providerThrough(name, "theirs", other) });
      imported({});
      const shop = instance("shop", { plan, ...changed });
      vpc("dependent", 18, {}, { tags: [shop.host.apply((host) => host.slice(0, 8))] });
      more?.();
      if (removed) return;
      vpc("deletedWith", 20, { deletedWith: vpc("parent", 19, {}) });
      vpc("retainOnDelete", 21, { retainOnDelete: true });
    };
  }

  function expectSteps(run: Run, row: keyof typeof table): void {
    const expected = Object.entries(table[row]).map(([option, steps]) => [
      option,
      Array.isArray(steps) ? steps : (steps as Record<typeof name, string[]>)[name],
    ]);
    const found = expected.map(([option]) => [
      option,
      run.steps.filter((step) => step.name === option && step.op !== "same").map(({ op }) => op),
    ]);
    // The engine may announce a replacement before or after it has made the new object.
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  }

  /** The VPCs of a subnet that exist in an account. */
  const held = (on: TestEmulator, n: number) =>
    on.state().vpcs.filter(({ goneAt, subnet }) => goneAt === null && subnet === `10.${n}.0.0/24`);

  const outputsOf = (run: Run, resource: string) => run.steps.find((step) => step.name === resource)?.newOutputs ?? {};
  const secret: readonly string[] = instanceDefinition.secretOutputs ?? [];
  const plainOutputs = (instanceDefinition.outputs ?? []).filter((output) => !secret.includes(output)).sort();

  test("create: transforms, an explicit provider, import", async () => {
    declare({ tags: "a" });
    const run = await stack.up();
    expectSteps(run, "create");
    expect(held(emulator, 16)).toMatchObject([{ tags: ["transformed"] }]);
    expect([held(emulator, 17), held(other, 17)]).toMatchObject([[], [{ name: "provider" }]]);
    expect(held(emulator, 9)).toMatchObject([{ id: Number(theirs), tags: ["a"] }]);
  });

  test("preview of a changed tag: which outputs stay known", async () => {
    declare({ tags: "b" });
    const run = await stack.preview();
    expectSteps(run, "tagged");
    const outputs = outputsOf(run, "shop");
    const known = Object.keys(outputs).filter((each) => !isUnknown(outputs[each]));
    const computed = plainOutputs.filter((each) => known.includes(each));
    expect(computed).toEqual(name === "plugin" ? plainOutputs : []);
  });

  test("preview of a changed plan: exactly what the change may alter is unknown", async () => {
    declare({ tags: "a", plan: "clustered-large-1" });
    const run = await stack.preview();
    expectSteps(run, "resized");
    const outputs = outputsOf(run, "shop");
    const open = Object.keys(outputs).filter((each) => isUnknown(outputs[each]));
    const altered = instanceDefinition.alters?.["plan"]?.filter((each) => !secret.includes(each)) ?? [];
    expect(open.sort()).toEqual(name === "plugin" ? [...altered].sort() : []);
  });

  test("change: replaceOnChanges, ignoreChanges, deleteBeforeReplace, and an import that stays in the program", async () => {
    declare({ tags: "b", move: 1 });
    const run = await stack.up();
    expectSteps(run, "change");
    expect(held(emulator, 11)).toMatchObject([{ tags: ["a"] }]);
    expect([10, 26].map((n) => held(emulator, n).map(({ tags }) => tags))).toEqual([[["b"]], [["b"]]]);
    expect(run.changes.filter((change) => change.endsWith(" import"))).toEqual([]);
  });

  test("remove: deletedWith sends no request, retainOnDelete leaves the object", async () => {
    declare({ tags: "b", move: 1, removed: true, more: () => vpc("protect", 22, { protect: true }) });
    const [parent] = held(emulator, 19);
    emulator.clearRequests();
    expectSteps(await stack.up(), "remove");
    expect(emulator.received("DELETE").map(({ path }) => path)).toEqual([`/customer/api/vpcs/${parent?.id}`]);
    expect([19, 20, 21].map((n) => held(emulator, n).length)).toEqual([0, 1, 1]);
  });

  test("protect, and an import that would replace the object: refused, and nothing is sent", async () => {
    declare({ tags: "b", move: 1, removed: true });
    emulator.clearRequests();
    const kept = await stack.preview({ exit: "failure" });
    expect(kept.text).toMatch(/protect" cannot be deleted\s+because it is protected/);
    const [{ id: found } = {}] = held(emulator, 21);
    const more = () => {
      vpc("protect", 22, { protect: true });
      vpc("differing", 24, { import: `${found}` }, { name: "retainOnDelete" });
    };
    declare({ tags: "b", move: 1, removed: true, more });
    for (const run of [await stack.preview({ exit: "failure" }), await stack.up({ exit: "failure" })])
      expect(run.text).toMatch(
        /differing.*subnet.*: first write the value of the existing object into the program, and change the value after the import/s,
      );
    expect(emulator.writes()).toEqual([]);
  });

  test("customTimeouts: the id is kept, and the next run goes on; an import that differs in what can be changed", async () => {
    const lasts = 6_000 * speed;
    emulator.patch({ op: "set", in: "timings", id: 1, fields: { creating: [lasts, lasts] } });
    const [{ id: found } = {}] = held(emulator, 20);
    const more = () => {
      vpc("protect", 22, { protect: true });
      const customTimeouts = { create: "1s", update: "10m" };
      // The class refuses every difference by name; the engine imports, and updates.
      const others = { name: "deletedWith", tags: ["other"] };
      const dependsOn = name === "plugin" ? [vpc("importOfOther", 20, { import: `${found}` }, others)] : [];
      // After a failure, the engine begins nothing: the create that fails comes last.
      const slow = instance("customTimeouts", { plan: "clustered-medium-1" }, { customTimeouts, dependsOn });
      vpc("slowHost", 25, {}, { tags: [slow.host.apply((host) => host.slice(0, 8))] });
    };
    declare({ tags: "b", move: 1, removed: true, more });
    const failed = await stack.up({ exit: "failure" });
    expectSteps(failed, "timeOut");
    const made = emulator.state().instances.filter(({ name: each }) => each === "customTimeouts");
    expect(made).toHaveLength(1);
    const kept = stack.exportState().deployment.resources?.find(({ urn }) => urn.endsWith("::customTimeouts"));
    expect(kept).toMatchObject({ id: `${made[0]?.id}`, initErrors: [expect.stringContaining("after 1s")] });
    // The preview of the rest computes with outputs that state does not have yet.
    expectSteps(await stack.preview(), "goOn");
    const finished = await stack.up();
    expectSteps(finished, "goOn");
    expect(emulator.state().instances.filter(({ name: each }) => each === "customTimeouts")).toMatchObject([
      { id: made[0]?.id },
    ]);
  });
});
