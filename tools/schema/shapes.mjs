/**
 * The fields of an interface, a class or a union of interfaces. A union is one shape whose fields may be left out, unless
 * every member of the union needs them.
 */
import ts from "typescript";
import { asCode, describe, ofOutput, paragraphs } from "./docs.mjs";
import { commentOf, declarationOf, tagOf } from "./source.mjs";

/** What stands in a program around the type of a value. */
const wrappers = ["pulumi.Input", "pulumi.Output", "pulumi.Unwrap", "Promise"];

/** A type without what may stand around it; a name that has another type as its meaning is followed. */
export function unwrap({ node, scope }) {
  if (ts.isParenthesizedTypeNode(node)) return unwrap({ node: node.type, scope });
  if (ts.isTypeOperatorNode(node)) return unwrap({ node: node.type, scope });
  if (!ts.isTypeReferenceNode(node)) return { node, scope };
  const name = ts.isIdentifier(node.typeName)
    ? node.typeName.text
    : `${node.typeName.left.text}.${node.typeName.right.text}`;
  if (wrappers.includes(name)) return unwrap({ node: node.typeArguments[0], scope });
  const bound = scope.params.get(name);
  return bound === undefined ? { node, scope } : unwrap(bound);
}

/** The declaration behind a reference to a type of the package; undefined for any other type. */
export function declared({ node, scope }) {
  if (!ts.isTypeReferenceNode(node) || !ts.isIdentifier(node.typeName) || node.typeName.text === "Record") return;
  const found = declarationOf(node.typeName.text, scope);
  const params = (found.node.typeParameters ?? []).map(({ name }, i) => [
    name.text,
    { node: node.typeArguments[i], scope },
  ]);
  return { node: found.node, scope: { ...found.scope, params: new Map(params) } };
}

/** The members of a union, through the names of unions; a type that is no union is its own only member. */
export function membersOf(type) {
  const { node, scope } = unwrap(type);
  if (ts.isUnionTypeNode(node)) return node.types.flatMap((each) => membersOf({ node: each, scope }));
  if (ts.isIndexedAccessTypeNode(node)) {
    const name = node.indexType.literal.text;
    const fields = membersOf({ node: node.objectType, scope }).map((each) => fieldsOf(each).get(name));
    return fields.flatMap(({ type: each }) => membersOf(each));
  }
  const found = declared({ node, scope });
  if (found !== undefined && ts.isTypeAliasDeclaration(found.node)) {
    return membersOf({ node: found.node.type, scope: found.scope });
  }
  return [{ node, scope }];
}

/** True when a member of a union says that there is no value. */
export const isNone = ({ node }) =>
  node.kind === ts.SyntaxKind.UndefinedKeyword || node.literal?.kind === ts.SyntaxKind.NullKeyword;

/** The text of a string that is a type. */
export const literalOf = ({ node }) =>
  ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal) ? node.literal.text : undefined;

/** What tells a member of a union from the others: a string, or the beginning that a string must have. */
const labelOf = (type) =>
  literalOf(type) ?? (ts.isTemplateLiteralTypeNode(type.node) ? `${type.node.head.text}…` : undefined);

/** The types whose fields an interface has too. Those of a class are in the state that the interface of its name names. */
function parentsOf(node) {
  const isClass = ts.isClassDeclaration(node);
  const named = isClass ? node.parent.statements.filter((each) => each.name?.text === node.name.text) : [node];
  const heirs = named.filter(ts.isInterfaceDeclaration).flatMap(({ heritageClauses }) => heritageClauses ?? []);
  return heirs.flatMap(({ types }) =>
    types.map(({ expression, typeArguments }) =>
      isClass ? typeArguments[0] : ts.factory.createTypeReferenceNode(expression.text, typeArguments),
    ),
  );
}

/**
 * How the types that have a part of another type's fields change each field; undefined for a field that goes. `Given` has
 * those of arguments, a sentence of each, and required where named; `Shown` has those of state, as they are now.
 */
const parts = {
  Omit: (field, isNamed) => (isNamed ? undefined : field),
  Pick: (field, isNamed) => (isNamed ? field : undefined),
  Partial: (field) => ({ ...field, optional: true }),
  Given: (field, isNamed, name) =>
    ofEveryKind.includes(name)
      ? undefined
      : { ...field, comment: ofOutput(field.comment), optional: field.optional && !isNamed },
  Shown: (field, _isMissing, name, isLeftOut) =>
    isLeftOut || ofEveryKind.includes(name)
      ? undefined
      : { ...field, comment: ofOutput(field.comment).replace(", as last seen", "") },
};
const ofEveryKind = ["instance", "instanceApiKey"];

function fieldsOfPart({ node, scope }) {
  const [whole, ...listed] = node.typeArguments.map((each) => ({ node: each, scope }));
  const [names = [], others = []] = listed.map((each) => membersOf(each).map(literalOf));
  const fields = [...fieldsOf(whole)].map(([name, field]) => [
    name,
    parts[node.typeName.text](field, names.includes(name), name, others.includes(name)),
  ]);
  return new Map(fields.filter(([, field]) => field !== undefined));
}

/**
 * The fields of an interface, a class or an object type, by name: type, whether it may be left out, description. Inherited
 * fields come first.
 */
export function fieldsOf(type) {
  if (Object.hasOwn(parts, type.node.typeName?.text ?? "")) return fieldsOfPart(type);
  const found = ts.isTypeReferenceNode(type.node) ? declared(type) : type;
  const { node, scope } = found;
  const fields = new Map();
  for (const parent of parentsOf(node)) {
    for (const [name, field] of fieldsOf({ node: parent, scope })) fields.set(name, field);
  }
  for (const member of node.members) {
    const isField = ts.isPropertySignature(member) || ts.isPropertyDeclaration(member);
    if (!isField || ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) continue;
    if (tagOf(member, "internal") !== undefined) continue;
    const fieldType = { node: member.type, scope };
    if (membersOf(fieldType).every(isNone)) continue;
    fields.set(member.name.text, {
      type: fieldType,
      optional: member.questionToken !== undefined || membersOf(fieldType).some(isNone),
      comment: describe(commentOf(member)),
      deprecated: tagOf(member, "deprecated"),
    });
  }
  return fields;
}

/** The fields of the objects that a type allows, each with the values of the discriminator that belong to it. */
function labelledFields(type, discriminator) {
  return membersOf(type).map((member) => {
    const fields = fieldsOf(member);
    const label = discriminator && labelOf(unwrap(fields.get(discriminator).type));
    return { label, fields };
  });
}

/** The field by whose value one tells the members of a union from each other. */
function discriminatorOf(type) {
  const all = membersOf(type).map(fieldsOf);
  if (all.length === 1) return undefined;
  return [...all[0].keys()].find((name) =>
    all.every((fields) => fields.has(name) && labelOf(unwrap(fields.get(name).type)) !== undefined),
  );
}

/**
 * The fields of a type, a union of object types included. A field has the types that it has in the members (`types`, each
 * with its label), and says in its description where it may be given. The discriminator has the values with what they
 * stand for.
 */
export function shapeOf(type) {
  const by = discriminatorOf(type);
  const shape = mergeFields(labelledFields(type, by), by);
  if (by === undefined) return shape;
  const all = membersOf(type).map((member) => {
    const value = literalOf(unwrap(fieldsOf(member).get(by).type));
    return { value, description: describe(commentOf(declared(member).node)) };
  });
  const values = all.filter(({ value }) => value !== undefined);
  // A generic member describes itself, not the value.
  const isToldApart = new Set(values.map(({ description }) => description)).size === values.length;
  const comment = shape.get(by).comments[0].comment.replace(/^`[^`]*`\. /, "");
  shape.set(by, {
    ...shape.get(by),
    description: comment,
    values: isToldApart ? values : values.map(({ value }) => ({ value })),
    takesOthers: values.length < all.length,
  });
  return shape;
}

/** The fields of a type that stands at one field of a union's members: each of its fields says for which members. */
export function shapeAt(types, by) {
  const labelled = types.flatMap(({ label, type }) => labelledFields(type).map((each) => ({ ...each, label })));
  return mergeFields(labelled, by);
}

function mergeFields(labelled, by) {
  const names = [...new Set(labelled.flatMap(({ fields }) => [...fields.keys()]))];
  return new Map(names.map((name) => [name, mergedField(name, labelled, by)]));
}

function mergedField(name, labelled, by) {
  const having = labelled.filter(({ fields }) => fields.has(name));
  const types = having.map(({ label, fields }) => ({ label, type: fields.get(name).type }));
  const isNeeded = ({ fields }) => fields.get(name)?.optional === false;
  const needing = [...new Set(having.map(({ label }) => label))].filter((label) =>
    labelled.filter((each) => each.label === label).every(isNeeded),
  );
  const comments = [...new Set(having.map(({ fields }) => fields.get(name).comment))].map((comment) => {
    const some = having.filter(({ fields }) => fields.get(name).comment === comment);
    return { comment, labels: [...new Set(some.map(({ label }) => label))] };
  });
  const all = new Set(labelled.map(({ label }) => label)).size;
  return {
    types,
    by,
    comments,
    optional: !labelled.every(isNeeded),
    description: descriptionOf({ comments, needing, all, by }),
    deprecated: having.map(({ fields }) => fields.get(name).deprecated).find((text) => text !== undefined),
  };
}

/** What the members of a union say of one field: once where they say the same, else for each value. */
function descriptionOf({ comments, needing, all, by }) {
  const labels = [...new Set(comments.flatMap((each) => each.labels))];
  if (by === undefined || (comments.length === 1 && labels.length === all)) return comments[0].comment;
  const where = (some) => `\`${by}\` ${asCode(some)}`;
  const isNeededAlways = needing.length === labels.length;
  const needed = needing.length === 0 ? "" : `Needed ${isNeededAlways ? "there" : `for ${where(needing)}`}.`;
  if (comments.length === 1)
    return [comments[0].comment, `Only for ${where(labels)}.`, needed].filter(Boolean).join(" ");
  const rows = comments.map((each) => `- ${where(each.labels)}: ${each.comment}`);
  return paragraphs(rows.join("\n"), isNeededAlways ? "Needed for each of them." : needed);
}
