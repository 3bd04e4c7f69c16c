/** Finds the places of a source that can be broken, and writes the source with all of them, one of which is switched on. */
const ts = require("typescript");

const { SyntaxKind } = ts;
const comparisons = [
  ...[SyntaxKind.LessThanToken, SyntaxKind.LessThanEqualsToken],
  ...[SyntaxKind.GreaterThanToken, SyntaxKind.GreaterThanEqualsToken],
];

/** The environment variable that names the mutant which is switched on: `<file>#<number>`. */
const switchName = "PULUMI_BROKER_MUTANT";

/** In each source with mutants: the number of the one that is switched on, and a comparison whose boundary can be moved. */
const header = (file) =>
  [
    `const mutantOn = process.env.${switchName}?.startsWith("${file}#")`,
    `? Number(process.env.${switchName}.slice(${file.length + 1})) : -1;`,
    `const mutantCompare = (n: number, or: boolean, less: boolean, a: any, b: any) =>`,
    `a === b ? or !== (n === mutantOn) : less ? a < b : a > b; `,
  ].join(" ");

/**
 * The mutants of a source, each with its line, the line on which its statement begins, and the edits that bring it in: a
 * position, how many characters go there, and what is put in their place.
 */
function mutantsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const lines = text.split("\n");
  const found = [];
  const lineOf = (node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const add = (kind, node, edits) => {
    const [line, begins] = [lineOf(node), lineOf(countedOf(node))];
    const [number, code] = [found.length, lines[line - 1].trim()];
    const was = node.getText().replace(/\s+/g, " ");
    found.push({ id: `${file}#${number}`, file, line, begins, kind, was, code, edits: edits(number) });
  };
  const visit = (node) => {
    if (ts.isIfStatement(node)) {
      const { expression } = node;
      const [kind, mutated] = leaves(node)
        ? ["guard dropped", (n) => `mutantOn !== ${n} && (`]
        : ["condition negated", (n) => `(mutantOn === ${n}) !== !!(`];
      add(kind, expression, (n) => [
        { at: expression.getStart(), gone: 0, put: mutated(n) },
        { at: expression.getEnd(), gone: 0, put: ")" },
      ]);
    }
    if (ts.isBinaryExpression(node) && comparisons.includes(node.operatorToken.kind)) {
      const { left, operatorToken, right } = node;
      const [sign] = operatorToken.getText();
      const or = operatorToken.getText().length === 2;
      add("boundary moved", node, (n) => [
        { at: left.getStart(), gone: 0, put: `mutantCompare(${n}, ${or}, ${sign === "<"}, (` },
        { at: operatorToken.getStart(), gone: operatorToken.getText().length, put: "), (" },
        { at: right.getEnd(), gone: 0, put: "))" },
      ]);
    }
    if (ts.isExpressionStatement(node) && isCall(node.expression)) {
      add("call dropped", node.expression, (n) => [
        { at: node.expression.getStart(), gone: 0, put: `mutantOn !== ${n} && (` },
        { at: node.expression.getEnd(), gone: 0, put: ")" },
      ]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What holds a node and is counted as a whole when it runs: a statement, a value that is declared, the body of an arrow. */
function countedOf(node) {
  const { parent } = node;
  const isBody = ts.isArrowFunction(parent) && parent.body === node;
  const isValue = (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent)) && parent.initializer === node;
  return ts.isStatement(node) || isBody || isValue ? node : countedOf(parent);
}

/** True when an `if` only leaves: by a return, a throw or a step to the next round. */
function leaves({ thenStatement, elseStatement }) {
  const last = ts.isBlock(thenStatement) ? thenStatement.statements.at(-1) : thenStatement;
  const isLeaving = last && (ts.isReturnStatement(last) || ts.isThrowStatement(last) || ts.isContinueStatement(last));
  return elseStatement === undefined && isLeaving === true;
}

function isCall(expression) {
  const inner = ts.isAwaitExpression(expression) ? expression.expression : expression;
  return ts.isCallExpression(inner) && inner.expression.kind !== SyntaxKind.SuperKeyword;
}

/** The source with all of its mutants in it. */
function withMutants(file, text) {
  const edits = mutantsOf(file, text).flatMap((mutant) => mutant.edits);
  let result = text;
  // Later edits do not move the places of earlier ones. Of two at one place, the outer one stands outside.
  const inOrder = edits.map((edit, i) => ({ ...edit, i })).sort((a, b) => b.at - a.at || b.i - a.i);
  for (const { at, gone, put } of inOrder) result = result.slice(0, at) + put + result.slice(at + gone);
  return header(file) + result;
}

module.exports = { mutantsOf, withMutants, switchName };
