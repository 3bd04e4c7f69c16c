/**
 * Writes the declarations that are published: of all that the compiler declares, what a program can reach. The others
 * name zod and undici, whose own declarations take long to read and need other compiler options than Pulumi's projects have.
 */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** Packages whose declarations a program has anyway. */
const welcomePackages = /\/node_modules\/(@pulumi\/pulumi|@types\/node|typescript)\//;

const printer = ts.createPrinter();

/**
 * Writes what the entries reach of the declarations in the folder `from` to the folder `to`, unless it is there
 * already.
 */
export function publishDeclarations(entries, from, to) {
  const written = statSync(join(to, entries[0]), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = [fileURLToPath(import.meta.url), ...declarationsBelow(from)];
  if (sources.every((path) => statSync(path).mtimeMs < written)) return;
  const program = ts.createProgram(
    entries.map((entry) => join(from, entry)),
    { strict: true, module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16, types: ["node"] },
  );
  const texts = textsOf(program, from);
  for (const path of declarationsBelow(to)) {
    if (!path.startsWith(from)) rmSync(path);
  }
  for (const [file, text] of texts) {
    const path = join(to, relative(from, file));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

function declarationsBelow(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".d.ts")).map((name) => join(folder, name));
}

/** The text of each file that is reached, without the statements and names that are not. */
function textsOf(program, from) {
  const checker = program.getTypeChecker();
  const isOurs = (file) => file.fileName.startsWith(`${from}/`);
  // Statements, and names within import and export statements; each with the text that stands in for it, if any.
  const reached = new Map();

  const reachSymbol = (symbol) => {
    for (const declaration of symbol?.declarations ?? []) {
      if (isOurs(declaration.getSourceFile())) reach(itemOf(declaration));
    }
  };

  const reach = (item) => {
    if (item === undefined || reached.has(item)) return;
    const stranger = strangerIn(item);
    if (stranger && !ts.isTypeAliasDeclaration(item)) {
      const { fileName } = item.getSourceFile();
      throw new Error(`${relative(from, fileName)}: a published declaration names "${stranger}" of another package.`);
    }
    reached.set(item, stranger ? writtenOut(item) : undefined);
    if (stranger) return;
    const module = moduleOf(item);
    if (module) {
      const name = (item.propertyName ?? item.name)?.text;
      for (const symbol of checker.getExportsOfModule(module)) {
        if (ts.isExportDeclaration(item) || symbol.name === name) reachSymbol(symbol);
      }
    }
    for (const name of namesIn(item)) reachSymbol(checker.getSymbolAtLocation(name));
  };

  /** The module that an imported or re-exported name, or all names, come from, if it is one of ours. */
  const moduleOf = (item) => {
    if (!ts.isExportDeclaration(item) && !isSpecifier(item)) return undefined;
    const { moduleSpecifier } = ts.isExportDeclaration(item) ? item : statementOf(item);
    const module = moduleSpecifier && checker.getSymbolAtLocation(moduleSpecifier);
    return module?.declarations?.some((file) => ts.isSourceFile(file) && isOurs(file)) ? module : undefined;
  };

  /** A name that is declared by another package than those that are welcome. */
  const strangerIn = (item) =>
    namesIn(item).find((name) => {
      let symbol = checker.getSymbolAtLocation(name);
      if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
      const files = (symbol?.declarations ?? []).map((declaration) => declaration.getSourceFile());
      return files.length > 0 && !files.some((file) => isOurs(file) || welcomePackages.test(file.fileName));
    })?.text;

  /** A type alias, with its type as it is in the end. */
  const writtenOut = (alias) => {
    const { NoTruncation, InTypeAlias, MultilineObjectLiterals } = ts.NodeBuilderFlags;
    const flags = NoTruncation | InTypeAlias | MultilineObjectLiterals;
    const type = checker.typeToTypeNode(checker.getTypeAtLocation(alias.name), alias, flags);
    const text = printer.printNode(ts.EmitHint.Unspecified, type, alias.getSourceFile());
    return alias.getFullText().replace(alias.type.getText(), () => text);
  };

  const entries = program.getRootFileNames().map((name) => program.getSourceFile(name));
  for (const entry of entries) {
    for (const statement of entry.statements) {
      if (ts.isExportDeclaration(statement) && statement.exportClause) {
        for (const specifier of statement.exportClause.elements) reach(specifier);
      } else if (!ts.isImportDeclaration(statement)) {
        reach(statement);
      }
    }
  }
  const files = [...new Set([...entries, ...[...reached.keys()].map((item) => item.getSourceFile())])];
  const isReachedFile = (module) => module?.declarations?.some((file) => files.includes(file));
  return files.map((file) => [file.fileName, textOf(file, reached, (star) => isReachedFile(moduleOf(star)))]);
}

/** What is kept of a file. */
function textOf(file, reached, keepsStar) {
  const kept = file.statements.flatMap((statement) => {
    const names = specifiersOf(statement);
    if (names === undefined) {
      const isStar = ts.isExportDeclaration(statement);
      return reached.has(statement) || (isStar && keepsStar(statement))
        ? [reached.get(statement) ?? statement.getFullText()]
        : [];
    }
    const gone = names.filter((name) => !reached.has(name));
    if (names.length > 0 && gone.length === names.length) return [];
    return [names.length === 0 ? statement.getFullText() : only(statement, names, reached)];
  });
  return `${kept.join("").trim()}\n`;
}

/** An import or export statement with those of its names alone that are reached. */
function only(statement, names, reached) {
  const [first] = names;
  if (!ts.isImportSpecifier(first) && !ts.isExportSpecifier(first)) return statement.getFullText();
  const list = names.filter((name) => reached.has(name)).map((name) => name.getText());
  return statement.getFullText().replace(/\{[^}]*\}/, () => `{ ${list.join(", ")} }`);
}

/**
 * The names that an import or export statement brings; undefined for any other statement, and for all names at once.
 */
function specifiersOf(statement) {
  if (ts.isExportDeclaration(statement)) return statement.exportClause?.elements;
  const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
  return bindings && (ts.isNamespaceImport(bindings) ? [bindings] : bindings.elements);
}

const isSpecifier = (node) => ts.isImportSpecifier(node) || ts.isExportSpecifier(node) || ts.isNamespaceImport(node);

/** What is kept or not as one: a name of an import or export statement, any other statement as a whole. */
function itemOf(declaration) {
  if (ts.isSourceFile(declaration)) return undefined;
  return isSpecifier(declaration) ? declaration : statementOf(declaration);
}

function statementOf(node) {
  return ts.isSourceFile(node.parent) ? node : statementOf(node.parent);
}

/** All identifiers in a node. */
function namesIn(node) {
  const names = [];
  const visit = (each) => {
    if (ts.isIdentifier(each)) names.push(each);
    ts.forEachChild(each, visit);
  };
  visit(node);
  return names;
}
