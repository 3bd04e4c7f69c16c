import * as broker from "pulumi-broker";
import { configOf, forms, type Inputs, systems } from "../handler/integration/scene";
import { stackConfigOf } from "../helpers/broker-config";
import { type Canaries, expectNoSecrets, type Texts, textsOf } from "../helpers/canaries";
import { withEmulator } from "../helpers/emulator";
import { withStack } from "../helpers/stack";

/** Every text in a config: it is secret as a whole. */
const canaries: Canaries = {};

/** Everything of a config that can be looked for. */
function plant(value: unknown, name: string): void {
  if (typeof value === "object" && value !== null) {
    for (const [key, each] of Object.entries(value)) plant(each, `${name} ${key}`);
  } else if (typeof value === "string" && value.includes("canary")) {
    canaries[name] = value;
  }
}

/** Every system with every parameter, and with each of two ways to authenticate. */
const declared = forms.map(([system, form], i) => {
  const { config, sent } = configOf(system, [...form, ...(systems[system]?.optional ?? [])]);
  plant(config, system);
  return { name: `one-${i}`, system, config, sent };
});

const make =
  (change: (config: Inputs) => Inputs = (config) => config) =>
  async () => {
    for (const { name, system, config } of declared) {
      // What a program without types hands over.
      const args = { instance: 1001, system, config: change(config) } as unknown as broker.IntegrationArgs;
      new broker.Integration(name, args);
    }
  };

test("all systems in one stack, and no parameter in plain state, output or event", () =>
  withEmulator(
    (emulator) =>
      withStack(
        "integrations",
        make(),
        {
          config: stackConfigOf(emulator),
        },
        async (stack) => {
          const texts: Texts = {};
          const keep = (more: Texts) => void Object.assign(texts, more);

          keep(textsOf("up", await stack.up({ flags: ["--diff"] }), stack));
          const { logs, metrics } = emulator.state();
          const held = [...logs, ...metrics].map(({ type, config }) => ({ type, config }));
          const wanted = declared.map(({ system: type, sent: config }) => ({ type, config }));
          expect(held).toHaveLength(wanted.length);
          expect(held).toEqual(expect.arrayContaining(wanted));
          expect((await stack.up()).changes).toEqual([]);

          emulator.clearRequests();
          expect((await stack.refresh()).changes).toEqual([]);
          const lists = ["logs", "metrics"].map((kind) => `GET /instance/api/integrations/${kind}`);
          expect(emulator.calls().sort()).toEqual(["GET /customer/api/instances/1001", ...lists]);

          emulator.patch(
            ...logs.map(({ id, config }) => {
              return { op: "set", in: "logs", id, fields: { config: { ...config, token: "theirs" } } } as const;
            }),
          );
          keep(textsOf("drift", await stack.refresh({ flags: ["--preview-only", "--diff"] }), stack));

          stack.program = make((config) => ({ ...config, foreign: "canary-foreign" }));
          canaries["foreign"] = "canary-foreign";
          const refused = await stack.preview({ exit: "failure" });
          expect(refused.text).toContain("config.foreign: is no parameter of");
          keep(textsOf("refused", refused, stack));

          stack.program = make(({ tags, ...config }) => config);
          emulator.clearRequests();
          // With a slot for each, and changes that take their time, all are written together: one look serves them.
          emulator.fault({ match: { method: "PUT" }, times: "always", fault: { delayMs: 2_000, real: true } });
          keep(textsOf("update", await stack.up({ flags: ["--diff", "--parallel", "32"] }), stack));
          expect(
            emulator
              .calls()
              .filter((call) => lists.includes(call))
              .sort(),
          ).toEqual(lists);
          keep(textsOf("destroy", await stack.destroy({ flags: ["--diff"] }), stack));
          expect([emulator.state().logs, emulator.state().metrics]).toEqual([[], []]);

          expect(Object.keys(canaries).length).toBeGreaterThan(60);
          expectNoSecrets(texts, canaries);
        },
      ),
    { speed: 60 },
  ));
