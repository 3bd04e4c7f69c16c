import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { repositoryRoot } from "../helpers/paths";

const folder = join(repositoryRoot, "test/types");
const files = readdirSync(folder).filter((name) => name.endsWith(".ts"));

/** All files at once, as a user's compiler sees them: against the declarations of the built package. */
const program = ts.createProgram(
  files.map((name) => join(folder, name)),
  {
    ...{ strict: true, noEmit: true, skipLibCheck: true, target: ts.ScriptTarget.ES2022, types: [] },
    ...{ module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
  },
);

function errorsOf(name: string): { line: number; code: number; text: string }[] {
  const source = program.getSourceFile(join(folder, name))!;
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map((each) => ({
    line: source.getLineAndCharacterOfPosition(each.start ?? 0).line + 1,
    code: each.code,
    text: ts.flattenDiagnosticMessageText(each.messageText, "\n"),
  }));
}

/** What the comments of a file expect: `// error <code>: <part of the text>`. */
function expectedOf(name: string): { line: number; code: number; text: string }[] {
  return readFileSync(join(folder, name), "utf8")
    .split("\n")
    .flatMap((text, i) => {
      const [, code, part = ""] = /\/\/ error (\d+): (.+)$/.exec(text) ?? [];
      return code === undefined ? [] : [{ line: i + 1, code: Number(code), text: part }];
    });
}

test.each(files)("test/types/%s: what must not compile does not, for the reason beside it; the rest does", (name) => {
  const expected = expectedOf(name);
  expect(expected.length).toBeGreaterThan(5);
  expect(errorsOf(name)).toEqual(expected.map((each) => ({ ...each, text: expect.stringContaining(each.text) })));
});

/** The interfaces of the public face whose names end in `Args`, each with its own and inherited arguments. */
function argumentsOfAll(): { of: string; name: string; doc: string }[] {
  const checker = program.getTypeChecker();
  const face = program.getSourceFiles().find(({ fileName }) => fileName.endsWith("/dist/index.d.ts"))!;
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(face)!);
  const named = exported.filter((symbol) => /Args$/.test(symbol.name));
  return named.flatMap((symbol) => {
    const own = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const type = checker.getDeclaredTypeOfSymbol(own);
    const properties = (type.isUnion() ? type.types : [type]).flatMap((part) => part.getProperties());
    return properties.map((property) => ({
      of: symbol.name,
      name: property.name,
      doc: ts.displayPartsToString(property.getDocumentationComment(checker)),
    }));
  });
}

test("the hover text of every argument is its doc comment", () => {
  const all = argumentsOfAll();
  expect(all.length).toBeGreaterThan(100);
  const line = "The usage above which the alarm goes off, in percent. Changed in place.";
  expect(all.find(({ of, name }) => of === "CpuAlarmArgs" && name === "valueThreshold")?.doc).toBe(line);
  expect(all.filter(({ doc }) => doc === "").map(({ of, name }) => `${of}.${name}`)).toEqual([]);
});
