/** The schema of each kind of resource, from its definition, its class and the interface of its arguments. */
import ts from "typescript";
import { describe, describeThrows, paragraphs } from "./docs.mjs";
import { shapeOf } from "./shapes.mjs";
import { commentOf, declarationOf, tagOf } from "./source.mjs";
import { detailsOf, objectOf, propertyOf } from "./types.mjs";

/** The schemas of all kinds, by token. `index` is the file that exports the classes. */
export function resourcesOf({ index, types, source }) {
  return Object.fromEntries(
    source.definitions
      .map((definition) => [`broker:index:${definition.type}`, resourceOf(definition, { index, types, source })])
      .sort(([a], [b]) => a.localeCompare(b)),
  );
}

function resourceOf(definition, { index, types, source }) {
  const { type, schema } = definition;
  const checked = source.toJsonSchema(schema);
  const marks = source.marksOf(schema);
  const reference = (name) => ({
    node: ts.factory.createTypeReferenceNode(name),
    scope: { file: index, params: new Map() },
  });
  const inputs = types.fieldsWithTypes(shapeOf(reference(`${type}Args`)), { owner: type, checked });
  const likes = Object.fromEntries(inputs.map((input) => [input.name, input.type]));
  const secrets = source.secretOutputsOf(definition);
  const outputs = types.fieldsWithTypes(shapeOf(reference(type)), { owner: type, checked, likes, secrets });
  const { properties, required } = objectOf(outputs);
  const { node } = declarationOf(type, { file: index });
  const made = node.members.find(ts.isConstructorDeclaration);
  return {
    comment: commentOf(node),
    description: paragraphs(describe(commentOf(node)), describeThrows(tagOf(made, "throws"))),
    properties,
    required,
    inputProperties: Object.fromEntries(
      inputs.map((input) => {
        const description = paragraphs(input.description, detailsOf(input));
        return [input.name, propertyOf({ ...input, description }, marked(marks[input.name]))];
      }),
    ),
    requiredInputs: inputs.filter(({ optional }) => !optional).map(({ name }) => name),
    aliases: [{ type: source.typeToken(definition) }],
  };
}

/**
 * What the marks of an input say. `replaceOnChanges` is not among it: SDKs would make a replacement of every change, and
 * some changes of such inputs keep the object.
 */
function marked(marks) {
  const usual = defaultOf(marks);
  return {
    ...(usual !== undefined && { default: usual }),
    ...(marks.secret && { secret: true }),
    ...(marks.replace && { willReplaceOnChanges: true }),
  };
}

/**
 * The value that SDKs may fill in for an input that is left out. Only where leaving it out means just that value: an
 * input that replaces keeps the object's own value while it is left out.
 */
function defaultOf({ default: usual, replace, keep, createOnly }) {
  const isPlain = ["string", "number", "boolean"].includes(typeof usual);
  return isPlain && !replace && !keep && !createOnly ? usual : undefined;
}
