import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RecordOf, StateChange } from "../../provider/emulator";
import { fixtureInstanceKey, fixtureProgram, fixtureUri } from "../fixtures/program";
import { expectNoSecrets } from "../helpers/canaries";
import type { TestEmulator } from "../helpers/emulator";
import { read, repositoryRoot } from "../helpers/paths";
import { onStack } from "../helpers/shared-stack";
import type { Deployment, TestStack } from "../helpers/stack";

/** Needs the engine: it reads the states that it wrote for earlier releases. */

const fixtures = join(repositoryRoot, "test", "fixtures", "state");
const releases = readdirSync(fixtures);

/** What the service held when the state was written. */
function restoreService(emulator: TestEmulator, release: string): void {
  const text = readFileSync(join(fixtures, release, "service.json"), "utf8");
  const held: { vpcs: RecordOf<"vpcs">[]; webhooks: RecordOf<"webhooks">[] } = JSON.parse(text);
  emulator.patch(
    { op: "set", in: "instances", id: 1002, fields: { apikey: fixtureInstanceKey } },
    ...held.vpcs.map((fields): StateChange => ({ op: "add", in: "vpcs", fields: { ...fields, readyAt: 0 } })),
    ...held.webhooks.map((fields): StateChange => ({ op: "add", in: "webhooks", fields })),
  );
}

/** The state as the engine exported it then, with this emulator's address and key. */
function stateOf(emulator: TestEmulator, release: string): Deployment {
  const text = readFileSync(join(fixtures, release, "stack.json"), "utf8");
  return JSON.parse(text.replaceAll("http://emulator", emulator.url).replaceAll("<account key>", emulator.apiKey));
}

const changesOf = (run: { changes: string[] }) => run.changes.filter((change) => !/^(read|refresh) /.test(change));

async function liveOn(stack: TestStack, emulator: TestEmulator, release: string): Promise<void> {
  await stack.importState(stateOf(emulator, release));
  expectNoSecrets({ checkpoint: stack.checkpointFile() }, { fixtureUri, fixtureInstanceKey, account: emulator.apiKey });

  const drift = await stack.refresh({ flags: ["--preview-only"] });
  // What is not finished is still to be finished, and then is; nothing else is touched.
  expect(changesOf(drift)).toEqual(["update pending"]);
  expect(changesOf(await stack.preview())).toEqual(["update pending"]);
  emulator.clearRequests();
  expect(changesOf(await stack.up())).toEqual(["update pending"]);
  expect(emulator.calls().filter((call) => call.startsWith("POST"))).toEqual([]);
  expect(changesOf(await stack.preview())).toEqual([]);
  expect(changesOf(await stack.refresh())).toEqual([]);

  emulator.patch({ op: "set", in: "vpcs", id: 5001, fields: { name: "edited" } });
  const found = await stack.refresh({ flags: ["--preview-only", "--expect-no-changes"], exit: 7 });
  expect(found.steps.filter(({ op }) => op === "update").map(({ name }) => name)).toEqual(["net"]);

  stack.program = fixtureProgram({ queue: "others", tags: ["c"] });
  expect(changesOf(await stack.up()).sort()).toEqual(["update hook", "update net"]);
  const { vpcs, webhooks } = emulator.state();
  expect(vpcs.find(({ id }) => id === 5001)).toMatchObject({ name: "net", tags: ["c"] });
  expect(webhooks.map(({ queue }) => queue).sort()).toEqual(["keyed", "others"]);

  await stack.destroy();
  expect([...emulator.state().vpcs.filter(({ goneAt }) => goneAt === null), ...emulator.state().webhooks]).toEqual([]);
}

test.each(releases)("state that release %s wrote is read, diffed, refreshed, updated and deleted", (release) =>
  onStack("fixture", { speed: 100 }, async ({ emulator, stack }) => {
    restoreService(emulator, release);
    stack.program = fixtureProgram();
    await liveOn(stack, emulator, release);
  }),
);

test("there is such a state of the version at hand", () => {
  const { version } = JSON.parse(read("package.json"));
  expect(releases).toContain(version);
});
