import { lazySdk, repositoryRoot } from "../helpers/paths";
import { run } from "../helpers/user-project";

/** Needs the engine: the demo shows its runs. */

/** Node with these arguments, to its end. */
async function node(...args: string[]): Promise<{ code: number; text: string }> {
  const env = { NODE_OPTIONS: `--require "${lazySdk}"` };
  const { code, stdout, stderr } = await run(process.execPath, args, repositoryRoot, env);
  return { code, text: stdout + stderr };
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
    /^ {4}error: .*the network is 10\.56\.72\.0\/24$/m,
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
