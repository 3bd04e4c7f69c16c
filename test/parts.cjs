/** Which tests `npm test` runs, and which `npm run test:all` adds: every test is in exactly one of the two. */

/** The tiers whose tests are all in `npm test`. */
const quick = ["unit", "handler", "host"];

/**
 * The core of the tiers that start the Pulumi CLI, which `npm test` runs too: one life of each kind through each door, the
 * package installed, the first program, one kill, one adopt, one drift.
 */
const core = {
  engine: ["demo", "kill", "lifecycle", "plugin-lifecycle"],
  package: ["adopt", "drift", "install"],
};

/** The tiers of a part ("core" or "rest") and their files, as jest takes them; without a part, all tiers whole. */
function tiersOf(part) {
  const whole = (tier) => ({ displayName: tier, testMatch: [`<rootDir>/test/${tier}/**/*.test.ts`] });
  const named = (tier) => core[tier].map((name) => `<rootDir>/test/${tier}/${name}.test.ts`);
  const slow = Object.keys(core);
  switch (part) {
    case undefined:
      return [...quick, ...slow].map(whole);
    case "core":
      return [...quick.map(whole), ...slow.map((tier) => ({ ...whole(tier), testMatch: named(tier) }))];
    case "rest":
      return slow.map((tier) => ({ ...whole(tier), testPathIgnorePatterns: named(tier) }));
    default:
      throw new Error(`PULUMI_BROKER_PART=${part}: there are "core" and "rest"`);
  }
}

module.exports = { tiersOf };
