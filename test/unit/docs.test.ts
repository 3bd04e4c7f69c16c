import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import * as ts from "typescript";
import { compilerWith } from "../helpers/compile";
import { repositoryRoot } from "../helpers/paths";

const reference = join(repositoryRoot, "docs", "reference");

/** The other pages whose examples are programs of their own. */
const documents = ["client.md", "languages.md"].map(
  (name) => [name, readFileSync(join(repositoryRoot, "docs", name), "utf8")] as const,
);

/** Every page below a folder, by its path there. */
function pages(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return [relative(folder, file), readFileSync(file, "utf8")];
    }),
  );
}

const examplesIn = (page: string): string[] =>
  [...page.matchAll(/^```typescript\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? "");

test("the reference is what the doc comments say: npm run docs renews it", () => {
  const folder = mkdtempSync(join(tmpdir(), "reference-"));
  try {
    const typedoc = join(dirname(require.resolve("typedoc/package.json")), "bin", "typedoc");
    execFileSync(process.execPath, [typedoc, "--out", folder], { cwd: repositoryRoot, stdio: "pipe" });
    expect(Object.fromEntries(pages(reference))).toEqual(Object.fromEntries(pages(folder)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("every resource and every function has an example", () => {
  const without = [...pages(reference)]
    .filter(([path]) => /^(classes|functions)\//.test(path) && !path.endsWith("Output.md"))
    .filter(([, page]) => examplesIn(page).length === 0)
    .map(([path]) => path);
  expect(without).toEqual([]);
});

test("every example compiles", () => {
  const sources = new Map(
    [...pages(reference), ...documents].flatMap(([path, page]) =>
      examplesIn(page).map((text, i) => [join(repositoryRoot, `example-${path.replace(/\W/g, "-")}-${i}.ts`), text]),
    ),
  );
  expect(sources.size).toBeGreaterThan(10);
  const compile = compilerWith({
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    types: ["node"],
  });
  expect(compile(sources)).toEqual([]);
  const [path = "", text = ""] = [...sources][0] ?? [];
  expect(compile(new Map([[path, `${text}\nconst planted: string = 1;`]]))).toEqual([
    expect.stringContaining("is not assignable to type 'string'"),
  ]);
});
