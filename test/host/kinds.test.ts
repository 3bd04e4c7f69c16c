import { stringsIn } from "../../provider/api/transport/clean";
import type { Fault } from "../../provider/emulator";
import { marksOf } from "../../provider/framework/kind/marks";
import { allUnknowns } from "../../provider/framework/kind/unknowns";
import { definitions } from "../../provider/resources/definitions";
import { expectNoSecrets, secretsOf } from "../helpers/canaries";
import { startTestEmulator, type TestEmulator } from "../helpers/emulator";
import { type Bag, type HostClient, HostError, hostClient } from "../helpers/host-client";
import { makeInstanceVpcs } from "../helpers/instance-vpcs";
import { kinds as rows } from "../kinds";
import type { Row } from "../kinds/kind";

/** Every kind of the lifecycle table on the real host: values not known yet, answers that say nothing, secrets. */

let emulator: TestEmulator;
let host: HostClient;

function startHost(): Promise<HostClient> {
  const { apiKey, customerUrl, baseUrl } = emulator;
  return hostClient({
    stub: "unused: each call names the handler of its kind",
    config: { "broker:apiKey": apiKey, "broker:customerUrl": customerUrl, "broker:baseUrl": baseUrl },
  });
}

beforeAll(async () => {
  emulator = await startTestEmulator({ speed: 400 });
  makeInstanceVpcs(emulator);
  host = await startHost();
});

afterAll(async () => {
  await host.close();
  await emulator.close();
});

const stubOf = (row: Row) => `exports.handler = () => require('pulumi-broker/host').${row.handler}`;

/** Inputs that a class gives where the program does not. */
const filledByClass: Record<string, Bag> = { plugin: { community: false } };

/** The inputs as the class hands them to the engine. */
function inputsOf(row: Row): Bag {
  const [instance = "", other = ""] = emulator.instances.map(({ id }) => String(id));
  const args = row.argsOf("args", { instance, other });
  return {
    __provider: stubOf(row),
    __urn: `urn:pulumi:t::t::${row.token}::one`,
    ...filledByClass[row.handler],
    ...args,
  };
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

const saysNothing: [string, Fault][] = [
  ["a page", { html: true }],
  ["a 401", { status: 401 }],
];

/** What became of one object of each kind, all made at once by one host and read by another. */
interface Seen {
  outs: Bag;
  /** The answers to a read, by what the service answered to it. */
  failed: Record<string, unknown>;
  id: string;
  read: string;
}

let seen: Record<string, Seen>;
let texts: Record<string, string>;

beforeAll(async () => {
  const entries = await Promise.all(
    rows.map(async (row) => [row.kind, { ...(await host.create(inputsOf(row))), failed: {}, read: "" }] as const),
  );
  seen = Object.fromEntries(entries);
  const ofAll = (work: (each: Seen) => Promise<void>) => Promise.all(Object.values(seen).map(work));
  // Another process, as a refresh is one: the first has the lists at hand.
  const reader = await startHost();
  for (const [what, fault] of saysNothing) {
    emulator.fault({ match: { method: "GET" }, times: "always", fault });
    await ofAll(async (each) => {
      each.failed[what] = await reader.read(each.id, each.outs).catch((error: unknown) => error);
    });
    emulator.clearFaults();
  }
  await ofAll(async (each) => {
    each.read = (await reader.read(each.id, each.outs)).id;
  });
  await ofAll(({ id, outs }) => host.delete(id, outs));
  await reader.close();
  await host.close();
  texts = Object.fromEntries(
    [host, reader].map((each, i) => [`host ${i}`, each.stdout() + each.stderr() + JSON.stringify(each.log)]),
  );
  host = await startHost();
});

describe.each(byKind)("%s", (kind, row) => {
  test.each(allUnknowns)("with %s at any depth is not refused", async (unknown) => {
    const variants = replacedAnywhere(inputsOf(row), unknown).slice(1) as Bag[];
    expect(variants.length).toBeGreaterThan(1);
    const checked = await Promise.all(variants.map((news) => host.check({}, news)));
    expect(checked.map(({ failures }) => failures)).toEqual(variants.map(() => []));
  });

  test("made and read: no answer that says nothing makes it gone, and no secret of it is shown", () => {
    const { id, outs, failed, read } = seen[kind] as Seen;
    expect(failed).toEqual(Object.fromEntries(saysNothing.map(([what]) => [what, expect.any(HostError)])));
    expect(read).toBe(id);

    const definition = definitions.find(({ handler }) => handler === row.handler);
    const marks = marksOf(definition!.schema);
    const secretNames = [
      ...Object.keys(marks).filter((name) => marks[name]?.secret),
      ...(definition!.secretOutputs ?? []),
    ];
    const own = secretNames.flatMap((name) => stringsIn(outs[name])).filter((text) => text.length >= 8);
    expectNoSecrets(texts, { ...secretsOf(emulator), ...Object.fromEntries(own.entries()) });
  });
});
