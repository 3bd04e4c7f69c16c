import { spawnSync } from "node:child_process";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot, temporaryFolder } from "../helpers/paths";
import { serveFolder } from "../helpers/program-folder";
import { sharedStack, stack } from "../helpers/shared-stack";

/** Needs the engine: what a person sees when a function refuses, in a program run by `pulumi preview`. */

const folder = temporaryFolder("program");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

sharedStack("refused", { speed: 300 }, () => {
  symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "program", main: "index.js" }));
});

const imports = 'const broker = require("pulumi-broker"); const pulumi = require("@pulumi/pulumi");\n';

/** Previews a program; answers the errors that the engine shows, and what Node prints. */
async function previewOf(program: string): Promise<{ errors: string[]; stderr: string }> {
  writeFileSync(join(folder, "index.js"), imports + program);
  const served = await serveFolder(folder);
  const flags = ["--stack", stack.name, `--client=${served.address}`, "--exec-kind", "auto.inline"];
  const run = await stack.cli(["preview", ...flags], { exit: "failure" }).finally(served.end);
  const errors = run.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message.trim());
  return { errors, stderr: served.stderr() };
}

test.each([
  ["an export", 'exports.n = broker.getNodes({ instance: "abc" });'],
  [
    "an export that is made of the answer, behind one that takes time",
    'exports.a = broker.getPlans(); exports.n = broker.getNodes({ instance: "abc" }).then((nodes) => nodes.length);',
  ],
  ["a promise that nobody looks at", 'void broker.getNodes({ instance: "abc" });'],
])("an id that is none ends the program with one line and no warning of Node: %s", async (_, program) => {
  await expect(previewOf(program)).resolves.toEqual({
    errors: [expect.stringMatching(/^getNodes: the id "abc" is not valid for the type Instance/)],
    stderr: "",
  });
});

// Without the engine, because the SDK takes a minute to end a program with a refused output among its exports.
test("outputs that are looked at late bring no warning of Node; a promise of the program's own does", () => {
  const program = `${imports}
    pulumi.runtime.setMocks({ newResource: () => ({}), call: () => { throw new Error("none"); } });
    const nodes = broker.getNodesOutput({ instance: 1 });
    const outputs = [nodes, nodes[0].name, pulumi.all([nodes, 1]), broker.getInstanceOutput({ id: 1 }).url];
    const own = new Promise((_, reject) => nodes.promise().catch(() => reject(new Error("own"))));
    process.on("unhandledRejection", (error) => {
      if (error.message === "own") setImmediate(look);
    });
    function look() {
      for (const output of outputs) output.apply(() => {}).promise().catch((error) => console.log(error.message));
      own.catch((error) => console.log(error.message));
    }`;
  writeFileSync(join(folder, "late.js"), program);
  const { stdout, stderr } = spawnSync(process.execPath, ["late.js"], { cwd: folder, encoding: "utf8" });
  const refused = Array<unknown>(4).fill(
    expect.stringMatching(/^get(Nodes|Instance): your Pulumi mocks gave no answer/),
  );
  expect(stdout.trim().split("\n").sort()).toEqual([...refused, "own"]);
  expect(stderr.match(/PromiseRejectionHandledWarning/g)).toHaveLength(1);
});
