import { execFile } from "node:child_process";
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { basic, withEmulator } from "../helpers/emulator";
import { read, repositoryRoot, temporaryFolder } from "../helpers/paths";
import { cliPath, offlineEnv } from "../helpers/stack";
import { compilerOptions } from "../helpers/user-project";

/** Needs the engine: the programs and tests of docs/testing.md as they stand there, with its jest and options. */

const page = read("docs/testing.md");

/** The files of the page: each block names its file in the first line, and one that goes on says so. */
const files = new Map<string, string>();
for (const [, text = ""] of page.matchAll(/^```(?:typescript|javascript)\n([\s\S]*?)^```$/gm)) {
  const name = /^\/\/ ([\w.-]+)/.exec(text)?.[1] ?? "";
  files.set(name, (files.get(name) ?? "") + text);
}

const folder = temporaryFolder("testing-page");

beforeAll(() => {
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, "package.json"), '{ "name": "shop", "private": true }');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs one test file of the page; answers the names of the tests that passed, and what jest printed. */
async function runTests(name: string, env: NodeJS.ProcessEnv): Promise<{ passed: string[]; text: string }> {
  const report = join(folder, `${name}.json`);
  const jest = join(repositoryRoot, "node_modules/jest/bin/jest.js");
  const args = [jest, "--runInBand", "--json", "--outputFile", report, name];
  const text = await new Promise<string>((resolve) =>
    execFile(process.execPath, args, { cwd: folder, env }, (_error, stdout, stderr) => resolve(stdout + stderr)),
  );
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as {
    testResults: { assertionResults: { title: string; status: string }[] }[];
  };
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  return { passed: results.filter(({ status }) => status === "passed").map(({ title }) => title), text };
}

const titlesIn = (name: string) => [...(files.get(name) ?? "").matchAll(/^test\("(.*)", /gm)].map(([, title]) => title);

test("every block of the page is run here", () => {
  expect([...files.keys()]).toEqual(["jest.config.js", "shop.ts", "mocks.test.ts", "emulator.test.ts"]);
  const blocks = [...page.matchAll(/^```(\w+)\n/gm)].map(([, language]) => language);
  expect(blocks.filter((language) => language !== "typescript" && language !== "javascript")).toEqual(["sh", "sh"]);
});

test("the control call of the page changes the tags of the broker 1001", async () => {
  const form =
    /^curl -u ":\$BROKER_API_KEY" -X (\w+) -H "content-type: (.*)" \\\n {2}-d '(.*)' \\\n {2}"\$\{BROKER_BASE_URL%\/instance\}(.*)"$/m;
  const [, method = "", type = "", body = "", path = ""] = form.exec(page) ?? [];
  await withEmulator(async ({ baseUrl, apiKey, state }) => {
    const headers = { "content-type": type, authorization: basic(apiKey) };
    const answer = await fetch(baseUrl.replace(/\/instance$/, "") + path, { method, headers, body });
    expect(page).toContain(`\`${await answer.text()}\``);
    expect(state().instances.find(({ id }) => id === 1001)?.tags).toEqual(["by hand"]);
  });
});

test("what the page installs is what its tests run with here", () => {
  const [, line = ""] = /^```sh\nnpm install --save-dev (.*)\n```$/m.exec(page) ?? [];
  const { devDependencies } = JSON.parse(read("package.json")) as {
    devDependencies: Record<string, string>;
  };
  expect(line.split(" ").filter((name) => devDependencies[name] === undefined)).toEqual([]);
  expect(line).not.toBe("");
});

test("the unit test with mocks passes, with no configuration and no CLI", async () => {
  const { passed, text } = await runTests("mocks.test.ts", { PATH: dirname(process.execPath), HOME: folder });
  expect({ text, passed }).toMatchObject({ passed: titlesIn("mocks.test.ts") });
  expect(passed).not.toEqual([]);
});

test("the tests against the emulator pass, on the real engine", async () => {
  // The backend and the passphrase are what the page itself says.
  const { PULUMI_BACKEND_URL, PULUMI_CONFIG_PASSPHRASE, ...offline } = offlineEnv(folder, folder);
  const env = { ...offline, PATH: dirname(cliPath()) + delimiter + (process.env["PATH"] ?? "") };
  const { passed, text } = await runTests("emulator.test.ts", env);
  expect({ text, passed }).toMatchObject({ passed: titlesIn("emulator.test.ts") });
  expect(passed.length).toBeGreaterThan(3);
});
