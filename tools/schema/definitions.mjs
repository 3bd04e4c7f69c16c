/** What the package itself says of its kinds, functions and configuration. */
import { createRequire } from "node:module";
import { requireSource } from "../require-source.mjs";

/** The definitions, and what the schema needs to know of them. */
export function loadDefinitions() {
  const { definitions } = requireSource("provider/resources/index.ts");
  const { childShape } = requireSource("provider/resources/shared/child.ts");
  const { marksOf, secretOutputsOf } = requireSource("provider/framework/kind/marks.ts");
  const { typeToken } = requireSource("provider/framework/kind/tokens.ts");
  const { answerField } = requireSource("provider/functions/question.ts");
  const functions = requireSource("provider/functions/index.ts");
  const { questionOf } = requireSource("provider/functions/invoke.ts");
  const { variables } = requireSource("provider/config.ts");
  // The same copy of zod as in the definitions.
  const { z } = createRequire(import.meta.url)("zod");
  const keys = marksOf(z.object(childShape));
  return {
    definitions,
    marksOf,
    secretOutputsOf,
    typeToken,
    secretsOf: (name) => questionOf(functions[name]).secret,
    answerField,
    variables,
    /** The arguments of functions that resources keep secret. */
    keys: Object.keys(keys).filter((name) => keys[name].secret),
    /** What the check of the inputs takes, as a JSON schema. */
    toJsonSchema: (schema) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }),
  };
}
