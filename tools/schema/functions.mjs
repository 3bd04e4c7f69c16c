/** The schema of each function, from its arguments, its result and its question. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, describeThrows, firstSentence, paragraphs } from "./docs.mjs";
import { declared, membersOf, shapeOf, unwrap } from "./shapes.mjs";
import { commentOf, parse, tagOf } from "./source.mjs";
import { objectOf } from "./types.mjs";

/** The schemas of all functions, by token, which are made in the files of these folders. */
export function functionsOf({ folders, types, source }) {
  const found = folders
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => parse(path).statements.flatMap(plainFunction))
    .map((found) => [`broker:index:${found.name}`, functionOf(found, { types, source })]);
  return Object.fromEntries(found.sort(([a], [b]) => a.localeCompare(b)));
}

/** The function that a statement makes, if a program calls it with plain values: `export const getX = ask<Args, Result>(…)`. */
function plainFunction(node) {
  const [made] = ts.isVariableStatement(node) ? node.declarationList.declarations : [];
  if (!/^get\w+(?<!Output)$/.test(made?.name.text ?? "")) return [];
  const [args, result] = made.initializer.typeArguments;
  return [{ node, name: made.name.text, args: args.kind === ts.SyntaxKind.NeverKeyword ? undefined : args, result }];
}

function functionOf({ node, name, args, result }, { types, source }) {
  const scope = { file: node.getSourceFile(), params: new Map() };
  const description = paragraphs(describe(commentOf(node)), describeThrows(tagOf(node, "throws")));
  const place = { owner: capital(name), secrets: source.keys };
  const inputs = args && types.fieldsWithTypes(shapeOf({ node: args, scope }), place);
  return {
    comment: commentOf(node),
    description,
    ...(inputs && { inputs: objectOf(inputs) }),
    outputs: resultOf(name, unwrap({ node: result, scope }), { types, source, description }),
  };
}

/** The schema of a result. The protocol has only objects, so a list or a map is the only field of one. */
function resultOf(name, type, { types, source, description }) {
  const secrets = source.secretsOf(name);
  const [form] = membersOf(type);
  if (ts.isTypeReferenceNode(form.node) && declared(form) !== undefined) {
    return objectOf(types.fieldsWithTypes(shapeOf(form), { owner: form.node.typeName.text, secrets }));
  }
  const field = { name: source.answerField(name), description: firstSentence(description), optional: false };
  return objectOf([
    { ...field, secret: secrets !== undefined, type: types.typeOf(type, { name: capital(name), secrets }) },
  ]);
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
