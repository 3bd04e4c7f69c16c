import { listStacks, runPulumi } from "../pulumi";

/** How long all questions to the Pulumi CLI may take. */
const limitMs = 60_000;

/** A line for each place that has the old key, or may have it, beside the stack `except`. */
export async function findHolders(oldKey: string, except: string | undefined): Promise<string[]> {
  return [
    ...(process.env["BROKER_API_KEY"] === oldKey ? ["BROKER_API_KEY of this shell"] : []),
    ...(await holdingStacks(oldKey, except)),
    "the state of every stack that was deployed with it: until its next up, refresh and destroy need --run-program",
    "pipelines, other projects and scripts, and programs that pass it to broker.Provider",
  ];
}

/** The stacks of this project whose configuration has the key. What cannot be read is said, and ends nothing. */
async function holdingStacks(oldKey: string, except: string | undefined): Promise<string[]> {
  const ends = Date.now() + limitMs;
  const ask = (...args: string[]) =>
    runPulumi(args, { timeoutMs: Math.max(1, ends - Date.now()) }).catch(() => undefined);
  const stacks = await listStacks({ timeoutMs: limitMs }).catch(() => []);
  const lines: string[] = [];
  // The stacks are asked in turn, because a project may have dozens.
  for (const name of stacks.filter((each) => each !== except)) {
    const run = await ask("config", "get", "broker:apiKey", "--stack", name);
    if (run?.code === 0) {
      if (run.stdout.trim() === oldKey) lines.push(`the configuration of stack ${name}`);
    } else if (!/not found/.test(run?.stderr ?? "")) {
      lines.push(`the configuration of stack ${name}, which cannot be read here`);
    }
  }
  return lines;
}
