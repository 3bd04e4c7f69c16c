/** One project per tier, so that a tier runs alone: `npx jest --selectProjects unit`. */
const tier = (displayName) => ({
  displayName,
  rootDir: __dirname,
  testEnvironment: "node",
  testMatch: [`<rootDir>/test/${displayName}/**/*.test.ts`],
  // Types are checked once by the build, not again for every file.
  transform: { "^.+\\.ts$": ["ts-jest", { tsconfig: "<rootDir>/test/tsconfig.json" }] },
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/examples/"],
  // Tiers that start processes wait for them; the others run on a virtual clock.
  testTimeout: displayName === "engine" || displayName === "host" ? 120_000 : 20_000,
});

module.exports = { projects: ["unit", "handler", "host", "engine", "package"].map(tier) };
