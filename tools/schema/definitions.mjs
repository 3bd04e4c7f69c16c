/** What the package itself says of its kinds, functions and configuration. */
import { createRequire } from "node:module";
import { requireSource } from "../require-source.mjs";

/** The definitions, and what the schema needs to know of them. */
export function loadDefinitions() {
  const { definitions } = requireSource("provider/resources/index.ts");
  const { childShape } = requireSource("provider/resources/shared/child.ts");
  const { marksOf } = requireSource("provider/framework/marks.ts");
  const { secretOutputsOf, typeToken } = requireSource("provider/framework/resource.ts");
  const { answerField } = requireSource("provider/functions/question.ts");
  const { variables } = requireSource("provider/config.ts");
  // The same copy of zod as in the definitions.
  const { z } = createRequire(import.meta.url)("zod");
  const keys = marksOf(z.object(childShape));
  return {
    definitions,
    marksOf,
    secretOutputsOf,
    typeToken,
    answerField,
    variables,
    /** Whether an argument of a function is a key that resources keep secret. */
    isKey: (name) => keys[name]?.secret === true,
    /** What the check of the inputs takes, as a JSON schema. */
    toJsonSchema: (schema) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }),
  };
}
