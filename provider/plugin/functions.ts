// `plugin/service.ts` calls `invoke`. The bare imports of `../functions` and `../resources` must stay, because both
// fill `questions`. Errors must pass through `cleanLine`, because a text could quote a secret. Texts may change.
import { type Client, cleanLine } from "../api";
import { questions } from "../ask/ask";
import { answerField, answerQuestion, functionToken, throwIfRefused } from "../ask/question";
import { hasUnknown } from "../framework/kind/values";
import type { Run } from "../framework/run/run";
import { hiddenValues } from "../framework/state/secretValues";
import "../functions";
import "../resources";

/** The properties of each function's result, by the function's token, as the schema describes them. */
export type Results = Record<string, { outputs: { properties: Record<string, { secret?: boolean }> } }>;

/** Answers a function, with the names of its secret properties. Arguments that are not known yet get no answer. */
export async function invoke(
  run: Run<Client>,
  results: Results,
  token: string,
  args: Record<string, unknown>,
): Promise<{ result: Record<string, unknown>; secrets: ReadonlySet<string> }> {
  const question = [...questions.values()].find((each) => functionToken(each) === token);
  const properties = results[token]?.outputs.properties;
  if (question === undefined || properties === undefined) {
    throw new Error(
      `this version of the plugin has no function ${token}: install the plugin with the same version as your SDK`,
    );
  }
  if (hasUnknown(args)) return { result: {}, secrets: new Set() };
  const connection = run.connection();
  const { name } = question;
  try {
    throwIfRefused(question, args);
    if (!("client" in connection)) throw new Error([...connection.problems, ...(connection.missing ?? [])].join("; "));
    const answer: unknown = await run.within(() => answerQuestion(question, args, connection));
    const field = answerField(name);
    if (Object.keys(properties).every((property) => property === field)) {
      return { result: { [field]: answer }, secrets: new Set(question.secret ? [field] : []) };
    }
    const secrets = Object.keys(properties).filter((property) => properties[property]?.secret);
    return { result: answer as Record<string, unknown>, secrets: new Set(secrets) };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new Error(cleanLine(text.startsWith(`${name}: `) ? text : `${name}: ${text}`, hiddenValues()));
  }
}
