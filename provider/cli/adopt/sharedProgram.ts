// `stages.ts` calls `refuseSharedProgram` before `adopt` writes, sets or imports anything. The text may change. A stack
// whose program tells the stacks apart must pass, because an `up` of such a stack makes nothing twice.
import { cleanLine } from "../../api";
import { nameInUrn } from "../../framework/kind/tokens";
import { CommandError } from "../command";
import { firstOf } from "../terminal";
import { type Project, readDeclarations } from "./project";
import type { Session } from "./session";
import { previewSteps, type StackResource } from "./stack";

/** Throws when an `up` of the stack would make what another stack of the project has: then both share the program. */
export async function refuseSharedProgram({ stack, others, progress }: Session, project: Project): Promise<void> {
  if (others.length === 0) return;
  progress.say("preview, because other stacks of this project have resources…");
  const { twice, failure } = await findTwice(stack, others, project);
  if (twice.length === 0) return;
  const owners = [...new Set(twice.map(({ urn }) => urn.split(":")[2] ?? ""))].join(", ");
  const names = firstOf(twice.map(({ urn }) => nameInUrn(urn)));
  throw new CommandError(
    cleanLine(
      `the program of this project also declares resources that belong to stack ${owners} (${names}). An "up" of stack ${stack} would make these resources a second time. Run "pulumi new typescript" in a new folder and adopt in the new folder. Or let the program declare these resources only in stack ${owners} (pulumi.getStack() gives the stack)${failure}`,
    ),
  );
}

/** The resources of others that the program declares in this stack, too. If the preview fails, the text decides. */
async function findTwice(stack: string, others: readonly StackResource[], project: Project) {
  const keyOf = (urn: string) => urn.split("::").slice(2).join("::");
  try {
    const steps = await previewSteps(stack);
    const made = new Set(steps.filter(({ op }) => op === "create").map(({ urn }) => keyOf(urn)));
    return { twice: others.filter(({ urn }) => made.has(keyOf(urn))), failure: "" };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const { names } = readDeclarations(project);
    const isDeclared = ({ type, name }: StackResource) =>
      names.some((each) => each.type === type && each.name === name);
    return { twice: others.filter(isDeclared), failure: `; ${error.message}` };
  }
}
