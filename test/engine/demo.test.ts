import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { lazySdk, repositoryRoot, temporaryFolder } from "../helpers/paths";
import { run } from "../helpers/user-project";

/** Needs the engine: the demo shows its runs. */

async function node(...args: string[]): Promise<{ code: number; text: string }> {
  const env = { NODE_OPTIONS: `--require "${lazySdk}"` };
  const { code, stdout, stderr } = await run(process.execPath, args, repositoryRoot, env);
  return { code, text: stdout + stderr };
}

/** The demo with something that is not as it should be; `options` is the text of its further options. */
function brokenDemo(folder: string, options: string): ReturnType<typeof node> {
  const tool = (name: string) => pathToFileURL(join(repositoryRoot, "tools", name));
  const script = join(folder, "broken.mjs");
  writeFileSync(
    script,
    `import { findCli } from "${tool("pulumi-cli.mjs")}";
    import { runDemo } from "${tool("demo-run.mjs")}";
    const print = (text) => process.stdout.write(text);
    process.exitCode = (await runDemo({ cli: await findCli(), print, ${options} })) ? 0 : 1;`,
  );
  return node(script);
}

/** Runs a test with a folder of its own, because most of a demo is waiting, and all can wait at once. */
async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = temporaryFolder("demo");
  await work(folder).finally(() => rmSync(folder, { recursive: true }));
}

const marked = (text: string, mark: string) => text.split("\n").filter((line) => line.startsWith(`  ${mark}`));

test.concurrent("the demo shows every step and finds each as it should be", async () => {
  const { code, text } = await node("tools/demo.mjs");
  expect([code, marked(text, "✗")]).toEqual([0, []]);
  for (const shown of [
    /^ \+ {2}pulumi-nodejs:dynamic\/broker:Vpc network creating \(\d+s\) waiting for VPC \d+ \(0s\): being created$/m,
    /^ {4}networkId +: "\d+"$/m,
    / network updating .*\[diff: ~tags\]/,
    /^ \+ {2}pulumi-nodejs:dynamic\/broker:Instance shop creating \(\d+s\).* waiting for instance \d+ \(0s\): being created$/m,
    / shop updating .*\[diff: ~plan\]; waiting for instance \d+ to be on clustered-large-1/,
    / network update \[diff: ~tags\]/,
    / shop update \[diff: ~config\]/,
    / {2}✓ exit code: 7$/m,
    /^ {4}error: .*write 10\.56\.72\.0\/24 instead$/m,
    / network deleting .* waiting for VPC \d+ to be gone/,
    /^Instance +\d+ +orders$/m,
    /^Taken over into stack demo: \d+ resources \(.*2 Instance.*The preview shows no change to them\.$/m,
    / {2}✓ the stack holds, protected: Instance \d+, Instance \d+, FirewallRuleSet .*, Webhook \d+\/webhooks\/\d+$/m,
    /^ {4}\d+ unchanged$/m,
    /^── Summary$/m,
  ]) {
    expect(text).toMatch(shown);
  }
  expect(text).toMatch(/All (\d+) steps went as expected\.\n\nnpm run demo -- --open keeps the emulator up/);
});

test.concurrent("the demo fails where the service only says that it did what it was asked", () =>
  withFolder(async (folder) => {
    // The first PUT settles the VPC just made; the second is the change of its tags.
    const fault = { raw: '{"message":"Changes saved"}' };
    const rule = { match: { method: "PUT", path: "/api/vpcs/*" }, skip: 1, fault };
    const { code, text } = await brokenDemo(folder, `prepare: (emulator) => emulator.fault(${JSON.stringify(rule)})`);
    expect(code).toBe(1);
    expect(marked(text, "✗")).toEqual([
      expect.stringMatching(/the service holds: .*"vpcs".*owner:platform[^;]*; expected: .*"vpcs".*owner:web/),
      expect.stringContaining("Change a tag and a setting in place"),
    ]);
    expect(text).toMatch(/Step 4 of \d+ did not go as expected\.\n$/);
  }));
