/** Turns the example of a doc comment, which is in TypeScript, into YAML, from which Pulumi makes the other languages. */
import ts from "typescript";
import { stringify } from "yaml";

/** The program of a doc comment in YAML. The inputs of the kind or function say what is text; `outputs` are a function's. */
export function yamlOf(comment, { inputs = {}, outputs }) {
  const [, text] = /^```typescript\n([\s\S]*?)^```$/m.exec(comment) ?? [];
  if (text === undefined) throw new Error("its doc comment has no example in TypeScript");
  const program = { config: {}, resources: {}, variables: {}, outputs: {}, names: {}, inputs, results: outputs };
  for (const statement of ts.createSourceFile("example.ts", text, ts.ScriptTarget.ES2022, true).statements) {
    if (ts.isVariableStatement(statement)) {
      const [{ name, initializer }] = statement.declarationList.declarations;
      take(program, initializer, name.text, statement.modifiers !== undefined);
    } else if (ts.isExpressionStatement(statement)) take(program, statement.expression);
  }
  const { config, resources, variables, outputs: shown } = program;
  const parts = Object.entries({ config, resources, variables, outputs: shown });
  const used = parts.filter(([, part]) => Object.keys(part).length > 0);
  return stringify(Object.fromEntries(used), { version: "1.1", lineWidth: 0 });
}

/** Adds what one statement makes: a resource, the answer of a function, or an output; the program's configuration adds none. */
function take(program, node, variable, isExported) {
  if (ts.isNewExpression(node)) {
    if (node.expression.getText() === "pulumi.Config") return;
    const [name, args, options] = node.arguments;
    program.names[variable] = name.text;
    program.resources[name.text] = {
      type: `broker:${node.expression.name.text}`,
      properties: yamlValue(program, args, program.inputs),
      ...(options && { options: yamlValue(program, options) }),
    };
  } else if (isExported && ts.isPropertyAccessExpression(node)) program.outputs[variable] = yamlValue(program, node);
  else if (isExported && ts.isCallExpression(node)) ask(program, node);
  else throw new Error(`no YAML is known for \`${node.getText()}\``);
}

/** Adds a call such as `broker.getVpc({ … }).then((vpc) => vpc.subnet)`. The output is the first field that `then` reads. */
function ask(program, node) {
  const [call, read] = node.expression.name.text === "then" ? [node.expression.expression, node.arguments[0]] : [node];
  const [args] = call.arguments;
  const { name } = call.expression;
  const found = {
    function: `broker:${name.text}`,
    ...(args && { arguments: yamlValue(program, args, program.inputs) }),
  };
  program.variables.found = { "fn::invoke": found };
  const results = Object.keys(program.results);
  const fields =
    read?.getText().match(new RegExp(`(?<=\\b${read.parameters[0]?.name.getText()}\\??\\.)\\w+`, "g")) ?? [];
  const field = fields.find((each) => results.includes(each)) ?? results[0];
  program.outputs[field] = `\${found.${field}}`;
}

/** A value in YAML. A resource in place of its id becomes the id, and a number whose input is text becomes text. */
function yamlValue(program, node, inputs = {}) {
  const value = (each, type) => yamlValue(program, each, type);
  if (ts.isObjectLiteralExpression(node)) {
    const fields = node.properties.map(({ name, initializer }) => {
      const made = value(initializer ?? name);
      return [name.text, inputs[name.text]?.type === "string" ? String(made) : made];
    });
    return Object.fromEntries(fields);
  }
  if (ts.isArrayLiteralExpression(node)) return node.elements.map((each) => value(each));
  if (ts.isStringLiteral(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword)
    return node.getText() === "true";
  if (ts.isIdentifier(node) && node.text in program.names) return `\${${program.names[node.text]}.id}`;
  if (ts.isPropertyAccessExpression(node)) {
    const [first, ...path] = node.getText().split(".");
    if (first in program.names) return `\${${[program.names[first], ...path].join(".")}}`;
  }
  if (ts.isCallExpression(node) && node.expression.name?.text === "requireSecret") {
    const [{ text }] = node.arguments;
    program.config[text] = { type: "string", secret: true };
    return `\${${text}}`;
  }
  throw new Error(`no YAML is known for \`${node.getText()}\``);
}
