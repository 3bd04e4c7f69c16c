/** The page of the reference about all kinds, made from their definitions. */
import { requireSource } from "./require-source.mjs";

/** What the definitions say of each kind, by name. They are read as they are written, so that no build can be stale. */
export function loadKinds() {
  const { definitions } = requireSource("provider/resources/definitions.ts");
  const { marksOf } = requireSource("provider/framework/kind/marks.ts");
  const { typeToken } = requireSource("provider/framework/kind/tokens.ts");
  const { timeoutMs } = requireSource("provider/framework/kind/timeouts.ts");
  const kinds = definitions.map((definition) => ({
    type: definition.type,
    token: typeToken(definition),
    replaceLoses: definition.replaceLoses,
    decides: definition.decide !== undefined,
    secretOutputs: definition.secretOutputs ?? [],
    fields: Object.entries(marksOf(definition.schema)).map(([name, marks]) => {
      return { name, marks, optional: definition.schema.unwrap().shape[name].isOptional() };
    }),
    minutes: (operation, inputs) => timeoutMs(operation, undefined, definition.timeouts, inputs) / 60_000,
  }));
  return kinds.sort((a, b) => a.type.localeCompare(b.type));
}

/** The text of the page. `argumentsOf` finds an argument, by type and name, in each interface that declares it. */
export function kindsPage(kinds, argumentsOf) {
  return `# Kinds

The command \`npm run docs\` makes this page from the definitions by which the package itself checks, compares and hides.

## Type tokens and time limits

The token is the \`type\` that Pulumi's mocks, the state and URNs show; \`customTimeouts\` sets other limits. The component
\`MonitoredInstance\` has the token \`broker:index:MonitoredInstance\`, a function such as \`getPlans\` (and
\`getPlansOutput\`) \`broker:index:getPlans\`.

| Kind | Type token | Create | Update | Delete |
| --- | --- | --- | --- | --- |
${kinds.map(limitsRow).join("\n")}

## What a change does

| Mark | Meaning |
| --- | --- |
| in place | The object stays, and the package changes it on the service. |
| **replaces** | Pulumi makes a new object and removes the old one. Leaving the argument out never replaces. |
| in place, or **replaces** | The value decides: the page of the kind says which values replace. |
| at create only | The package reads the argument when it makes the object. A later change is a note, and changes nothing. |
| sends nothing | The argument is for this package alone. A change renews the state. |
| secret | The value is encrypted in the state, and every message hides it. |
| any order | The order and repetition of the elements mean nothing. |

The column "Left out" says what a program gets that does not name the argument, or no longer names it.

${kinds.map((kind) => kindPart(kind, argumentsOf)).join("\n")}`;
}

/** The inputs for which a create may take longest: a disk that may be swapped. */
const slowest = { disk: { extraSize: 25, allowDowntime: true } };

function limitsRow({ type, token, minutes }) {
  const [usual, longest] = [minutes("create", {}), minutes("create", slowest)];
  const more = longest > usual ? `; ${longest} min where \`disk.allowDowntime\` lets the disk be swapped` : "";
  const limits = [`${usual} min${more}`, `${minutes("update")} min`, `${minutes("delete")} min`];
  return `| [${type}](#${type.toLowerCase()}) | \`${token}\` | ${limits.join(" | ")} |`;
}

function kindPart({ type, fields, secretOutputs, replaceLoses, decides }, argumentsOf) {
  const notes = [
    replaceLoses && `A replacement: ${replaceLoses}.`,
    decides && `The values decide some changes too: the page of [${type}](classes/${type}.md) says which.`,
    secretOutputs.length > 0 && `Secret outputs: ${secretOutputs.map((name) => `\`${name}\``).join(", ")}.`,
  ].filter(Boolean);
  return [
    `### ${type}`,
    "",
    "| Argument | A change | Left out | Marks |",
    "| --- | --- | --- | --- |",
    ...fields.map((field) => fieldRow(field, argumentsOf(type, field.name))),
    "",
    ...notes.flatMap((note) => [note, ""]),
  ].join("\n");
}

function fieldRow({ name, marks, optional }, declared) {
  const signs = [
    marks.secret ? "secret" : marks.credentials ? "secret in parts" : undefined,
    marks.set ? "any order" : undefined,
  ].filter(Boolean);
  return `| \`${name}\` | ${changeOf(marks, declared)} | ${leftOut(declared, optional)} | ${signs.join(", ")} |`;
}

function changeOf({ replace, createOnly, local }, declared) {
  if (replace) return "**replaces**";
  if (createOnly) return "at create only";
  if (local) return "sends nothing";
  return declared.some(({ mayReplace }) => mayReplace) ? "in place, or **replaces**" : "in place";
}

/** What leaving an argument out means, in the words of its doc comment: the class fills in what the schema needs. */
function leftOut(declared, optional) {
  const optionals = declared.filter(({ isOptional }) => isOptional);
  if (optionals.length === 0) return optional ? "must be given where the type takes it" : "must be given";
  const sentences = new Set(optionals.flatMap((each) => each.leftOut ?? []));
  return sentences.size === 0 ? "another of the ways must be given" : [...sentences].join("; or ");
}
