const { tiersOf } = require("./test/parts.cjs");

/**
 * One project per tier, so that a tier runs alone: `npx jest --selectProjects unit`. PULUMI_BROKER_PART names the part of
 * the tests that a command runs; without it, every test can be run.
 */
const project = (tier) => ({
  ...tier,
  rootDir: __dirname,
  testEnvironment: "<rootDir>/test/helpers/environment.cjs",
  // Types are checked once, before all tests.
  transform: { "^.+\\.ts$": ["@swc/jest", { jsc: { parser: { syntax: "typescript" }, target: "es2022" } }] },
  // The Pulumi SDK loads both, and these tests hardly need them: they take two thirds of the time to load it.
  moduleNameMapper: {
    "^typescript$": "<rootDir>/test/helpers/lazy-typescript.cjs",
    "^@npmcli/arborist$": "<rootDir>/test/helpers/lazy-arborist.cjs",
  },
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/sdk/", "<rootDir>/examples/"],
  // The Pulumi SDK keeps objects beyond a test file; cleaning them up under it ends in endless recursion.
  testEnvironmentOptions: { globalsCleanup: "off" },
});

module.exports = {
  // It ends a test that hangs, on a loaded machine too, and says nothing of how long one should take.
  testTimeout: 600_000,
  projects: tiersOf(process.env.PULUMI_BROKER_PART).map(project),
};
