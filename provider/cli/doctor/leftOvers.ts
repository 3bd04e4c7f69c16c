import { cleanLine } from "../../api";
import { connect, type Settings } from "../../config";
import { explainLeftOver } from "../../framework/run/leftOver";
import { leftOversOf } from "../../resources/shared/leftOver";
import { readResources } from "../adopt/stack";
import { type Check, checksOf } from "./checks";

const { note } = checksOf("Left over");

/**
 * A note for each broker and VPC that a run which was cut off made for a resource of the stack, and that the state does
 * not have. Where state or account cannot be read, the other checks say so.
 */
export async function checkLeftOvers(
  settings: Settings,
  stack: string | undefined,
  timeoutMs: number,
): Promise<Check[]> {
  if (settings.apiKey === undefined || settings.customerUrl === undefined || stack === undefined) return [];
  const deadline = Date.now() + timeoutMs;
  const client = connect(settings);
  try {
    const left = await leftOversOf(client, { deadline }, await readResources(stack, { timeoutMs }));
    return left.map((each) => note(cleanLine(explainLeftOver(each.type, each))));
  } catch {
    return [];
  } finally {
    await client.close();
  }
}
