import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { repositoryRoot, temporaryFolder } from "../helpers/paths";
import { findCli, mustRun, pack, run } from "../helpers/user-project";
import { dueNotices, noticesIn } from "./notices";

interface Manifest {
  repository: { url: string };
  homepage: string;
  bugs: { url: string };
  main: string;
  types: string;
  exports: Record<string, string | { types: string; default: string }>;
  bin: Record<string, string>;
  dependencies: Record<string, string>;
  scripts: Record<string, string>;
}

const folder = temporaryFolder("package");
const unpacked = join(folder, "package");
let files: { path: string; mode: number }[] = [];
let manifest: Manifest;

beforeAll(async () => {
  const packed = await pack(folder);
  files = packed.files;
  await mustRun("tar", ["-xzf", packed.tarball, "-C", folder], folder);
  manifest = JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8")) as Manifest;
});
afterAll(() => rmSync(folder, { recursive: true }));

const below = (path: string) =>
  readdirSync(join(repositoryRoot, path), { recursive: true, encoding: "utf8" })
    .map((name) => `${path}/${name}`)
    .filter((name) => statSync(join(repositoryRoot, name)).isFile());

/** The pages of Pulumi's registry, and that of the versions, are for other readers. */
const left = ["_index.md", "compatibility.md", "installation-configuration.md"];
const documents = readdirSync(join(repositoryRoot, "docs")).filter(
  (name) => /\.md$/.test(name) && !left.includes(name),
);
const pages = ["README.md", ...documents.map((name) => `docs/${name}`)];

const isDeclaration = (path: string) => path.endsWith(".d.ts");

test("holds the compiled provider, the examples, the papers, and nothing else", () => {
  const folders = readdirSync(join(repositoryRoot, "provider")).map((name) => name.replace(/\.ts$/, ""));
  const entries = ["client", "cli/main", "emulator/index", "host", "index", "plugin/main"];
  const isShared = (path: string) =>
    [...folders, "adopt", "map", "preact", "rolldown-runtime", "zod"].some((name) => path === `dist/shared/${name}.js`);
  const papers = [
    ...pages,
    "docs/pictures/map.svg",
    "docs/pictures/up.svg",
    "CHANGELOG.md",
    "LICENSE",
    "package.json",
    "provider/emulator/DIFFERENCES.md",
  ];
  const others = files.map(({ path }) => path).filter((path) => !isDeclaration(path));
  const [shared, rest] = [others.filter(isShared), others.filter((path) => !isShared(path))];
  expect(shared.length).toBeGreaterThan(8);
  const plugin = ["PulumiPlugin.yaml", "package.json", "pulumi-resource-broker", "schema.json"].map(
    (name) => `dist/plugin/${name}`,
  );
  const scripts = [...entries, "emulator/panel/page"].map((entry) => `dist/${entry}.js`);
  const page = ["index.html", "page.css"].map((name) => `dist/emulator/panel/${name}`);
  expect(rest.sort()).toEqual(
    [...scripts, ...page, ...plugin, "dist/THIRD-PARTY-NOTICES", ...below("examples"), ...papers].sort(),
  );
});

test("it has the notices of everything that is bundled, and no others", async () => {
  const notices = readFileSync(join(unpacked, "dist", "THIRD-PARTY-NOTICES"), "utf8");
  const due = await dueNotices("package");
  const bundled = ["leven", "preact", "preact-render-to-string", "rolldown", "zod"];
  expect(due.map(({ heading }) => heading.split(" ")[0])).toEqual(bundled);
  expect(noticesIn(notices)).toEqual(due.map(({ heading }) => heading));
  for (const { licence } of due) expect(notices).toContain(licence);
});

test("its schema is one that the CLI takes without a warning", async () => {
  const schema = join(unpacked, "dist", "plugin", "schema.json");
  const env = { PULUMI_HOME: join(folder, "home"), PULUMI_SKIP_UPDATE_CHECK: "true" };
  const { code, stdout, stderr } = await run(await findCli(), ["package", "get-schema", schema], folder, env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  // Only this command reads every part of a schema.
  const checked = await run(await findCli(), ["schema", "check", schema], folder, env);
  expect(checked).toEqual({ code: 0, stdout: "", stderr: "" });
  const written = JSON.parse(readFileSync(schema, "utf8")) as Record<"resources" | "functions" | "types", object>;
  const understood = JSON.parse(stdout) as typeof written;
  for (const part of ["resources", "functions", "types"] as const)
    expect(Object.keys(understood[part])).toEqual(Object.keys(written[part]));
});

test("its declarations name the Pulumi SDK and one another, and no other package", () => {
  const declarations = files.map(({ path }) => path).filter(isDeclaration);
  const named = declarations.flatMap((path) => {
    const text = readFileSync(join(unpacked, path), "utf8").replace(/^ *\/?\*.*$/gm, "");
    const modules = [...text.matchAll(/(?:\bfrom |\bimport\()"([^"]+)"/g)].map((match) => match[1] ?? "");
    return modules.map((name) => (name.startsWith(".") ? resolved(join(path, "..", name)) : name));
  });
  const entries = Object.values(manifest.exports).flatMap((entry) => (typeof entry === "string" ? [] : entry.types));
  // Each declaration is there because another one, or the manifest, names it.
  const reached = [...named, ...entries.map((path) => normalize(path))];
  expect([...new Set(reached)].sort()).toEqual(["@pulumi/pulumi", ...declarations].sort());
});

/** The declaration that a path without its end leads to. */
function resolved(path: string): string {
  const file = `${path}.d.ts`;
  return existsSync(join(unpacked, file)) ? file : join(path, "index.d.ts");
}

test("what the manifest names is there, for programs and for types", () => {
  const named = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === "string" ? [entry] : [entry.types, entry.default],
  );
  expect(Object.keys(manifest.exports)).toEqual([".", "./host", "./client", "./emulator", "./package.json"]);
  for (const path of [...named, manifest.main, manifest.types])
    expect([path, existsSync(join(unpacked, path))]).toEqual([path, true]);
  expect(manifest.exports["."]).toEqual({ types: `./${manifest.types}`, default: `./${manifest.main}` });
});

/** The headings of a document, as links name them. */
const headingsOf = (document: string) =>
  [...readFileSync(join(unpacked, document), "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );

test.each(pages)("what %s points at is in the package, or at the one address in the manifest", (document) => {
  const text = readFileSync(join(unpacked, document), "utf8");
  const address = manifest.repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
  const leads = (link: string) => {
    if (!link.includes("://")) {
      const [path = "", heading] = link.split("#");
      const target = path === "" ? document : join(dirname(document), path);
      return heading === undefined ? existsSync(join(unpacked, target)) : headingsOf(target).includes(heading);
    }
    const [, file] = link.startsWith(address) ? (/\/(?:blob|raw)\/main\/(.+)/.exec(link) ?? []) : [];
    if (file) return existsSync(join(repositoryRoot, file));
    // Of other sites, only Pulumi's own is named.
    return link === address || link === manifest.bugs.url || link.startsWith("https://www.pulumi.com");
  };
  const links = [...text.matchAll(/\]\(([^)]+)\)|^\[\w+\]: (.+)$/gm)].map((match) => match[1] ?? match[2] ?? "");
  expect([links.length > 0, links.filter((link) => !leads(link))]).toEqual([true, []]);
  // Some files are named without a link.
  const paths = [...text.matchAll(/`((?:examples|docs|provider)\/[\w./-]*)`/g)].map(([, path = ""]) => path);
  expect(paths.filter((path) => !existsSync(join(unpacked, path)))).toEqual([]);
});

test("the package page shows the repository and where to report a fault", () => {
  const address = manifest.repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
  expect(address).toMatch(/^https:\/\//);
  expect([manifest.homepage, manifest.bugs.url]).toEqual([`${address}#readme`, `${address}/issues`]);
  expect(readFileSync(join(unpacked, "README.md"), "utf8")).toContain(`\n[issues]: ${manifest.bugs.url}\n`);
});

test("installing it runs nothing, and brings undici alone", () => {
  expect(Object.keys(manifest.scripts).filter((name) => /install|prepare|prepublish|prepack/.test(name))).toEqual([]);
  expect(Object.keys(manifest.dependencies)).toEqual(["undici"]);
});

test("its commands, of which one is the plugin, can be executed", () => {
  expect(Object.keys(manifest.bin)).toEqual(["pulumi-broker", "pulumi-resource-broker"]);
  for (const command of Object.values(manifest.bin)) {
    expect(readFileSync(join(unpacked, command), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect((files.find(({ path }) => path === command)?.mode ?? 0) & 0o111).toBe(0o111);
  }
});

test("names no source map, which the package does not have", () => {
  const compiled = files.map(({ path }) => path).filter((path) => path.endsWith(".js"));
  const mapped = compiled.filter((path) => readFileSync(join(unpacked, path), "utf8").includes("sourceMappingURL"));
  expect([compiled.length > 0, mapped]).toEqual([true, []]);
});
