import { canary, expectNoSecrets, secretsOf } from "../helpers/canaries";
import { type TestEmulator, withEmulator } from "../helpers/emulator";
import { fillAccount, type Held } from "../helpers/large-account";
import { type Project, withProject } from "../helpers/project";

/** How many instances the account holds. Things of all kinds are on 3; 40 hold 1,650 things and take many minutes. */
const instances = Number(process.env["ADOPT_INSTANCES"] ?? 3);

// Hundreds of runs of the CLI take long where the machine has other work.
jest.setTimeout(3_600_000);

const keyOf = ({ type, id }: { type: string; id?: string }) => `${type.replace(/^.*:/, "")} ${id}`;

/** Has an account taken over by one command; checks that all of it is in state, and that nothing changes afterwards. */
async function adoptAll(emulator: TestEmulator, project: Project, held: readonly Held[]) {
  emulator.clearRequests();
  const { stdout, stderr } = await project.run(["adopt", "--stack", "dev"]);
  expect(emulator.writes()).toEqual([]);
  const resources = project.resources();
  // A maintenance passes by itself, which the summary says.
  const planned = held.filter(({ type }) => type === "MaintenanceDate");
  for (const { id } of planned) expect(stdout).toContain(`maintenance ${id.split("/").at(-1)} of instance`);
  // A firewall as the service makes it, with its one rule, is no declaration.
  const closed = emulator.state().firewalls.filter(({ rules }) => rules.length !== 1 || rules[0]!.ip !== "0.0.0.0/0");
  const isUsual = ({ type, id, isGiven }: Held) =>
    type === "FirewallRuleSet" && isGiven && !closed.some((each) => id === `${each.instance_id}/firewall`);
  // Nothing may remove the only admin, and a destroy of the stack would fail.
  expect(stdout).toContain("team member admin@example.com");
  const isLeftOut = (each: Held) => planned.includes(each) || isUsual(each) || each.id === "admin@example.com";
  const things = held.filter((each) => !isLeftOut(each));
  expect(resources.map(keyOf).sort()).toEqual(things.map(keyOf).sort());
  expect(stdout.match(/^peering .* nobody has accepted this peering/gm)).toHaveLength(1);
  expect(resources.filter(({ protect }) => !protect)).toEqual([]);

  await project.compile();
  await project.pulumi(["refresh", "--expect-no-changes", "--yes", "--skip-preview"]);
  expect(emulator.writes()).toEqual([]);
  return { stdout, stderr };
}

/** Changes one line of the program, and expects that `up` changes just that: the rest is unchanged. */
async function changeOneLine(emulator: TestEmulator, project: Project): Promise<void> {
  const [changed] = Object.entries(project.program()).filter(([, text]) => text.includes("concurrency: 7"));
  const [file = "", text = ""] = changed ?? [];
  project.write(file, text.replace("concurrency: 7", "concurrency: 8"));
  const { steps } = await project.pulumi(["up", "--yes", "--skip-preview"]);
  const changes = steps.filter(({ op }) => op !== "same");
  expect(changes.map(({ op, urn }) => [op, urn])).toEqual([["update", expect.stringContaining("broker:Webhook::")]]);
  expect(emulator.writes()).toMatchObject([{ method: "PUT", path: expect.stringMatching(/\/webhooks\//) }]);
}

/** Destroys everything that was taken over, and expects that nothing of it is left. */
async function destroyAll(emulator: TestEmulator, project: Project): Promise<void> {
  emulator.clearRequests();
  expect((await project.pulumi(["destroy", "--yes", "--skip-preview"], "failure")).text).toMatch(/protect/);
  expect(emulator.writes()).toEqual([]);
  await project.pulumi(["state", "unprotect", "--all", "--yes"]);
  await project.pulumi(["destroy", "--yes", "--skip-preview"]);
  expect(project.resources()).toEqual([]);
  // The update at the end of adopt has recorded the order: a network goes when the brokers in it are gone.
  expect(emulator.received("DELETE", /^\/customer/).filter(({ status }) => status >= 400)).toEqual([]);
  const { instances, vpcs } = emulator.state();
  expect([...instances, ...vpcs].filter(({ goneAt }) => goneAt === null)).toEqual([]);
}

test("an account with hostile names comes under Pulumi by one command that only reads, and is then unchanged; no secret shows anywhere, and its destroy leaves nothing", () =>
  withEmulator(async (emulator) => {
    const secret = canary("adopted");
    const held = await fillAccount(emulator, { instances, names: "hostile", canary: secret });
    await withProject(emulator, async (project) => {
      const said = await adoptAll(emulator, project, held);
      const printed = { stdout: said.stdout, stderr: said.stderr, arguments: project.calls().join("\n") };
      const texts = { ...printed, ...project.texts(), state: project.checkpointFile() };
      expectNoSecrets(texts, { ...secretsOf(emulator), secret });
      const others = project.files().filter((file) => !file.endsWith(".ts"));
      expect([others, project.temporaryFiles()]).toEqual([["Pulumi.dev.yaml"], []]);
      await changeOneLine(emulator, project);
      await destroyAll(emulator, project);
    });
  }));
