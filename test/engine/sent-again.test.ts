import type * as pulumi from "@pulumi/pulumi";
import type { PulumiFn } from "@pulumi/pulumi/automation";
import * as broker from "pulumi-broker";
import { stackConfigOf } from "../helpers/broker-config";
import { startTestEmulator, type TestEmulator } from "../helpers/emulator";
import { createStack, type TestStack } from "../helpers/stack";

// A rotation and an action with the same triggers throughout: what makes them anew sends them once more, and nothing else
// does. What a killed run leaves is in rotation.test.ts and action-kill.test.ts.

let emulator: TestEmulator;
let stack: TestStack;

beforeAll(async () => {
  emulator = await startTestEmulator({ speed: 300 });
  stack = await createStack("sent-again", program("one"), { config: stackConfigOf(emulator) });
  await stack.up();
});

afterAll(async () => {
  await stack.remove();
  await emulator.close();
});

function program(name: string, options: pulumi.CustomResourceOptions = {}): PulumiFn {
  return async () => {
    const [first] = emulator.instances;
    const common = { instance: first!.id, triggers: ["the same"] };
    new broker.CredentialRotation(`key-${name}`, { ...common, credential: "password" }, options);
    new broker.BrokerAction(`action-${name}`, { ...common, action: "mgmt-restart" }, options);
  };
}

/** The URNs of both resources. */
async function urns(): Promise<string[]> {
  const { resources = [] } = stack.exportState().deployment;
  return resources.filter(({ type }) => type.includes("broker:")).map(({ urn }) => urn);
}

async function deleteFromState(): Promise<void> {
  for (const urn of await urns()) await stack.cli(["state", "delete", "--yes", "--stack", stack.name, urn]);
}

/** How often each of the two is sent while `work` runs. */
async function sentBy(work: () => Promise<unknown>): Promise<number[]> {
  emulator.clearRequests();
  await work();
  const paths = emulator.requests().map(({ path }) => path);
  return ["rotate-password", "mgmt-restart"].map((end) => paths.filter((path) => path.endsWith(end)).length);
}

const never = [0, 0];
const once = [1, 1];

test.each(["two", "one"])("renamed to %s, which replaces the resources, they are sent", async (name) => {
  stack.program = program(name);
  expect(await sentBy(() => stack.up())).toEqual(once);
  expect(await sentBy(() => stack.up())).toEqual(never);
});

test("out of the state after a refresh, they are sent; before any further run they are not, and a line says so", async () => {
  await stack.refresh();
  await deleteFromState();
  expect(await sentBy(() => stack.up())).toEqual(once);
  await deleteFromState();
  const texts: string[] = [];
  expect(await sentBy(async () => texts.push((await stack.up()).text))).toEqual(never);
  expect(texts[0]).toMatch(
    /mgmt-restart of instance 1001 was sent at .* not sent again; new triggers send it once more/,
  );
  expect(texts[0]).toMatch(
    /the rotation of the password of instance 1001 was sent at .* new triggers send it once more/,
  );
});

test("replaced with --replace, of which the engine asks no comparison, they are sent if a run has come in between", async () => {
  const flags = (await urns()).flatMap((urn) => ["--replace", urn]);
  expect(await sentBy(() => stack.up({ flags }))).toEqual(never);
  expect(await sentBy(() => stack.up())).toEqual(never);
  expect(await sentBy(() => stack.up({ flags }))).toEqual(once);
  expect(await sentBy(() => stack.up({ flags: ["--refresh"] }))).toEqual(never);
});

test("kept by retainOnDelete and declared again, they are sent; renamed with an alias they are not", async () => {
  // The run that adds the option sees the saved state.
  stack.program = program("one", { retainOnDelete: true });
  expect(await sentBy(() => stack.up())).toEqual(never);
  stack.program = async () => {};
  expect((await stack.up()).changes.sort()).toEqual(["delete action-one", "delete key-one"]);
  stack.program = program("one");
  expect(await sentBy(() => stack.up())).toEqual(once);
  stack.program = async () => {
    const [first] = emulator.instances;
    const common = { instance: first!.id, triggers: ["the same"] };
    const alias = (name: string) => ({ aliases: [{ name }] });
    new broker.CredentialRotation("key", { ...common, credential: "password" }, alias("key-one"));
    new broker.BrokerAction("action", { ...common, action: "mgmt-restart" }, alias("action-one"));
  };
  expect(await sentBy(() => stack.up())).toEqual(never);
  expect(await sentBy(() => stack.destroy())).toEqual(never);
});
