/** The schema of each function, from its signature, its arguments and its result. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, describeThrows, firstSentence, paragraphs } from "./docs.mjs";
import { declared, membersOf, shapeOf, unwrap } from "./shapes.mjs";
import { commentOf, parse, tagOf } from "./source.mjs";
import { objectOf } from "./types.mjs";

/** The schemas of all functions, by token. */
export function functionsOf({ folder, types, source }) {
  const found = readdirSync(folder)
    .filter((name) => /^get\w+\.ts$/.test(name))
    .flatMap((name) => parse(join(folder, name)).statements.filter(isPlainFunction))
    .map((node) => [`broker:index:${node.name.text}`, functionOf(node, { types, source })]);
  return Object.fromEntries(found.sort(([a], [b]) => a.localeCompare(b)));
}

/** True when a statement is a function that a program calls with plain values. */
function isPlainFunction(node) {
  return ts.isFunctionDeclaration(node) && /^get\w+(?<!Output)$/.test(node.name?.text ?? "") && isExported(node);
}

const isExported = (node) => (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) !== 0;

function functionOf(node, { types, source }) {
  const name = node.name.text;
  const scope = { file: node.getSourceFile(), params: new Map() };
  const description = paragraphs(describe(commentOf(node)), describeThrows(tagOf(node, "throws")));
  const [args] = node.parameters.filter(({ type }) => type.getText() !== "InvokeOptions");
  const place = { owner: capital(name), secrets: source.keys };
  const inputs = args && types.fieldsWithTypes(shapeOf({ node: args.type, scope }), place);
  return {
    description,
    ...(inputs && { inputs: objectOf(inputs) }),
    outputs: resultOf(name, unwrap({ node: node.type, scope }), { types, source, description }),
  };
}

/** The schema of a result. The protocol has only objects, so a list or a map is the only field of one. */
function resultOf(name, type, { types, source, description }) {
  const { secret: secrets } = source.questions.find((each) => each.name === name);
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
