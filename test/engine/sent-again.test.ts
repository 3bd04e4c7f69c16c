import * as broker from "pulumi-broker";
import { emulator, sharedStack, stack } from "../helpers/shared-stack";

/**
 * Needs the engine: `--replace` is its own way to make a resource anew. The handler tier has the other ways.
 * A rotation and an action have the same triggers throughout. What makes them anew sends them once more, and nothing else does.
 */

sharedStack("sent-again", { speed: 300 }, async () => {
  const [first] = emulator.instances;
  const common = { instance: first!.id, triggers: ["the same"] };
  stack.program = async () => {
    new broker.CredentialRotation("key", { ...common, credential: "password" });
    new broker.BrokerAction("action", { ...common, action: "mgmt-restart" });
  };
  await stack.up();
});

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
