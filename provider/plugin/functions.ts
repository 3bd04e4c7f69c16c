import { type Client, cleanLine } from "../api";
import type { Run } from "../framework/run";
import { hasUnknown } from "../framework/unknowns";
import { answerQuestion, throwIfRefused } from "../functions/answer";
import { functionToken } from "../functions/question";
import { questions } from "../functions/questions";

/** The answer of a function, and which parts of it are secret. */
export interface Invoked {
  result: Record<string, unknown>;
  secrets: ReadonlySet<string>;
}

/** The name under which an answer that is a list stands in the result, which is always an object. */
const listName = "items";

/** Answers a function with the run's client. Arguments that are not known before `up` are answered with nothing. */
export async function invoke(run: Run<Client>, token: string, args: Record<string, unknown>): Promise<Invoked> {
  const question = questions.find((each) => functionToken(each) === token);
  if (question === undefined) throw new Error(`there is no function ${token} in this version`);
  if (hasUnknown(args)) return { result: {}, secrets: new Set() };
  const connection = run.connection();
  const { name } = question;
  try {
    throwIfRefused(question, args);
    if (!("client" in connection)) throw new Error([...connection.problems, ...(connection.missing ?? [])].join("; "));
    const answer = await run.within(() => answerQuestion(question, args, connection));
    const result = (question.list ? { [listName]: answer } : answer) as Record<string, unknown>;
    return { result, secrets: new Set(question.secret ? Object.keys(result) : []) };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new Error(cleanLine(text.startsWith(`${name}: `) ? text : `${name}: ${text}`));
  }
}
