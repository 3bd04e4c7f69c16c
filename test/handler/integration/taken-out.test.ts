import { isRest, someOf } from "../../helpers/cells";
import { configOf, forms, type Inputs, kindOf, nameOf, particular, systems } from "../../helpers/integration-systems";
import { expectNoErrors } from "../../helpers/outcomes";
import { withScene } from "./scene";

/** The filters, in the form in which they filter nothing. */
const cleared: Inputs = { queueRegex: "", vhostRegex: "", includeAdQueues: false };

/** The parameters that the service holds, as a program writes them. */
function configOnService(held: Inputs): Inputs {
  const own = Object.entries(held).filter(([wire, value]) => nameOf(wire) !== "" && value !== cleared[nameOf(wire)]);
  const free = Object.fromEntries(Object.entries(held).filter(([wire]) => nameOf(wire) === ""));
  const parameters = Object.keys(free).length > 0 && { parameters: free };
  return { ...Object.fromEntries(own.map(([wire, value]) => [nameOf(wire), value])), ...parameters };
}

/** The names of the parameters in one config that another config does not have. */
function namesBeside(config: Inputs, other: Inputs): string[] {
  const flat = ({ parameters, ...own }: Inputs) => [
    ...Object.keys(own),
    ...Object.keys(parameters ?? {}).map((name) => `parameters.${name}`),
  ];
  return flat(config)
    .filter((name) => !flat(other).includes(name))
    .sort();
}

describe.each(forms.map(([system, form], row) => [system, form, row] as const))("%s with %j", (system, form, row) => {
  const { optional, required } = systems[system]!;
  const kind = kindOf(system);
  const least = configOf(system, form);

  test.each([false, true])("what is taken out: state, service and preview agree (a PUT merges: %s)", (merges) =>
    withScene(async ({ one, declared, only, emulator }) => {
      emulator.patch({ op: "set", in: "dialects", id: 1, fields: { keeps_left_out: merges } });
      const up = async (config: Inputs) => expectNoErrors(await one.up([declared(system, config)]));
      const other = required.find((each) => each !== form);
      const third = form.includes("parameters") && {
        parameters: { ...(particular["parameters"] as Inputs), third: "3" },
      };
      const more = [
        ...someOf(optional, row, 3).map((each) => configOf(system, [...form, each]).config),
        ...(!isRest && (third || optional.length > 0)
          ? [{ ...configOf(system, [...form, ...optional]).config, ...third }]
          : []),
        ...(isRest || other === undefined ? [] : [configOf(system, other).config]),
      ];
      for (const config of more) {
        await up(config);
        const { lines } = await up(least.config);
        // A filter is cleared by an empty text or false; the rest is what a PUT leaves out.
        const held = configOnService(only(kind).config);
        const kept = namesBeside(held, least.config);
        expect(kept).toEqual(merges ? namesBeside(config, least.config).filter((name) => !(name in cleared)) : []);
        expect(one.entry("one").outputs["config"]).toEqual(held);
        const names = kept.join(", ");
        const warning = `the service still has ${names}. The program does not declare ${names}: declare ${names} again, or run pulumi up --replace 'urn:`;
        const said = lines.filter(({ severity }) => severity === "warning").map(({ text }) => text);
        expect(said).toEqual(kept.length === 0 ? [] : [expect.stringContaining(warning)]);
        // What the service keeps differs from the program, so that a refresh shows it too.
        expect(expectNoErrors(await one.refresh()).changes).toEqual(kept.length === 0 ? [] : ["drift one"]);
        expect(one.entry("one").outputs["config"]).toEqual(held);
        expect((await up(least.config)).changes).toEqual(kept.length === 0 ? [] : ["update one"]);
        expectNoErrors(await one.destroy());
      }
    }),
  );
});
