import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cliEnvironment, explainPulumiFailure, findProject, noProject } from "../../../provider/cli/pulumi";
import { temporaryFolder } from "../../helpers/paths";

test("a project is found from a folder within it, with the folder of its packages", () => {
  const folder = temporaryFolder("project");
  const below = join(folder, "src", "deep");
  mkdirSync(below, { recursive: true });
  const file = join(folder, "Pulumi.yaml");
  const packagesOf = (text: string) => {
    writeFileSync(file, text);
    return findProject(below)?.packages;
  };
  expect(findProject(below)).toBeUndefined();
  expect(packagesOf("name: shop\nruntime: nodejs\n")).toBe(folder);
  expect(findProject(folder)).toMatchObject({ file, packages: folder });
  expect(packagesOf("name: shop\nmain: src/\nruntime: nodejs\n")).toBe(join(folder, "src"));
  expect(packagesOf('name: shop\nmain: "src/index.ts"\n')).toBe(join(folder, "src"));
  expect(packagesOf('{"name":"shop","runtime":"nodejs","main":"/elsewhere"}')).toBe("/elsewhere");
  expect(packagesOf("\uFEFFmain: my program/ # ours\r\nname: shop\r\n")).toBe(join(folder, "my program"));
  expect(packagesOf("name: shop\nmain: 'my program'\n")).toBe(join(folder, "my program"));
  expect(packagesOf("name: shop\nconfig:\n  main: north\n")).toBe(folder);
  expect(packagesOf("name: main\ndescription: the main: one\n")).toBe(folder);
  // A folder of this name is no project, as for Pulumi.
  rmSync(file);
  mkdirSync(file);
  expect(findProject(below)).toBeUndefined();
  rmSync(folder, { recursive: true });
});

test.each([
  ["error: no Pulumi.yaml project file found (searching upwards from /a)", noProject],
  [
    "warning: old\nerror: no stack selected; please use `pulumi stack select`",
    /^no stack is selected. Do one of these: run /,
  ],
  ["error: PULUMI_ACCESS_TOKEN must be set for login during non-interactive CLI sessions", /^nobody is logged in/],
  [
    "error: failed to load language plugin nodejs: no language plugin 'pulumi-language-nodejs' found in the workspace",
    /^this Pulumi CLI lacks pulumi-language-nodejs, the part that runs the program: install the CLI with all its files /,
  ],
  ["error: something\u001b[31m else\nhelp", "the Pulumi CLI failed and says: something [31m else"],
  ["panic: what\n", "the Pulumi CLI failed and says: panic: what"],
  ["", 'the Pulumi CLI ended with exit code 255 and no message: run "pulumi stack export" by hand'],
])("%j is explained in one line", (stderr, line) => {
  const text = explainPulumiFailure({
    command: "pulumi stack export",
    code: 255,
    stdout: "",
    stderr,
    isTooSlow: false,
  });
  expect(text).toEqual(typeof line === "string" ? line : expect.stringMatching(line));
  expect(text).not.toContain("\n");
});

test("variables that would change what a command means do not reach the CLI, and those that say where things are do", () => {
  const where = {
    ...{ PATH: "/bin", PULUMI_STACK: "dev", PULUMI_BACKEND_URL: "file:///b" },
    ...{ PULUMI_OPTION_STACK: "dev", PULUMI_OPTION_CONFIG_FILE: "dev.yaml" },
  };
  const meaning = "SKIP_CONFIRMATIONS RUN_PROGRAM SKIP_CHECKPOINTS OPTION_TARGET OPTION_REFRESH";
  const names = `${meaning} ENABLE_LEGACY_DIFF ENABLE_LEGACY_REFRESH_DIFF`.split(" ");
  const given = Object.fromEntries(names.map((name) => [`PULUMI_${name}`, "true"]));
  const reached = Object.entries(cliEnvironment({ ...where, ...given })).filter(([, value]) => value !== undefined);
  const ours = { PULUMI_SKIP_UPDATE_CHECK: "true", PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" };
  expect(Object.fromEntries(reached)).toEqual({ ...where, ...ours });
});
