/** The tiers that run in one process, with mutants in the sources. */
const { join } = require("node:path");
const { projects, ...others } = require("../../../jest.config.js");

module.exports = {
  ...others,
  rootDir: join(__dirname, "..", "..", ".."),
  // A mutant may wait for ever.
  testTimeout: 120_000,
  projects: projects
    .filter(({ displayName }) => ["unit", "handler"].includes(displayName))
    .map((project) => ({
      ...project,
      runner: join(__dirname, "runner.cjs"),
      transform: { "^.+\\.ts$": [join(__dirname, "transform.cjs"), project.transform["^.+\\.ts$"][1]] },
    })),
};
