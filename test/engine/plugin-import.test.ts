import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pluginToken } from "../../provider/framework/kind/tokens";
import { runCommand, withCli } from "../helpers/command";
import { withEmulator } from "../helpers/emulator";
import { fillAccount } from "../helpers/large-account";
import { startSuite } from "../helpers/lifecycle-suite";
import { yamlLanguageMs } from "../helpers/yaml-language";
import { withYamlStack, type YamlStack } from "../helpers/yaml-stack";
import { kinds as rows } from "../kinds";

/** Needs the engine: what `pulumi import` prints through the plugin is unchanged by the next preview. */

interface Entry {
  type: string;
  name: string;
  id: string;
}

/** Imports entries, and makes the code that the CLI prints the stack's program. */
async function importAll(stack: YamlStack, file: string): Promise<string> {
  const code = join(stack.shell.cwd, "imported.yaml");
  const flags = ["--file", file, "--out", code, "--protect=false"];
  await stack.cli(["import", ...flags, "--yes", "--skip-preview", "--stack", stack.name]);
  const text = readFileSync(code, "utf8");
  stack.declare(text);
  return text;
}

function writeEntries(stack: YamlStack, resources: readonly Entry[]): string {
  const file = join(stack.shell.cwd, "import.json");
  writeFileSync(file, JSON.stringify({ resources }));
  return file;
}

/** Refreshes, previews and updates a stack, and fails unless none of them has a change to make. */
async function expectNoChanges(stack: YamlStack): Promise<void> {
  await stack.run("refresh", "--expect-no-changes");
  // Without `--skip-preview` one command both previews and updates.
  await stack.cli(["up", "--yes", "--expect-no-changes", "--stack", stack.name]);
}

test(
  "each kind: the code previews unchanged, and nothing is written",
  async () => {
    const suite = await startSuite("plugin-import", rows);
    // VPC connect is enabled before its firewall rule is in force. A firewall that is imported in between changes later.
    suite.emulator.patch({ op: "set", in: "timings", id: 1, fields: { configuringFirewall: [0, 0] } });
    try {
      suite.learn(await suite.stack.up());
      suite.clear();
      expect(suite.emulator.state().firewalls.filter(({ change }) => change !== null)).toEqual([]);
      await withYamlStack("imported", suite.emulator, {}, async (stack) => {
        stack.declare({ resources: {} });
        const entries = rows.map((row) => ({
          type: pluginToken({ type: row.className }),
          name: `main-${row.kind}`,
          id: suite.at(row).id,
        }));
        await importAll(stack, writeEntries(stack, entries));
        await expectNoChanges(stack);
        expect(suite.emulator.writes()).toEqual([]);
      });
    } finally {
      await suite.close();
    }
  },
  yamlLanguageMs,
);

test(
  "a whole account: `adopt --import-file` writes the file, and the code previews unchanged",
  () =>
    withEmulator(async (emulator) => {
      const held = await fillAccount(emulator, { instances: 4, names: "plain" });
      await withYamlStack("account", emulator, { showsSecrets: true }, async (stack) => {
        stack.declare({ resources: {} });
        emulator.clearRequests();
        const shell = { ...stack.shell, env: withCli(stack.shell.env) };
        const adopt = (...args: string[]) => runCommand(["adopt", ...args, "--stack", stack.name], shell);
        expect(await adopt("--import-file", "account.json")).toMatchObject({
          code: 0,
          stderr: expect.stringContaining("pulumi import --file account.json"),
        });
        const file = join(stack.shell.cwd, "account.json");
        expect(statSync(file).mode & 0o077).toBe(0);
        const { resources } = JSON.parse(readFileSync(file, "utf8")) as { resources: Entry[] };
        expect(resources.length).toBeGreaterThan(held.length / 2);
        // Two brokers stand in one network, and both show its peerings.
        const peerings = (from: readonly { type: string; id: string }[]) =>
          from.filter(({ type }) => type.endsWith("VpcPeering")).map(({ id }) => id);
        expect(peerings(resources).sort()).toEqual(peerings(held).sort());

        const again = await adopt("--import-file", "account.json");
        expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("account.json already exists") });
        await importAll(stack, file);
        rmSync(file);
        await expectNoChanges(stack);
        expect(emulator.writes()).toEqual([]);
        // What is new gets a name that the stack does not have, and nothing else is taken over.
        const webhook = emulator.state().webhooks[0];
        const { id: _id, ...fields } = webhook ?? { id: 0 };
        const added = emulator.patch({ op: "add", in: "webhooks", fields })[0];
        const known = stack.exportState().deployment.resources ?? [];
        expect(await adopt("--import-file", "more.json")).toMatchObject({ code: 0 });
        const more = JSON.parse(readFileSync(join(stack.shell.cwd, "more.json"), "utf8")) as { resources: Entry[] };
        expect(more.resources).toMatchObject([{ id: `${webhook?.instance_id}/webhooks/${added}` }]);
        const names = known.map(({ urn }) => urn.split("::").at(-1));
        expect(names).not.toContain(more.resources[0]?.name);
        emulator.patch({ op: "delete", in: "webhooks", id: Number(added) });
        expect(await adopt("--import-file", "account.json")).toMatchObject({
          code: 0,
          stdout: expect.stringContaining("There is nothing to take over"),
        });
      });
    }),
  yamlLanguageMs,
);

/** Ids that are not those of any object of the kind, and what is said of each. */
const wrongIds: Record<string, Record<string, RegExp>> = {
  Vpc: {
    "5999": /^resource '5999' does not exist$/,
    "x\u202e\u001b[2Jy": /^the id "x\\u202e\\u001b\[2Jy" is not valid for the type Vpc/,
  },
  Webhook: {
    "1001/alarms/1":
      /^the id "1001\/alarms\/1" is not valid for the type Webhook: write it in the form <instance>\/webhooks\/<number>/,
    "9999/webhooks/1": /^resource '9999\/webhooks\/1' does not exist$/,
  },
};

test(
  "an id of nothing, of another kind, or of no form: one line each, and nothing is kept",
  () =>
    withEmulator((emulator) =>
      withYamlStack("wrong-ids", emulator, {}, async (stack) => {
        stack.declare({ resources: {} });
        for (const [type, ids] of Object.entries(wrongIds)) {
          for (const [id, why] of Object.entries(ids)) {
            const flags = ["--yes", "--skip-preview", "--stack", stack.name];
            const run = await stack.cli(["import", `broker:index:${type}`, "one", id, ...flags], { exit: "failure" });
            // The engine shows the error of a row, and once more as that of the run.
            const errors = run.text
              .split("\n")
              .flatMap((line) => /^ *error: (?:.*step application failed: )?(.*)/.exec(line)?.[1] ?? []);
            expect({ id, errors: [...new Set(errors)] }).toEqual({ id, errors: [expect.stringMatching(why)] });
            expect(run.stdout + run.stderr).not.toContain("\u001b[2J");
          }
        }
        const { resources = [] } = stack.exportState().deployment;
        expect(resources.filter(({ type }) => type.startsWith("broker:"))).toEqual([]);
      }),
    ),
  yamlLanguageMs,
);

// During `pulumi import` the engine asks about the object alone, and tells nothing of the stack's other resources.
test(
  "a second import of one object: refused by the next preview, until one of the two leaves the program",
  () =>
    withEmulator((emulator) =>
      withYamlStack("second", emulator, {}, async (stack) => {
        const properties = { name: "theirs", region: "provider-a::region-1", subnet: "10.9.0.0/24" };
        const id = `${emulator.patch({ op: "add", in: "vpcs", fields: properties })[0]}`;
        const vpc = { type: "broker:Vpc", properties };
        stack.declare({ resources: {} });
        const entry = (name: string) => ({ type: "broker:index:Vpc", name, id });
        const file = writeEntries(stack, [entry("one"), entry("two")]);
        const flags = ["--yes", "--skip-preview", "--protect=false", "--stack", stack.name];
        const together = await stack.cli(["import", "--file", file, ...flags], { exit: "failure" });
        expect(together.text).toMatch(
          /Vpc "(one|two)": this resource and the resource Vpc "(one|two)" manage the same object Vpc 5001/,
        );
        for (const name of ["one", "two"]) {
          const known = (stack.exportState().deployment.resources ?? []).map(({ urn }) => urn.split("::").at(-1));
          if (!known.includes(name)) await stack.cli(["import", "broker:index:Vpc", name, id, ...flags]);
        }
        stack.declare({ resources: { one: vpc, two: vpc } });
        const next = await stack.cli(["preview", "--stack", stack.name], { exit: "failure" });
        expect(next.text).toMatch(
          /Vpc "(one|two)": this resource and the resource Vpc "(one|two)" manage the same object Vpc 5001: remove one of/,
        );
        stack.declare({ resources: { two: vpc } });
        await stack.run("up");
        await stack.run("preview", "--expect-no-changes");
        expect(emulator.state().vpcs.map(({ name, goneAt }) => [name, goneAt])).toEqual([["theirs", null]]);
        expect(emulator.writes()).toEqual([]);
      }),
    ),
  yamlLanguageMs,
);
