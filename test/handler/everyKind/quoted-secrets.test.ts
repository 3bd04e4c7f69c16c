import { stringsIn } from "../../../provider/api/transport/clean";
import { isUnquotable, marksOf } from "../../../provider/framework/kind/marks";
import { handlerName } from "../../../provider/framework/kind/tokens";
import { definitions } from "../../../provider/resources/definitions";
import { type Canaries, canary, expectNoSecrets, secretsOf } from "../../helpers/canaries";
import { cellsOf } from "../../helpers/cells";
import type { TestEmulator } from "../../helpers/emulator";
import type { Declared, Entry, HandlerStack, Handlers, Outcome } from "../../helpers/handlers";
import { withHandlers } from "../../helpers/handlers";
import { type DoorName, throughDoors } from "../../helpers/plugin-door";
import { type Subject, subjects } from "./answers-subjects";
import { always } from "./shared-scene";

type Values = Record<string, unknown>;

/** How a service quotes a secret: as it is, in pieces, and in other spellings. */
const quotes = (secret: string): string[] => [
  secret,
  `${secret.slice(0, -2)}…`,
  JSON.stringify(secret).replaceAll("/", "\\/"),
  encodeURIComponent(secret),
  Buffer.from(secret).toString("hex"),
  Buffer.from(secret).toString("base64"),
  `Basic ${Buffer.from(`:${secret}`).toString("base64")}`,
];

/** One text with every secret in every spelling. */
const quoteAll = (secrets: Canaries) => Object.values(secrets).flatMap(quotes).join(" ");

interface Scene {
  emulator: TestEmulator;
  one: HandlerStack;
  /** The program that state came from. */
  program: Declared;
  paths: string[];
  /** Every secret of the object and of the keys that lead to it. */
  secrets: Canaries;
  /** Those of them that the inputs or the configuration hold. */
  given: Canaries;
}

const secretMarks = (type: string) => {
  const definition = definitions.find((each) => handlerName(each) === type)!;
  const marks = marksOf(definition.schema);
  const outputs: readonly string[] = definition.secretOutputs ?? [];
  return {
    secretsIn: (name: string, value: unknown) =>
      isUnquotable(marks[name]) ? stringsIn(marks[name]?.credentials?.(value) ?? value) : [],
    secretOutputs: outputs,
    isSecret: (name: string) => isUnquotable(marks[name]) || outputs.includes(name),
    plainOutputs: (definition.outputs ?? []).filter((name) => !outputs.includes(name)),
  };
};

/** A value with each of these strings in it made a canary, which keeps its form. */
function planted(value: unknown, secret: readonly string[], name: string): unknown {
  if (typeof value === "string") return secret.includes(value) ? `${value}-${canary(name)}` : value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, planted(each, secret, key)]));
}

/** One object of a kind in state, with a canary in each secret input. */
function withSecrets(door: DoorName, subject: Subject, work: (scene: Scene) => Promise<void>): Promise<void> {
  const play = async ({ emulator, one }: Handlers) => {
    const { list, one: path } = await subject.prepare(one, emulator);
    const { secretsIn, secretOutputs } = secretMarks(subject.type);
    const inputs: Values = Object.fromEntries(
      Object.entries(one.entry("one").inputs)
        .filter(([name]) => !name.startsWith("__"))
        .map(([name, value]) => [name, planted(value, secretsIn(name, value), name)]),
    );
    const program = { type: subject.type, name: "one", inputs };
    expect((await one.up([program])).errors).toEqual([]);
    // The keys that lead to it; nobody can know another one.
    const { "account key 1": accountKey = "", "key of instance 1001": instanceKey = "" } = secretsOf(emulator);
    const secrets: Canaries = { accountKey, ...(path.startsWith("/instance/") && { instanceKey }) };
    const add = (values: readonly string[]) => {
      for (const value of values) secrets[`own secret ${Object.keys(secrets).length}`] = value;
    };
    for (const [name, value] of Object.entries(inputs)) add(secretsIn(name, value));
    const given = { ...secrets };
    for (const name of secretOutputs) add(stringsIn(one.entry("one").outputs[name as keyof Entry["outputs"]]));
    const paths = [...new Set([list ?? path, path])].map((each) => `${each}*`);
    await work({ emulator, one, program, paths, secrets, given });
  };
  return withHandlers(play, { door });
}

/** What anybody may see of state: all but the values of secret fields. */
const shownOf = (entries: readonly Entry[]) =>
  JSON.stringify(
    entries.map(({ type, id, inputs, outputs, initErrors }) => {
      const { isSecret } = secretMarks(type);
      const plain = (bag: Values) => Object.fromEntries(Object.entries(bag).filter(([name]) => !isSecret(name)));
      return { id, inputs: plain({ ...inputs }), outputs: plain({ ...outputs }), initErrors };
    }),
  );

function expectNoneShown({ one, secrets }: Scene, { errors, lines, told }: Outcome): void {
  expectNoSecrets(
    { errors: errors.join("\n"), lines: JSON.stringify(lines), state: shownOf(one.state), told: told.join("\n") },
    secrets,
  );
}

/** One run whose requests are refused so, with a quotation of every secret. */
async function refused(
  scene: Scene,
  methods: readonly string[],
  run: () => Promise<Outcome>,
  paths: readonly string[] = ["*"],
): Promise<Outcome> {
  const { emulator, secrets } = scene;
  const fault = { status: 422, body: { error: quoteAll(secrets) } };
  const matches = methods.flatMap((method) => paths.map((path) => ({ method, path })));
  emulator.fault(...matches.map((match) => ({ match, times: "always" as const, fault })));
  const outcome = await run();
  emulator.clearFaults();
  expectNoneShown(scene, outcome);
  return outcome;
}

const writes = ["POST", "PUT", "PATCH", "DELETE"];

describe.each(throughDoors(subjects))("of a $type through the $door door", ({ door, subject }) => {
  test("no refused request tells the secrets that the service quotes", () =>
    withSecrets(door, subject, async (scene) => {
      const { one, program, paths } = scene;
      const changed = { ...program, inputs: { ...program.inputs, ...subject.changed } };
      const told = [(await refused(scene, ["GET"], () => one.refresh(), paths)).errors];
      if (subject.changed !== undefined) told.push((await refused(scene, writes, () => one.up([changed]))).errors);
      if (!subject.staysWhenDeleted) {
        told.push((await refused(scene, writes, () => one.destroy())).errors);
        expect((await one.destroy()).errors).toEqual([]);
        // What the service makes next has other keys, and nobody knows those of the one that is gone.
        const next = { ...scene, secrets: scene.given };
        told.push((await refused(next, writes, () => one.up([changed]))).errors);
        // Made, and what follows refused: what state keeps of it tells nothing either.
        await refused(next, ["GET"], () => one.up([changed]), paths);
      }
      for (const errors of told) expect(errors).toEqual([expect.stringContaining("[secret]")]);
    }));
});

const texts = throughDoors(subjects).flatMap((each) =>
  cellsOf(each.door, secretMarks(each.type).plainOutputs, each.row, 3).map((output) => ({ ...each, output })),
);
const quoted = new Set<string>();

/** Outputs that the service shows in a field of another name. */
const fields: Record<string, string> = { providerId: "providerid", peeringId: "vpc_peering_connection_id" };

test.each(texts)(
  "the $output of a $type through the $door door tells no secret that the service quotes in it",
  ({ door, subject, type, output }) =>
    withSecrets(door, subject, async (scene) => {
      const { emulator, one, paths, secrets } = scene;
      const field = fields[output] ?? output.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const merge = { [field]: `\u001b[31m${quoteAll(secrets)}` };
      emulator.fault(...paths.map((path) => always(path, { merge })));
      expectNoneShown(scene, await one.refresh());
      expect(shownOf(one.state)).not.toContain("\\u001b");
      if (shownOf(one.state).includes("[secret]")) quoted.add(`${type}.${output}`);
    }),
);

test("the texts of the service that state shows are among them", () => {
  const among = [
    "webhook.lastStatus",
    "recipient.lastStatus",
    "integration.error",
    "eventBridge.status",
    "plugin.description",
    "vpcConnect.status",
    "vpcPeering.status",
    "vpc.providerId",
    "instance.providerId",
  ];
  expect([...quoted]).toEqual(expect.arrayContaining(among));
});
