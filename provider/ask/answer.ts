// `ask.ts` (for Node programs) and `plugin/functions.ts` (for other languages) call `throwIfRefused`, then
// `answerQuestion`. `limitMs` may change. This order must stay, so that bad arguments send no request. Errors must pass
// through `cleanLine`, because a text of the service may quote a key.
import { type Client, cleanLine, systemClock } from "../api";
import { mistakenTextsIn } from "../framework/preview/mistakenTexts";
import type { Known, Question } from "./question";

/** The time limit of one function, so that a silent service does not hold up the program for long. */
const limitMs = 2 * 60_000;

/** Throws for arguments that a question refuses before anything is asked. */
export function throwIfRefused<Args extends object>({ refuses }: Question<Args, unknown>, args: Known<Args>): void {
  const [mistaken] = mistakenTextsIn(args);
  if (mistaken !== undefined) throw new Error(`${mistaken.path.join(".")} ${mistaken.why}`);
  const refusal = refuses?.(args);
  if (refusal !== undefined) throw new Error(refusal);
}

/** Asks the service. `missing` lists the settings that every question needs and the configuration lacks. */
export async function answerQuestion<Args extends object, Result>(
  { name, answer, lacks = (client) => client.lacksKey() }: Question<Args, Result>,
  args: Known<Args>,
  { client, missing = [] }: { client: Client; missing?: readonly string[] },
): Promise<Result> {
  const problems = [lacks(client, args) ?? [], missing].flat();
  if (problems.length > 0) throw new Error(problems.join("; "));
  try {
    return await answer(client, { deadline: systemClock.now() + limitMs, subject: name, hasNoState: true }, args);
  } catch (error) {
    throw new Error(cleanLine(error instanceof Error ? error.message : String(error), client.keysOf([])));
  }
}
