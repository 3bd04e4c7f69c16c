import type * as pulumi from "@pulumi/pulumi";
import type { PulumiFn } from "@pulumi/pulumi/automation";
import * as broker from "pulumi-broker";
import { emulator, sharedStack, stack } from "../helpers/shared-stack";

/**
 * Needs the engine: `--replace`, retainOnDelete and aliases are its own ways to make a resource anew, or not.
 * A rotation and an action have the same triggers throughout. What makes them anew sends them once more, and nothing else does.
 */

sharedStack("sent-again", { speed: 300 }, async () => {
  stack.program = program("one");
  await stack.up();
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

/** How often each of the two is sent while `work` runs. */
async function sentBy(work: () => Promise<unknown>): Promise<number[]> {
  emulator.clearRequests();
  await work();
  const paths = emulator.requests().map(({ path }) => path);
  return ["rotate-password", "mgmt-restart"].map((end) => paths.filter((path) => path.endsWith(end)).length);
}

const never = [0, 0];
const once = [1, 1];

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
