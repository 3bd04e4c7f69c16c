/** Runs mutants, each against the tests that run its line. */
import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../run.mjs";

const jest = join(root, "node_modules", "jest", "bin", "jest.js");
const config = join(root, "tools", "check", "mutants", "jest.config.cjs");

/** A process that tells nothing new for so long hangs in a mutant, such as an endless loop: no test file takes as long. */
const silenceMs = 4 * 60_000;

/**
 * Runs mutants in one process, and calls `tell` with each id and with the test that noticed it, or undefined. After a
 * mutant that hangs or takes all memory, the others go on in a new process. `plan` is the file that says what to do.
 */
export async function runMutants(mutants, plan, tell) {
  let left = mutants.filter(({ paths }) => paths.length > 0);
  for (const { id } of mutants.filter((one) => !left.includes(one))) tell(id, undefined);
  const outcomes = `${plan}.outcomes`;
  while (left.length > 0) {
    writeFileSync(plan, JSON.stringify(left));
    rmSync(outcomes, { force: true });
    const told = new Set();
    const isHung = await runProcess(left, plan, () => {
      const lines = linesOf(outcomes);
      for (const { id } of lines.filter((line) => line.ended && !told.has(line.id))) {
        told.add(id);
        tell(id, lines.find((line) => line.id === id && line.by !== undefined)?.by);
      }
      return lines.length;
    });
    left = left.filter(({ id }) => !told.has(id));
    const last = linesOf(outcomes).at(-1);
    if (left.length === 0) return;
    if (last === undefined) throw new Error(`jest ended before ${left[0].id} did`);
    tell(last.id, `${last.starts} ${isHung ? "does not end" : "ends the process"}`);
    left = left.filter(({ id }) => id !== last.id);
  }
}

/** Runs jest to its end, and returns whether it had to be ended. `progress` grows as long as something is done. */
function runProcess(mutants, plan, progress) {
  const env = {
    ...process.env,
    PULUMI_BROKER_PLAN: plan,
    PULUMI_BROKER_BROKEN: JSON.stringify([...new Set(mutants.map(({ file }) => file))].sort()),
  };
  const paths = [...new Set(mutants.flatMap((mutant) => mutant.paths))];
  const args = [jest, "--config", config, "--ci", "--silent", "--runInBand", "--passWithNoTests"];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args, "--runTestsByPath", ...paths], { cwd: root, env, stdio: "ignore" });
    let [seen, since, isHung] = [0, Date.now(), false];
    const timer = setInterval(() => {
      const now = progress();
      if (now > seen) [seen, since] = [now, Date.now()];
      isHung = Date.now() - since > silenceMs;
      if (isHung) child.kill("SIGKILL");
    }, 5_000);
    child.on("error", reject);
    child.on("close", () => {
      clearInterval(timer);
      progress();
      resolve(isHung);
    });
  });
}

function linesOf(file) {
  try {
    const lines = readFileSync(file, "utf8").split("\n");
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}
