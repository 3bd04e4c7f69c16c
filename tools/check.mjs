/**
 * `npm run check -- <name>`: one of the long searches, each of which ends with 1 when it has found something. Further
 * arguments go to the search.
 */
import { join } from "node:path";
import { exitCodeOf, main, root } from "./run.mjs";
import { setUp } from "./setup.mjs";

/** The searches: the script in `check/` with its first arguments, and what the search does. */
const searches = {
  model: [["model", "search"], "10,000 plays of the model with a random seed; `-- model 500 7`: 500 plays of seed 7"],
  calm: [["model", "calm"], "the same where nothing fails: nothing may be said to be left over; `-- calm 200 11`"],
  planted: [["model", "planted"], "plants bugs of nine sorts, one at a time: the model must find each of them"],
  kills: [["kills"], "cuts off 40 runs of the engine at random moments; `-- kills 5 7`: 5 of seed 7"],
  compat: [
    ["compat"],
    "the quickstart on each Node, SDK, package manager and form; `-- compat --write` renews the page",
  ],
  mutants: [
    ["mutants"],
    "breaks guarded lines one at a time: a test must notice each; `-- mutants --every 3`: a third",
  ],
  panel: [
    ["panel"],
    "how soon the emulator's panel shows 40 brokers and a change, then an hour of load: memory must not grow; `-- panel 0`: no load",
  ],
  fuzz: [["fuzz"], "three minutes of nonsense for the emulator; `-- fuzz 20 7`: 20 s of seed 7"],
};

await main(async () => {
  const [name = "", ...args] = process.argv.slice(2);
  if (!Object.hasOwn(searches, name)) {
    console.error("npm run check -- <name>, where the name is one of:");
    for (const [each, [, what]] of Object.entries(searches)) console.error(`  ${each.padEnd(8)} ${what}`);
    return 2;
  }
  const [[script, ...first]] = searches[name];
  await setUp();
  return exitCodeOf(process.execPath, [join(root, "tools", "check", `${script}.mjs`), ...first, ...args]);
});
