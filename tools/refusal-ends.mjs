/** The places in syntax trees at which a text ends that refuses something, and those at which advice ends. */
import ts from "typescript";

/** The classes of errors whose first argument is a line for the user. */
const errors = /^(Error|RunError|RunFailure|CommandError)$/;

/** The members of objects that hold refusals, or advice on those of the service, or functions that return them. */
const refusing = /^(refuses|reason|lacks|problems|missing|missingWithoutProgram|invalid|conflict|notFound)$/;

/** The checks of zod that take a message. */
const checks = /^(refine|regex|min|max|int|custom|literal|strictObject|union|addIssue)$/;

/** The members whose value is advice: what an error of the service says after its `;`. */
const advising = /^(\w*[aA]dvice|authHint)$/;

/** The functions that return advice. */
const advisers = /^advi[sc]e/;

/** The functions that return what stands in place of the request, where no API answers. */
const standIns = /^(describeUnreachable|explainUnreachable|describeWrongPath|findFor\w+)$/;

export const nameOf = ({ name }) => (name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : "");

export const isMember = (node) =>
  (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) || ts.isMethodDeclaration(node)) &&
  ts.isObjectLiteralExpression(node.parent);

/** The function or value of a member of an object. */
export const contentOf = (member) => member.initializer ?? (ts.isMethodDeclaration(member) ? member : member.name);

/** The values of a node that are refusals. */
export function endsAt(node) {
  if (isMember(node) && refusing.test(nameOf(node))) return [contentOf(node)];
  // A form that a text must have, with what to say of any other text.
  if (isMember(node) && nameOf(node) === "text" && node.parent.properties.some((each) => nameOf(each) === "matches"))
    return [contentOf(node)];
  if (ts.isNewExpression(node)) {
    const [, name] = /(\w+)\W*$/.exec(node.expression.getText()) ?? [];
    return errors.test(name) && node.arguments[0] ? [node.arguments[0]] : [];
  }
  if (ts.isCallExpression(node) && /(^|\.)fault$/.test(node.expression.getText())) return [node.arguments[0]];
  const isSuper = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword;
  if (isSuper) return messagesIn([node, ...node.arguments.slice(0, 1)]).filter((each) => / /.test(each.getText()));
  const called = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression;
  const isCheck = called && checks.test(called.name.text) && called.expression.getText() !== "Math";
  return isCheck ? messagesIn(node.arguments) : [];
}

/** The messages among the arguments of a check: a text after what is checked, or a named one. */
function messagesIn(given) {
  return given.flatMap((each, index) => {
    if (ts.isObjectLiteralExpression(each))
      return each.properties.filter((one) => /^(message|error)$/.test(nameOf(one))).map(contentOf);
    const isText = ts.isStringLiteralLike(each) || ts.isTemplateExpression(each);
    if (index > 0) return isText || ts.isIdentifier(each) ? [each] : [];
    return isText && / /.test(each.getText()) ? [each] : [];
  });
}

/** The values of a node that are advice. */
export function adviceAt(node) {
  if (isFunction(node) && advisers.test(nameOf(node))) return [node];
  if (!isMember(node)) return [];
  if (nameOf(node) === "hint")
    return membersIn(node.initializer)
      .filter((each) => nameOf(each) !== "url")
      .map(contentOf);
  return advising.test(nameOf(node)) ? [contentOf(node)] : [];
}

/** The values of a node that stand in place of a request. */
export const standInAt = (node) => (isFunction(node) && standIns.test(nameOf(node)) ? [node] : []);

/** The members of an object that is written out, and of the objects that it spreads. */
function membersIn(node) {
  if (node === undefined) return [];
  return isMember(node) ? [node] : node.getChildren().flatMap(membersIn);
}

export const isFunction = (node) =>
  ts.isArrowFunction(node) ||
  ts.isFunctionExpression(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isMethodDeclaration(node);
