import { explainSearch, explore } from "./explore";

/** The seed and the count of the plays: others in `npm run test:all`. PULUMI_BROKER_MODEL_SEED tries another seed. */
const isRest = process.env.PULUMI_BROKER_PART === "rest";
const seed = Number(process.env.PULUMI_BROKER_MODEL_SEED ?? (isRest ? 16 : 15));
const runs = isRest ? 225 : 75;
/** A machine that does much else beside it takes long for this many runs. */
const longest = 1_800_000;

test(
  `${runs} stacks, each with up to 30 steps of programs, outsiders and faults, keep the promises and settle`,
  async () => {
    const search = await explore(seed, runs);
    console.log(explainSearch(search));
    expect(search.found).toBeUndefined();
    expect(search.runs).toBe(runs);
    // A search in which little happens finds nothing.
    const taken = ["up", "up cut", "refresh", "destroy", "fault", "edit", "remove", "import", "rotate", "rename"];
    for (const step of taken) expect([step, search.counts[step]]).toEqual([step, expect.any(Number)]);
  },
  longest,
);
