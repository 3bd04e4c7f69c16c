/** One project per tier, so that a tier runs alone: `npx jest --selectProjects unit`. */
const tier = (displayName) => ({
  displayName,
  rootDir: __dirname,
  testEnvironment: "node",
  testMatch: [`<rootDir>/test/${displayName}/**/*.test.ts`],
  // Types are checked once by the build, not again for every file.
  transform: { "^.+\\.ts$": ["ts-jest", { tsconfig: "<rootDir>/test/tsconfig.json" }] },
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/examples/"],
  // A timeout in a project's own settings is not read by jest: it is set from inside.
  setupFilesAfterEnv: ["host", "engine", "package"].includes(displayName)
    ? ["<rootDir>/test/helpers/slow-tier.ts"]
    : [],
  // The Pulumi SDK keeps objects beyond a test file; cleaning them up under it ends in endless recursion.
  testEnvironmentOptions: { globalsCleanup: "off" },
});

// The other tiers run on a virtual clock; what is left is a loaded machine.
module.exports = {
  testTimeout: 20_000,
  projects: ["unit", "handler", "host", "engine", "package"].map(tier),
};
