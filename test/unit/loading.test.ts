import { execFileSync } from "node:child_process";
import { join, relative } from "node:path";
import { repositoryRoot } from "../helpers/paths";

/** What each entry of the built package loads: every file that is loaded for nothing costs each run time. */

const shared = (...names: string[]) => names.map((name) => `dist/shared/${name}.js`);

const known = new Map<string, string[]>();

/** The files that a new process loads by some code, as paths in this repository. The same code is run once. */
function loadedBy(code: string): string[] {
  const before = known.get(code);
  if (before !== undefined) return before;
  const script = `
    process.on("exit", () => require("node:fs").writeSync(1, JSON.stringify(Object.keys(require.cache))));
    ${code};
  `;
  const options = { cwd: repositoryRoot, encoding: "utf8" } as const;
  const paths = JSON.parse(execFileSync(process.execPath, ["-e", script], options)) as string[];
  const loaded = paths.map((path) => relative(repositoryRoot, path));
  known.set(code, loaded);
  return loaded;
}

const ofPulumi = (path: string) => path.startsWith(join("node_modules", "@pulumi"));
const ownFiles = (paths: string[]) => paths.filter((path) => !path.startsWith("node_modules")).sort();

const ofHost = ["api", "ask", "config", "dynamic", "framework", "resources"];
test.each([
  ["", ["dist/index.js", ...shared(...[...ofHost, "components", "functions", "provider"].sort())]],
  ["/host", ["dist/host.js", ...shared(...ofHost)]],
  ["/client", ["dist/client.js", ...shared("api")]],
  ["/emulator", ["dist/emulator/index.js", ...shared("emulator")]],
])("pulumi-broker%s loads the parts that it uses, and no other", (entry, files) => {
  const loaded = ownFiles(loadedBy(`require("pulumi-broker${entry}")`));
  expect(loaded.filter((path) => !/\/(rolldown-runtime|zod)\.js$/.test(path))).toEqual(files);
});

test.each(["/client", "/emulator"])("pulumi-broker%s loads nothing of Pulumi", (entry) => {
  expect(loadedBy(`require("pulumi-broker${entry}")`).filter(ofPulumi)).toEqual([]);
});

test("HTTP is loaded by the first request, and no package but the Pulumi SDK before", () => {
  const packagesOf = (code: string) =>
    new Set(loadedBy(code).flatMap((path) => /^node_modules\/((@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []));
  const sdk = packagesOf(`require("@pulumi/pulumi")`);
  const added = (code: string) => [...packagesOf(code)].filter((name) => !sdk.has(name));
  const open = (url: string) =>
    `const client = require("pulumi-broker/client").createClient({ apiKey: "key", customerUrl: ${url}, baseUrl: ${url} })`;
  const opening = open(`"http://[::1]"`);
  expect(added(`require("pulumi-broker"); require("pulumi-broker/host").instance; ${opening}`)).toEqual([]);
  const asking = `
    require("pulumi-broker/emulator").startEmulator().then(async ({ customerUrl, close }) => {
      ${open("customerUrl")};
      await client.plans.list().catch(() => undefined);
      await client.close();
      await close();
    });
  `;
  expect(added(asking)).toEqual(["undici"]);
});

test("the provider plugin loads gRPC and the messages of the SDK, and none of its classes", () => {
  // The plugin ends with its stdin, and prints its port, which is left out here.
  const loaded = loadedBy(`process.stdout.write = () => true; require("./dist/plugin/main.js")`);
  expect(ownFiles(loaded)).toEqual(["dist/plugin/main.js"]);
  const modules = loaded.filter(ofPulumi).map((path) => path.replace(/\w+\.js$/, ""));
  expect([...new Set(modules)].sort()).toEqual(["node_modules/@pulumi/pulumi/proto/"]);
});
