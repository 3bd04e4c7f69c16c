import type { Bag } from "../../../provider/framework/state/hidden";
import { makeInstanceVpcs } from "../../helpers/emulator";
import { shared, shareHandlers } from "../../helpers/handlers";
import { kindInSchema, readSchema, type SchemaProperty } from "../../helpers/plugin-schema";
import { kinds as rows } from "../../kinds";
import { applies, type Row, type Variant } from "../../kinds/kind";

/** What the schema says of inputs, beside what the handlers do with them. */

const schema = readSchema();
shareHandlers();
beforeAll(() => void makeInstanceVpcs(shared.emulator));

/** Inputs that a class gives where the program does not. */
const filledByClass: Record<string, Bag> = { plugin: { community: false } };

/** The ids of the two instances on which resources are declared. */
function instances(): { instance: string; other: string } {
  const [instance = "", other = ""] = shared.emulator.instances.map(({ id }) => String(id));
  return { instance, other };
}

/** The inputs of a variant, as the engine hands them to the handler. */
function inputsOf(row: Row, variant: Variant = "args"): Bag {
  const args = { ...filledByClass[row.handler], ...row.argsOf(variant, instances()) };
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  return {
    __provider: `exports.handler = () => require('pulumi-broker/host').${row.handler}`,
    __urn: `urn:pulumi:t::t::${row.token}::one`,
    ...Object.fromEntries(given),
  };
}

/** Inputs that the service takes at the time of its clock, where those of the row belong to another time. */
function inputsNow(row: Row): Bag {
  const inputs = inputsOf(row);
  if (row.handler !== "maintenanceDate") return inputs;
  const tomorrow = new Date(shared.clock.now() + 24 * 3_600_000).toISOString().replace(/\.\d+/, "");
  return { ...inputs, scheduledBy: tomorrow };
}

/** An id that an object of the kind can have. */
function idOf(row: Row): string {
  const at = { id: "", number: 0, ...instances(), state: () => shared.emulator.state() };
  return row.missingId(at);
}

const without = (inputs: Bag, ...names: string[]): Bag =>
  Object.fromEntries(Object.entries(inputs).filter(([name]) => !names.includes(name)));

/** The reasons for which a handler refuses inputs. Each check is in a run of its own, as in a preview. */
async function refusals(row: Row, inputs: Bag): Promise<string[]> {
  const host = shared.host();
  const { failures } = await host.handler(row.handler).check({}, inputs);
  host.kill();
  return failures.map(({ property, reason }) => `${property} ${reason}`);
}

async function diff(row: Row, olds: Bag, news: Bag) {
  const host = shared.host();
  const answer = await host.handler(row.handler).diff(idOf(row), olds, news);
  host.kill();
  return answer;
}

describe.each(rows.map((row) => [row.kind, row] as const))("%s", (_kind, row) => {
  const { inputProperties, requiredInputs } = kindInSchema(schema, row.className);

  test("refuses inputs without any one that the schema requires, and takes them with it", async () => {
    const inputs = inputsNow(row);
    expect(await refusals(row, inputs)).toEqual([]);
    for (const name of requiredInputs) {
      expect({ name, refused: await refusals(row, without(inputs, name)) }).toEqual({
        name,
        refused: expect.arrayContaining([expect.stringContaining(name)]),
      });
    }
  });

  test("takes inputs without those that the schema does not require, unless their description says so", async () => {
    const inputs = inputsNow(row);
    const optional = Object.keys(inputProperties).filter((name) => inputs[name] !== undefined);
    for (const name of optional.filter((each) => !requiredInputs.includes(each))) {
      const isNeededSometimes = /\bNeeded\b|Provider [A-C]:/.test(inputProperties[name]?.description ?? "");
      const isFilled = name === "name" || name in (filledByClass[row.handler] ?? {});
      if (isNeededSometimes || isFilled) continue;
      expect({ name, refused: await refusals(row, without(inputs, name)) }).toEqual({ name, refused: [] });
    }
  });

  test("replaces where the schema says that a change replaces", async () => {
    const inputs = inputsOf(row);
    for (const [name, property] of Object.entries(inputProperties)) {
      if (!property.willReplaceOnChanges) continue;
      const [before, now] = twoValues(property);
      const { replaces } = await diff(row, { ...inputs, [name]: before }, { ...inputs, [name]: now });
      expect({ name, replaces }).toEqual({ name, replaces: expect.arrayContaining([name]) });
    }
  });

  test("keeps the object where the schema does not say that a change replaces", async () => {
    if (!applies(row.inPlace)) return;
    const { changes, replaces } = await diff(row, inputsOf(row), inputsOf(row, "inPlace"));
    expect({ changes, replaces }).toEqual({ changes: true, replaces: [] });
    for (const name of row.inPlace.props) expect([name, inputProperties[name]]).toEqual([name, expect.anything()]);
  });

  test("takes the schema's defaults, which SDKs fill in, for what it does without them", async () => {
    const usual = Object.entries(inputProperties).filter(([, property]) => property.default !== undefined);
    for (const [name, property] of usual) {
      const inputs = without(inputsOf(row), name);
      const { changes } = await diff(row, inputs, { ...inputs, [name]: property.default });
      expect({ name, changes }).toEqual({ name, changes: false });
    }
  });
});

function twoValues({ type, $ref }: SchemaProperty): [unknown, unknown] {
  const [first, second] = schema.types[$ref?.replace("#/types/", "") ?? ""]?.enum ?? [];
  if (first !== undefined && second !== undefined) return [first.value, second.value];
  return type === "boolean" ? [false, true] : ["10", "20"];
}

test("the schema has defaults, and marks of every sort", () => {
  const all = rows.flatMap((row) => Object.values(kindInSchema(schema, row.className).inputProperties));
  expect(all.filter((property) => property.default !== undefined).length).toBeGreaterThanOrEqual(5);
  expect(all.filter((property) => property.willReplaceOnChanges).length).toBeGreaterThan(20);
});
