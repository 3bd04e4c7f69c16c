/** The examples of the schema, and how a kind is imported, in the form that pages of Pulumi's registry and SDKs read. */
import { existsSync, readFileSync } from "node:fs";

const examples = JSON.parse(readFileSync(new URL("examples.json", import.meta.url), "utf8"));

const block = (language, text) => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

/** The description of a kind or function with its example in every language, and with the command that imports the kind. */
export function withExample(name, description) {
  const { title, ...programs } = examples[name] ?? {};
  if (title === undefined) {
    if (!existsSync(new URL(`examples/${name}.yaml`, import.meta.url)))
      throw new Error(
        `tools/schema/examples has no ${name}.yaml: write it, with its title in the first line after a #`,
      );
    // `npm run examples` turns it into all languages, and needs the schema for that.
    return description;
  }
  const blocks = Object.entries(programs).map(([language, text]) => block(language, text));
  const shown = ["## Example Usage", "{{% example %}}", `### ${title}`, ...blocks, "{{% /example %}}"];
  const [, id] = /[Tt]he option `import: "([^"]*)"`/.exec(description) ?? [];
  const command = id && block("sh", `$ pulumi import broker:index:${name} name "${id}"`);
  const imported = command ? ["## Import", command] : [];
  return [description, "{{% examples %}}", ...shown, "{{% /examples %}}", ...imported].join("\n\n");
}
