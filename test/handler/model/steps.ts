import fc from "fast-check";
import type { FaultRule } from "../../../provider/emulator";
import type { Cut } from "../../helpers/handlers";
import { kinds as all } from "../../kinds";
import type { ModelKind } from "../../kinds/things";

/** All kinds that take part. */
export const kinds: readonly ModelKind[] = all.flatMap(({ modelled = [] }) => modelled);

export function kindOf(name: string): ModelKind {
  const found = kinds.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no kind "${name}"`);
  return found;
}

/** The program of a step: there are two in one account. */
export type Which = 0 | 1;

/** The resource of a step: the number of its kind in the cast, and one of two of this kind. */
interface Place {
  in: Which;
  kind: number;
  slot: 0 | 1;
}

/** One thing that somebody does. All steps are plain data, so that a counterexample can be kept as it is. */
export type Step =
  /** Declares a resource, or changes its declaration. */
  | (Place & { do: "declare"; changed: boolean; moved: boolean })
  | (Place & { do: "drop" })
  | (Place & { do: "rename"; alias: boolean })
  /** Declares what an outsider has made, with the import option. */
  | (Place & { do: "import" })
  | { do: "up" | "refresh"; in: Which; cut?: Cut }
  | { do: "destroy"; in: Which; refresh: boolean; cut?: Cut }
  /** An outsider makes, changes or removes something. */
  | { do: "make"; kind: number; changed: boolean; moved: boolean }
  | { do: "edit" | "remove"; kind: number; nth: number }
  | { do: "fault"; fault: FaultName; method?: string; skip: number; times: number | "always" }
  | { do: "heal" }
  /** Rotates the account's key, or that of an instance. */
  | { do: "rotate"; key: "account" | number }
  /** Gives the programs the account's new key. */
  | { do: "renew" }
  | { do: "wait"; seconds: number };

/** One run of the model: the names of the kinds that take part, and the steps. */
export interface Play {
  cast: string[];
  steps: Step[];
}

/** How a service, or something on the way to it, fails. */
export const faults = {
  "500": { status: 500 },
  "500 after acting": { status: 500, actThen: true },
  "503": { status: 503 },
  "reset before": { reset: "before" },
  "reset after": { reset: "after" },
  "404 in the service's words": { status: 404 },
  "404 page": { status: 404, html: true },
  "404 of a gateway": { status: 404, body: { message: "no Route matched with those values" } },
  "410": { status: 410 },
  "HTML with 200": { html: true },
  "HTML with 200 after acting": { html: true, actThen: true },
  // An empty body is a success: a service that says so has acted.
  "empty 200": { empty: true, actThen: true },
  truncated: { truncate: true },
  "401": { status: 401 },
  "403": { status: 403 },
  "422 that quotes the key": { status: 422 },
  "429": { status: 429, headers: { "retry-after": "2" } },
  "429 alone": { status: 429 },
  slow: { delayMs: 20_000 },
  "lists lag": { hideNewFor: 4_000 },
  "lists lag, reset after": { hideNewFor: 4_000, reset: "after" },
} satisfies Record<string, FaultRule["fault"]>;

export type FaultName = keyof typeof faults;

const which = fc.constantFrom<Which[]>(0, 0, 0, 1);
const kind = fc.nat({ max: 2 });
const place = { in: which, kind, slot: fc.constantFrom<(0 | 1)[]>(0, 0, 1) };
const often = fc.boolean();
const cut: fc.Arbitrary<Cut> = fc.record({
  request: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 6 }) }, fc.integer({ min: 1, max: 40 })),
  how: fc.constantFrom<Cut["how"][]>("before", "after", "gone"),
});
const mayCut: fc.Arbitrary<{ cut?: Cut }> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: cut.map((value) => ({ cut: value })) },
);

const weighted = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });

/** A step that is taken so often, with these values; those that `required` does not name may be missing. */
function step(weight: number, what: Step["do"][], values: Record<string, fc.Arbitrary<unknown>>, required?: string[]) {
  const all: Record<string, fc.Arbitrary<unknown>> = { do: fc.constantFrom(...what), ...values };
  const arbitrary = required === undefined ? fc.record(all) : fc.record(all, { requiredKeys: ["do", ...required] });
  return weighted(weight, arbitrary as fc.Arbitrary<unknown> as fc.Arbitrary<Step>);
}

/** A run of the engine, which may be cut off. */
const run = (weight: number, what: Step["do"], values: Record<string, fc.Arbitrary<unknown>> = {}) =>
  weighted(
    weight,
    fc
      .tuple(fc.record({ in: which, ...values }), mayCut)
      .map(([each, more]) => ({ do: what, ...each, ...more }) as Step),
  );

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  step(9, ["declare"], { ...place, changed: often, moved: often }),
  // The same resource changes again and again: most other declarations are of resources that are not there yet.
  step(5, ["declare"], {
    ...{ in: fc.constant(0), kind: fc.constant(0), slot: fc.constant(0) },
    ...{ changed: often, moved: fc.constantFrom(false, false, false, true) },
  }),
  step(2, ["drop"], place),
  step(2, ["rename"], { ...place, alias: fc.boolean() }),
  step(2, ["import"], place),
  run(11, "up"),
  run(4, "refresh"),
  run(2, "destroy", { refresh: fc.boolean() }),
  step(2, ["make"], { kind, changed: often, moved: often }),
  step(3, ["edit", "remove"], { kind, nth: fc.nat({ max: 5 }) }),
  step(
    6,
    ["fault"],
    {
      fault: fc.constantFrom(...Object.keys(faults)),
      method: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE"),
      skip: fc.nat({ max: 4 }),
      times: fc.constantFrom<(number | "always")[]>(1, 1, 2, 4, "always"),
    },
    ["fault", "skip", "times"],
  ),
  // One lost answer of a write, or one wrong absence, which the run itself has to get over.
  step(4, ["fault"], {
    fault: fc.constantFrom<FaultName[]>("500 after acting", "reset after", "404 in the service's words", "truncated"),
    method: fc.constantFrom("GET", "POST", "DELETE"),
    ...{ skip: fc.nat({ max: 2 }), times: fc.constant(1) },
  }),
  // A single look is refused, such as the one after a create.
  step(2, ["fault"], {
    fault: fc.constantFrom<FaultName[]>("401", "403", "422 that quotes the key"),
    ...{ method: fc.constant("GET"), skip: fc.nat({ max: 4 }), times: fc.constant(1) },
  }),
  weighted(3, fc.constant({ do: "heal" })),
  step(1, ["rotate"], { key: fc.constantFrom<("account" | number)[]>("account", 0, 1, 2) }),
  weighted(1, fc.constant({ do: "renew" })),
  step(1, ["wait"], { seconds: fc.constantFrom(1, 20, 3_600, 86_400) }),
);

const group = (name: string) => kinds.find((each) => each.name === name)?.group ?? name;

/** The runs that the model tries; `names` limits the kinds that take part; in a calm one nothing fails. */
export function plays(
  names: readonly string[] = kinds.map(({ name }) => name),
  { calm = false } = {},
): fc.Arbitrary<Play> {
  const step = calm ? anyStep.filter((each) => each.do !== "fault" && !("cut" in each)) : anyStep;
  return fc.record({
    cast: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3, selector: group }),
    steps: fc.array(step, { minLength: 1, maxLength: 30, size: "max" }),
  });
}
