/** Reads declarations from the TypeScript source: the names in a file, what they stand for, and their doc comments. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

const files = new Map();

/** The syntax tree of a file, which is read once. */
export function parse(path) {
  const known = files.get(path);
  if (known !== undefined) return known;
  const tree = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.ES2022, true);
  files.set(path, tree);
  return tree;
}

/**
 * The declaration that a name stands for in a file, with the scope in which its own names are to be understood. A scope
 * has the file, and the types that stand for type parameters.
 */
export function declarationOf(name, { file }) {
  const found = findDeclaration(name, file);
  if (found === undefined) throw new Error(`${file.fileName}: there is no declaration of ${name}`);
  return found;
}

function findDeclaration(name, file) {
  for (const statement of file.statements) {
    if (isNamed(statement, name)) return { node: statement, scope: { file, params: new Map() } };
    const from = statement.moduleSpecifier?.text;
    if (from === undefined || !from.startsWith(".")) continue;
    const original = originalName(statement, name);
    const found = original && findDeclaration(original, parse(pathOf(file, from)));
    if (found !== undefined) return found;
  }
  return undefined;
}

function isNamed(statement, name) {
  const isType =
    ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isClassDeclaration(statement);
  return isType && statement.name?.text === name;
}

/** The name that an import, or an export from another file, has for this name there. `export *` changes no name. */
function originalName(statement, name) {
  if (ts.isExportDeclaration(statement) && statement.exportClause === undefined) return name;
  const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
  const found = bindings?.elements?.find((each) => each.name.text === name);
  return found && (found.propertyName ?? found.name).text;
}

function pathOf(file, from) {
  const path = join(dirname(file.fileName), from);
  return existsSync(`${path}.ts`) ? `${path}.ts` : join(path, "index.ts");
}

/** The text of a declaration's doc comment. */
export function commentOf(node) {
  return ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "")
    .join("\n\n");
}

/** The text of a tag of the doc comment, such as `deprecated`; undefined where there is none. */
export function tagOf(node, name) {
  const tag = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === name);
  return tag && (ts.getTextOfJSDocComment(tag.comment) ?? "");
}
