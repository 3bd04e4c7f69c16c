/**
 * Finds every text with which the package refuses something, in the syntax trees of its sources. From each place where
 * such a text ends, the way is followed back to where the text is written. What varies in a text becomes `…`.
 */
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { adviceAt, contentOf, endsAt, isFunction, isMember, nameOf, standInAt } from "./refusal-ends.mjs";
import { root } from "./run.mjs";

const hole = "…";

/** The words for scripts, which no program or command shows. */
const ofScripts = "scriptTerms";

/** The sources that refuse nothing to a program or a command: the emulator, and what a script gets of the client. */
const unread = /^(emulator|client\.ts$)/;

/** The sources of which only the texts count that others pass on: their errors are those of the service. */
const served = /^provider\/api\//;

/** A member of an interface is looked for by its name alone, where that is the name of so few functions or values. */
const [mostKinds, mostValues] = [30, 3];

/** A hole in a text shows what may stand there where there are at most so many ways. */
const mostWays = 6;

/** All places at which a refusal ends, each with its texts and the nodes in which these are written. */
export function findRefusals() {
  const rootNames = readdirSync(join(root, "provider"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !unread.test(name))
    .map((name) => join(root, "provider", name));
  const program = ts.createProgram({ rootNames, options, host: hostOfSources() });
  const nodes = program.getSourceFiles().flatMap(allNodes);
  const read = reader(program.getTypeChecker(), nodes);
  const placesOf = (ends, isServed, before = "") =>
    nodes.flatMap((node) => {
      const file = pathOf(node);
      const isRead = (isServed || !served.test(file)) && !unread.test(file.replace("provider/", ""));
      return isRead ? ends(node).map((value) => ({ file, node, value, before })) : [];
    });
  const places = [...placesOf(endsAt, false), ...placesOf(standInAt, true), ...placesOf(adviceAt, true, `${hole}; `)];
  return places.map(({ value, before, ...place }) => ({
    ...place,
    found: read(value)
      .filter(({ text, node }) => text !== "" && !isOfScripts(node))
      .map(({ text, node }) => ({ text: /\p{L}/u.test(text) ? before + text.replace(/^; /, "") : text, node })),
  }));
}

const isOfScripts = (node) =>
  node !== undefined && ((ts.isVariableDeclaration(node) && nameOf(node) === ofScripts) || isOfScripts(node.parent));

export const pathOf = (node) => node.getSourceFile().fileName.slice(root.length + 1);

/** The source of which each text quotes an answer of the service. */
const quoting = /errorText\.ts$/;

const options = { target: ts.ScriptTarget.ES2022, noLib: true, types: [] };

/** The compiler gets the package's own sources alone: with the types of all that they use it takes half a minute. */
function hostOfSources() {
  const host = ts.createCompilerHost(options, true);
  const resolve = (name, from) => {
    const path = join(dirname(from), name);
    const found = [`${path}.ts`, join(path, "index.ts")].find((each) => name.startsWith(".") && existsSync(each));
    return { resolvedModule: found && { resolvedFileName: found, extension: ".ts" } };
  };
  host.resolveModuleNameLiterals = (names, from) => names.map(({ text }) => resolve(text, from));
  return host;
}

function allNodes(node) {
  const found = [node];
  ts.forEachChild(node, (child) => void found.push(...allNodes(child)));
  return found;
}

/** Makes a function that reads the texts which a value may have. */
function reader(checker, nodes) {
  const underWay = new Set();
  const known = new Map();
  let cuts = 0;
  const calls = groupBy(nodes.filter(ts.isCallExpression), ({ expression }) => lastName(expression));
  const members = groupBy(nodes.filter(isMember), nameOf);
  const varies = (node) => [{ text: hole, node }];

  /** The texts of a value, each with the node in which it is written; none where a way leads back to itself. */
  function read(node) {
    if (node === undefined) return [];
    if (underWay.has(node)) cuts += 1;
    const before = underWay.has(node) ? [] : known.get(node);
    if (before !== undefined) return before;
    const earlier = cuts;
    underWay.add(node);
    const found = unique(readNew(node));
    underWay.delete(node);
    if (cuts === earlier) known.set(node, found);
    return found;
  }

  function readNew(node) {
    if (ts.isStringLiteralLike(node)) return [{ text: node.text, node }];
    if (ts.isTemplateExpression(node)) return readTemplate(node);
    if (ts.isConditionalExpression(node)) return [...read(node.whenTrue), ...read(node.whenFalse)];
    if (ts.isBinaryExpression(node)) return readBinary(node);
    if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(read);
    if (ts.isObjectLiteralExpression(node)) return [{ object: node }];
    if (isNothing(node)) return [];
    if (isFunction(node)) return returnsOf(node).flatMap(read);
    if (ts.isCallExpression(node)) return readCall(node);
    if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) return readName(node);
    if (ts.isElementAccessExpression(node)) return read(node.expression);
    const isAround = ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node) || ts.isSpreadElement(node);
    return isAround || ts.isNonNullExpression(node) || ts.isAsExpression(node) ? read(node.expression) : varies(node);
  }

  function readBinary({ left, operatorToken: { kind }, right }) {
    if (kind === ts.SyntaxKind.PlusToken)
      return textsOf(left).flatMap(({ text, node }) => textsOf(right).map((end) => ({ text: text + end.text, node })));
    return kind === ts.SyntaxKind.AmpersandAmpersandToken ? read(right) : [...read(left), ...read(right)];
  }

  /** The texts of a template: a hole shows what it may say where that is in words and there are only a few ways. */
  function readTemplate(node) {
    const isBare = !isSaying([node.head, ...node.templateSpans.map(({ literal }) => literal)].map((each) => each.text));
    let all = [{ text: node.head.text, node }];
    for (const { expression, literal } of node.templateSpans) {
      const inHole = textsOf(expression);
      const inWords = inHole.filter(({ text }) => / /.test(text.trim()) && isSaying([text]));
      const isShown = inWords.length > 0 && inWords.length === inHole.length && inWords.length <= mostWays;
      const ways = isBare ? [...inWords, ...(inWords.length < inHole.length ? varies(node) : [])] : inWords;
      const at = (way, before) => (isBare && way.text !== hole ? way.node : before.node);
      all = all.flatMap((before) =>
        (isShown || (isBare && ways.length > 0) ? ways : varies(node)).map((way) => ({
          text: before.text + way.text + literal.text,
          node: at(way, before),
        })),
      );
    }
    return all.map(({ text, node }) => ({ text: text.replace(/…+/g, hole), node }));
  }

  function readCall(node) {
    const { expression, arguments: given } = node;
    const name = lastName(expression);
    if (ts.isPropertyAccessExpression(expression) && /^(map|flatMap|then)$/.test(name)) return read(given[0]);
    if (ts.isPropertyAccessExpression(expression) && /^(filter|flat|find|join|replace|pop)$/.test(name))
      return read(expression.expression);
    if (name === "cleanLine") return read(given[0]);
    return readName(expression);
  }

  const textsOf = (node) => read(node).filter(({ text }) => text !== undefined);

  /** What objects have under a name. */
  const partsOf = (objects, name) =>
    objects
      .flatMap(({ object }) => object?.properties ?? [])
      .filter((each) => nameOf(each) === name)
      .flatMap((each) => read(contentOf(each)));

  function readName(node) {
    if (node.text === "undefined") return [];
    const [owner] =
      ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression) ? declarationsOf(node.expression) : [];
    const parts =
      owner && ts.isVariableDeclaration(owner) && owner.initializer
        ? partsOf(read(owner.initializer), node.name.text)
        : [];
    if (parts.length > 0) return parts;
    const declarations = declarationsOf(node);
    if (declarations.length > 0) return declarations.flatMap((each) => readDeclaration(each, node));
    return ts.isPropertyAccessExpression(node) ? readMember(node.name.text, mostValues, node) : varies(node);
  }

  function declarationsOf(node) {
    const at = ts.isPropertyAccessExpression(node) ? node.name : node;
    const isShort = ts.isShorthandPropertyAssignment(at.parent);
    const symbol = isShort ? checker.getShorthandAssignmentValueSymbol(at.parent) : checker.getSymbolAtLocation(at);
    const isAlias = symbol && symbol.flags & ts.SymbolFlags.Alias;
    return (isAlias ? checker.getAliasedSymbol(symbol) : symbol)?.declarations ?? [];
  }

  function readDeclaration(target, node) {
    if (quoting.test(pathOf(target))) return varies(node);
    if (isFunction(target)) return read(target);
    if (ts.isParameter(target)) return readParameter(target);
    if (ts.isVariableDeclaration(target) || isMember(target)) return read(target.initializer ?? target.name);
    if (ts.isBindingElement(target)) return readPart(target);
    if (!ts.isMethodSignature(target) && !ts.isPropertySignature(target)) return varies(node);
    return readMember(nameOf(target), ts.isMethodSignature(target) ? mostKinds : mostValues, node);
  }

  /** The texts of all members of a name, where only a few have it. */
  function readMember(name, most, node) {
    const all = members.get(name) ?? [];
    const found = all.length <= most ? all.flatMap((each) => read(contentOf(each))) : [];
    return found.length === 0 ? varies(node) : found;
  }

  /** What a parameter gets: the argument of each call, or the elements of the list that is gone through. */
  function readParameter(target) {
    const owner = target.parent;
    const index = owner.parameters.indexOf(target);
    const { parent } = owner;
    if (ts.isCallExpression(parent) && /^(map|flatMap)$/.test(lastName(parent.expression)))
      return index === 0 ? read(parent.expression.expression) : varies(target);
    const called = isFunction(owner) && nameOf(owner) !== "" ? owner : parent;
    const all = (calls.get(nameOf(called)) ?? []).filter((each) => declarationsOf(each.expression).includes(called));
    return all.length === 0 ? varies(target) : all.flatMap((each) => read(each.arguments[index] ?? target.initializer));
  }

  /** What a name in a pattern gets from a list that is written out, or from objects. */
  function readPart(target) {
    const { parent: pattern } = target;
    const { initializer, parent } = pattern.parent;
    const whole =
      initializer ?? (parent.parent && ts.isForOfStatement(parent.parent) ? parent.parent.expression : undefined);
    if (ts.isObjectBindingPattern(pattern)) {
      const objects = ts.isParameter(pattern.parent) ? readParameter(pattern.parent) : read(whole);
      const parts = partsOf(objects, (target.propertyName ?? target.name).text);
      return parts.length > 0 ? parts : varies(target);
    }
    const lists = whole && ts.isConditionalExpression(whole) ? [whole.whenTrue, whole.whenFalse] : [whole];
    if (!lists.every((each) => each && ts.isArrayLiteralExpression(each))) return varies(target);
    return lists.flatMap((each) => read(each.elements[pattern.elements.indexOf(target)]));
  }

  return textsOf;
}

const lastName = (expression) => expression.name?.text ?? expression.text ?? "";

const isNothing = ({ kind }) =>
  [ts.SyntaxKind.NullKeyword, ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword].includes(kind);

const isSaying = (texts) => /\p{L}/u.test(texts.join(""));

/** The elements of a list, by the name that each has. */
function groupBy(all, name) {
  const groups = new Map();
  for (const each of all)
    groups
      .set(name(each), groups.get(name(each)) ?? [])
      .get(name(each))
      .push(each);
  return groups;
}

const unique = (found) => [...new Map(found.map((each) => [each.object ?? each.text, each])).values()];

/** What a function returns, without what the functions in it return. */
function returnsOf({ body }) {
  if (body === undefined || !ts.isBlock(body)) return body === undefined ? [] : [body];
  const look = (node) => {
    if (ts.isReturnStatement(node)) return node.expression ? [node.expression] : [];
    return isFunction(node) ? [] : node.getChildren().flatMap(look);
  };
  return body.getChildren().flatMap(look);
}
