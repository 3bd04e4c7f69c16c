/** Which tests `npm test` runs, and which `npm run test:all` adds: every test is in one of them, or in part in both. */

/** The tiers whose tests are all in `npm test`. */
const quick = ["unit", "handler", "host"];

/**
 * The core of the tiers that start the Pulumi CLI, which `npm test` runs too: one life of each kind through each door, the
 * package installed, the first program, one kill, one adopt, one drift.
 */
const core = {
  engine: ["kill", "lifecycle", "plugin-lifecycle"],
  package: ["adopt", "drift", "install"],
};

/**
 * The files that are played in part by `npm test`, and in their other cells by `npm run test:all` (`helpers/cells.ts`), but
 * for the other cells of the plugin's door in two of them (`playedDoors`). A test of such a file that is no cell is in
 * `npm test` alone, says which of the two plays it, or is in both.
 */
const matrices = {
  engine: ["kill"],
  handler: [
    "brokerAction/cut",
    "everyKind/answers",
    "everyKind/busy",
    "everyKind/crash",
    "everyKind/cut",
    "everyKind/odd-state",
    "firewallRuleSet/cut",
    "instance/cut",
    "integration/taken-out",
    "model/model",
  ],
  package: ["drift", "install"],
};

/** The tiers of a part ("core", "rest" or "whole") and their files, as jest takes them; without a part, all tiers whole. */
function tiersOf(part) {
  const whole = (tier) => ({ displayName: tier, testMatch: [`<rootDir>/test/${tier}/**/*.test.ts`] });
  const named = (files, tier) => files[tier].map((name) => `<rootDir>/test/${tier}/${name}.test.ts`);
  const slow = Object.keys(core);
  const isMatrix = (tier, name) => matrices[tier]?.includes(name);
  const wholeInCore = Object.fromEntries(
    slow.map((tier) => [tier, core[tier].filter((name) => !isMatrix(tier, name))]),
  );
  switch (part) {
    case undefined:
    case "whole":
      return [...quick, ...slow].map(whole);
    case "core":
      return [...quick.map(whole), ...slow.map((tier) => ({ ...whole(tier), testMatch: named(core, tier) }))];
    case "rest":
      return [
        { ...whole("handler"), testMatch: named(matrices, "handler") },
        ...slow.map((tier) => ({ ...whole(tier), testPathIgnorePatterns: named(wholeInCore, tier) })),
      ];
    default:
      throw new Error(`PULUMI_BROKER_PART=${part}: there are "core", "rest" and "whole"`);
  }
}

module.exports = { matrices, tiersOf };
