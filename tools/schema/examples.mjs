/** The examples of the schema, and how a kind is imported, in the form that pages of Pulumi's registry and SDKs read. */
import { readFileSync } from "node:fs";
import { yamlOf } from "./program.mjs";

const examples = JSON.parse(readFileSync(new URL("examples.json", import.meta.url), "utf8"));

const block = (language, text) => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

/**
 * The schema of a kind or function, whose description ends with the example of its doc comment in every language, and
 * with the command that imports the kind. Until `npm run examples` has made the other languages, the example is in YAML.
 */
export function withExample(name, { comment, ...spec }) {
  const yaml = exampleOf(name, comment, spec);
  const programs = examples[name]?.yaml === yaml ? examples[name] : { yaml };
  const blocks = Object.entries(programs).map(([language, text]) => block(language, text));
  const shown = ["## Example Usage", "{{% example %}}", ...blocks, "{{% /example %}}"];
  const [, id] = /[Tt]he option `import: "([^"]*)"`/.exec(spec.description) ?? [];
  const command = id && block("sh", `$ pulumi import broker:index:${name} name "${id}"`);
  const imported = command ? ["## Import", command] : [];
  const description = [spec.description, "{{% examples %}}", ...shown, "{{% /examples %}}", ...imported].join("\n\n");
  return { ...spec, description };
}

function exampleOf(name, comment, { inputProperties, inputs, outputs }) {
  try {
    return yamlOf(comment, { inputs: inputProperties ?? inputs?.properties, outputs: outputs?.properties });
  } catch (error) {
    throw new Error(`${name}: ${error.message}`);
  }
}
