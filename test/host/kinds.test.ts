import { allUnknowns } from "../../provider/framework/kind/values";
import { configOf, makeInstanceVpcs, startTestEmulator, type TestEmulator } from "../helpers/emulator";
import { type Bag, type HostClient, hostClient, stubOf } from "../helpers/host-client";
import { kinds as rows } from "../kinds";
import type { Row } from "../kinds/kind";

/** Every kind of the lifecycle table on the real host, with values that are not known yet. */

let emulator: TestEmulator;
let host: HostClient;

beforeAll(async () => {
  emulator = await startTestEmulator({ speed: 400 });
  makeInstanceVpcs(emulator);
  host = await hostClient({ stub: "unused: each call names the handler of its kind", config: configOf(emulator) });
});

afterAll(async () => {
  await host.close();
  await emulator.close();
});

/** Inputs that a class gives where the program does not. */
const filledByClass: Record<string, Bag> = { plugin: { community: false } };

/** The inputs as the class hands them to the engine. */
function inputsOf({ argsOf, handler, token }: Row): Bag {
  const [instance = "", other = ""] = emulator.instances.map(({ id }) => String(id));
  const args = argsOf("args", { instance, other });
  return { __provider: stubOf(handler), __urn: `urn:pulumi:t::t::${token}::one`, ...filledByClass[handler], ...args };
}

/** A copy for each place at any depth, with `value` there. */
function replacedAnywhere(given: unknown, value: string): unknown[] {
  if (given === null || typeof given !== "object") return [value];
  const copies = Object.entries(given)
    .filter(([name]) => !name.startsWith("__"))
    .flatMap(([name, inner]) =>
      replacedAnywhere(inner, value).map((changed) =>
        Array.isArray(given) ? given.with(Number(name), changed) : { ...given, [name]: changed },
      ),
    );
  return [value, ...copies];
}

const byKind = rows.map((row) => [row.kind, row] as const);

test.each(byKind)(
  "%s: what is not known yet, at any depth, is not refused, and comes as it went",
  async (_kind, row) => {
    for (const unknown of allUnknowns) {
      const variants = replacedAnywhere(inputsOf(row), unknown).slice(1) as Bag[];
      expect(variants.length).toBeGreaterThan(1);
      const checked = await Promise.all(variants.map((news) => host.check({}, news)));
      expect(checked.map(({ failures }) => failures)).toEqual(variants.map(() => []));
      expect(checked.map(({ inputs }) => inputs)).toMatchObject(variants);
    }
  },
);
