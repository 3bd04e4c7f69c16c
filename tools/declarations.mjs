/**
 * Writes the declarations that are published: only those that a program can reach from an entry. The others name zod
 * and undici, whose declarations are slow to check and need other compiler options than Pulumi's projects have.
 */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** The packages whose declarations every program loads in any case. */
const welcomePackages = /\/node_modules\/(@pulumi\/pulumi|@types\/node|typescript)\//;

const printer = ts.createPrinter();

/**
 * Writes the declarations that the entries reach from the folder `from` to the folder `to`, unless they are up to date.
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

/** The text of each file that is reached, without the statements and names that are not reached. */
function textsOf(program, from) {
  const checker = program.getTypeChecker();
  const isOurs = (file) => file.fileName.startsWith(`${from}/`);
  // The statements that are reached, and the names in import and export statements, each with a text that replaces it,
  // if any.
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
    reached.set(item, stranger ? writeOut(item) : undefined);
    if (stranger) return;
    const module = moduleOf(item);
    if (module) {
      const name = (item.propertyName ?? item.name)?.text;
      for (const symbol of checker.getExportsOfModule(module)) {
        // A star passes on every name but the default export.
        const isPassedOn = ts.isExportDeclaration(item) ? symbol.name !== "default" : symbol.name === name;
        if (isPassedOn) reachSymbol(symbol);
      }
      // A file that only passes on what others have declares nothing that could be reached.
      if (ts.isExportDeclaration(item)) {
        const statements = module.declarations.flatMap((file) => file.statements);
        statements.filter((each) => ts.isExportDeclaration(each) && !each.exportClause).forEach(reach);
      }
    }
    for (const name of namesIn(item)) reachSymbol(checker.getSymbolAtLocation(name));
  };

  /** The module from which a name, or every name, is imported or re-exported, if the module is in this package. */
  const moduleOf = (item) => {
    if (!ts.isExportDeclaration(item) && !isSpecifier(item)) return undefined;
    const { moduleSpecifier } = ts.isExportDeclaration(item) ? item : statementOf(item);
    const module = moduleSpecifier && checker.getSymbolAtLocation(moduleSpecifier);
    return module?.declarations?.some((file) => ts.isSourceFile(file) && isOurs(file)) ? module : undefined;
  };

  /** A name in the item that another package declares, unless the package is a welcome one. */
  const strangerIn = (item) =>
    namesIn(item).find((name) => {
      let symbol = checker.getSymbolAtLocation(name);
      if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
      const files = (symbol?.declarations ?? []).map((declaration) => declaration.getSourceFile());
      return files.length > 0 && !files.some((file) => isOurs(file) || welcomePackages.test(file.fileName));
    })?.text;

  /** The text of a type alias with its type written out in full. */
  const writeOut = (alias) => {
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

/** The text of a file without what is not reached. */
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
    return [names.length === 0 ? statement.getFullText() : keepReachedNames(statement, names, reached)];
  });
  return `${kept.join("").trim()}\n`;
}

/** The text of an import or export statement with only the names that are reached. */
function keepReachedNames(statement, names, reached) {
  const [first] = names;
  if (!ts.isImportSpecifier(first) && !ts.isExportSpecifier(first)) return statement.getFullText();
  const list = names.filter((name) => reached.has(name)).map((name) => name.getText());
  return statement.getFullText().replace(/\{[^}]*\}/, () => `{ ${list.join(", ")} }`);
}

/** The names in an import or export statement; undefined for other statements and for `export *`. */
function specifiersOf(statement) {
  if (ts.isExportDeclaration(statement)) return statement.exportClause?.elements;
  const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
  return bindings && (ts.isNamespaceImport(bindings) ? [bindings] : bindings.elements);
}

const isSpecifier = (node) => ts.isImportSpecifier(node) || ts.isExportSpecifier(node) || ts.isNamespaceImport(node);

/**
 * The smallest part that is kept or left out as one: a name in an import or export statement, or any other whole
 * statement.
 */
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
