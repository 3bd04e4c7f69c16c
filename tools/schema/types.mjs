/** Turns the types of the TypeScript declarations into types of a Pulumi schema. */
import ts from "typescript";
import { describe, paragraphs } from "./docs.mjs";
import { declared, fieldsOf, isNone, literalOf, membersOf, shapeAt, shapeOf, unwrap } from "./shapes.mjs";
import { commentOf } from "./source.mjs";
import { wholeNumbers } from "./words.mjs";

/** What a check says of a whole number, or of a list of them. */
const whole = { type: "integer", items: { type: "integer" } };
const any = { $ref: "pulumi.json#/Any" };
const primitives = new Map([
  [ts.SyntaxKind.StringKeyword, "string"],
  [ts.SyntaxKind.NumberKeyword, "number"],
  [ts.SyntaxKind.BooleanKeyword, "boolean"],
]);

const valuesOf = (spec) => spec.enum?.map(({ value }) => value);
const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** The named types of a schema, which the conversion of types adds to. */
export function createTypes() {
  const specs = {};

  /** Adds a named type. An enum that says the same values with less about them is the same type. */
  function reference(name, spec) {
    const token = `broker:index:${name}`;
    const known = specs[token];
    if (known !== undefined && !isSame(known, spec) && !isSame(valuesOf(known), valuesOf(spec) ?? spec)) {
      throw new Error(`two types are named ${name}`);
    }
    specs[token] ??= spec;
    return { type: spec.type, $ref: `#/types/${token}` };
  }

  /**
   * The schema of one type. `place` has the name that a type without a name gets, what the schema of the check says of the
   * value (`checked`), and the type of the input with the same name (`like`).
   */
  function typeOf(type, place) {
    const members = membersOf(type).filter((each) => !isNone(each));
    const [only] = members;
    if (members.length === 1) return single(only, place);
    if (members.every((each) => literalOf(each) !== undefined)) {
      const alias = aliasOf(type);
      const description = alias && describe(commentOf(alias));
      const values = members.map((each) => ({ value: literalOf(each) }));
      const spec = { type: "string", ...(description && { description }), enum: values };
      return reference(alias?.name.text ?? place.name, spec);
    }
    const kinds = [...new Set(members.map((each) => kindOf(each)))];
    if (kinds.every((kind) => kind === "integer")) return { type: "integer" };
    // A resource stands for its id, and an id may be written as a number.
    if (kinds.includes("resource") || isSame([...kinds].sort(), ["number", "string"])) return { type: "string" };
    if (kinds.every((kind) => ["string", "number", "boolean"].includes(kind))) {
      return { oneOf: kinds.map((kind) => ({ type: kind })) };
    }
    return any;
  }

  function single(type, place) {
    const { node, scope } = type;
    const { name, checked = {}, like, secrets } = place;
    if (node.kind === ts.SyntaxKind.UnknownKeyword) return any;
    if (primitives.has(node.kind)) {
      const type = primitives.get(node.kind);
      return { type: type === "number" && checked.type === "integer" ? "integer" : type };
    }
    if (literalOf(type) !== undefined) return { type: "string" };
    if (ts.isArrayTypeNode(node)) {
      const element = { ...place, checked: checked.items, like: like?.items };
      return { type: "array", items: typeOf({ node: node.elementType, scope }, element) };
    }
    if (ts.isTypeLiteralNode(node)) {
      return sameFields(type, like)
        ? like
        : reference(name, objectOf(fieldsWithTypes(shapeOf(type), { owner: name, checked })));
    }
    if (isRecord(node)) {
      return { type: "object", additionalProperties: typeOf({ node: node.typeArguments[1], scope }, place) };
    }
    const found = declared(type);
    if (ts.isClassDeclaration(found.node)) return { type: "string" };
    const index = found.node.members.find(ts.isIndexSignatureDeclaration);
    if (index !== undefined) {
      return { type: "object", additionalProperties: typeOf({ node: index.type, scope: found.scope }, place) };
    }
    const own = found.node.name.text.replace(/Args$/, "");
    const description = describe(commentOf(found.node));
    return reference(own, {
      description,
      ...objectOf(fieldsWithTypes(shapeOf(type), { owner: own, checked, secrets })),
    });
  }

  /** True when an object type without a name has the fields of an input. */
  function sameFields(type, like) {
    const spec = specs[like?.$ref?.replace("#/types/", "")];
    return isSame(Object.keys(spec?.properties ?? {}).sort(), [...fieldsOf(type).keys()].sort());
  }

  /**
   * The fields of a shape with their types. `owner` begins the names of types that have no name; `secrets` names the fields
   * that are secret.
   */
  function fieldsWithTypes(shape, { owner, checked = {}, likes = {}, secrets = [] }) {
    return [...shape].map(([name, field]) => {
      const place = {
        name: `${owner}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
        checked: checked.properties?.[name] ?? (wholeNumbers.has(name) ? whole : undefined),
        like: likes[name],
      };
      return { name, ...field, secret: secrets.includes(name), type: typeOfField(field, place) };
    });
  }

  function typeOfField(field, place) {
    const { types, by, values, takesOthers } = field;
    if (values !== undefined) {
      const listed = reference(place.name, { type: "string", enum: values });
      return takesOthers ? { type: "string", oneOf: [{ type: "string" }, listed] } : listed;
    }
    const objects = types.every(({ type }) => membersOf(type).every(isObject));
    const forms = new Set(types.flatMap(({ type }) => membersOf(type).map((each) => declared(each)?.node)));
    if (objects && forms.size > 1) {
      return reference(place.name, {
        description: `The fields that \`${by}\` takes: each says for which values.`,
        ...objectOf(fieldsWithTypes(shapeAt(types, by), { owner: place.name })),
      });
    }
    const widest = widestOf(types.map(({ type }) => type));
    if (widest !== undefined) return typeOf(widest, place);
    const kinds = new Set(
      types.flatMap(({ type }) =>
        membersOf(type)
          .filter((each) => !isNone(each))
          .map(kindOf),
      ),
    );
    if (kinds.size > 1) throw new Error(`${place.name} has several types: ${[...kinds].join(", ")}`);
    return { type: [...kinds][0] };
  }

  return { specs, fieldsWithTypes, typeOf };
}

/** The type among several that allows what all of them allow: they are written alike, or are values of one enum. */
function widestOf(types) {
  const texts = types.map((type) =>
    membersOf(type)
      .filter((each) => !isNone(each))
      .map((each) => literalOf(each) ?? each.node.getText()),
  );
  const all = new Set(texts.flat());
  return types[texts.findIndex((each) => new Set(each).size === all.size)];
}

const isRecord = (node) => ts.isTypeReferenceNode(node) && node.typeName.text === "Record";

/** True when a type is an interface of the package that has fields and nothing besides. */
function isObject(type) {
  const found = declared(type);
  return (
    found !== undefined &&
    ts.isInterfaceDeclaration(found.node) &&
    !found.node.members.some(ts.isIndexSignatureDeclaration)
  );
}

/** The declaration of a union that has a name. That there may be no value takes no name away. */
function aliasOf(type) {
  const { node, scope } = unwrap(type);
  const some = ts.isUnionTypeNode(node) ? node.types.filter((each) => !isNone({ node: each })) : [node];
  const found = some.length === 1 ? declared(unwrap({ node: some[0], scope })) : undefined;
  return found !== undefined && ts.isTypeAliasDeclaration(found.node) ? found.node : undefined;
}

function kindOf(type) {
  const { node } = type;
  if (primitives.has(node.kind)) return primitives.get(node.kind);
  if (ts.isLiteralTypeNode(node)) {
    if (ts.isStringLiteral(node.literal)) return "string";
    return ts.isNumericLiteral(node.literal) ? "integer" : "boolean";
  }
  const found = declared(type);
  return found !== undefined && ts.isClassDeclaration(found.node) ? "resource" : "other";
}

/** What a type has to say besides: the names that a map may have, and how the resources of a list are written. */
export function detailsOf({ types }) {
  const [{ type }] = types;
  const [only, ...others] = membersOf(type).filter((each) => !isNone(each));
  if (others.length > 0) return "";
  if (ts.isArrayTypeNode(only.node)) {
    const element = { node: only.node.elementType, scope: only.scope };
    const isResource = membersOf(element).map(kindOf).includes("resource");
    return isResource ? describe(commentOf(declared(unwrap(element)).node)) : "";
  }
  const found = isRecord(only.node) ? undefined : declared(only);
  const index = found?.node.members?.find(ts.isIndexSignatureDeclaration);
  if (index === undefined) return "";
  const rows = [...fieldsOf(only)].map(([name, { comment }]) => `- \`${name}\`: ${comment}`);
  return paragraphs(rows.join("\n"), describe(commentOf(index)));
}

/** The schema of an object with these fields. */
export function objectOf(fields, more = () => ({})) {
  const required = fields.filter(({ optional }) => !optional).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field, more(field))])),
    ...(required.length > 0 && { required }),
  };
}

/** The schema of one property. */
export function propertyOf({ type, description, secret, deprecated }, more) {
  return {
    ...type,
    ...(description && { description }),
    ...(deprecated !== undefined && { deprecationMessage: describe(deprecated) }),
    ...(secret && { secret }),
    ...more,
  };
}
