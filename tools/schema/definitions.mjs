/** What the package itself says of its kinds, functions and configuration. */
import { createRequire } from "node:module";
import { requireSource } from "../require-source.mjs";

/** The definitions, and what the schema needs to know of them. */
export function loadDefinitions() {
  const { definitions } = requireSource("provider/resources/definitions.ts");
  const { childShape } = requireSource("provider/resources/shared/child.ts");
  const { marksOf, secretOutputsOf } = requireSource("provider/framework/kind/marks.ts");
  const { typeToken } = requireSource("provider/framework/kind/tokens.ts");
  const { answerField } = requireSource("provider/ask/question.ts");
  const { questions } = requireSource("provider/ask/ask.ts");
  requireSource("provider/index.ts");
  const secrets = new Map([...questions.values()].map(({ name, secret }) => [name, secret]));
  const { variables } = requireSource("provider/api/transport/urls.ts");
  // The same copy of zod as in the definitions.
  const { z } = createRequire(import.meta.url)("zod");
  const keys = marksOf(z.lazy(() => z.object(childShape)));
  return {
    definitions,
    marksOf,
    secretOutputsOf,
    typeToken,
    secretsOf: (name) => secrets.get(name),
    answerField,
    variables,
    /** The arguments of functions that resources keep secret. */
    keys: Object.keys(keys).filter((name) => keys[name].secret),
    /** What the check of the inputs takes, as a JSON schema. */
    toJsonSchema: (schema) => z.toJSONSchema(schema.unwrap(), { io: "input", unrepresentable: "any" }),
  };
}
