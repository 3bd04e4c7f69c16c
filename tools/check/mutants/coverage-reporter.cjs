/** Writes which test file runs which lines to the file that PULUMI_BROKER_COVERED names. */
const { writeFileSync } = require("node:fs");
const { relative } = require("node:path");
const { createCoverageMap } = require("istanbul-lib-coverage");
const { createSourceMapStore } = require("istanbul-lib-source-maps");

module.exports = class CoverageReporter {
  tests = [];

  async onTestResult({ path }, { coverage, perfStats, numFailingTests, testExecError }) {
    // A test that fails without a mutant would notice each of them.
    if (coverage === undefined || numFailingTests > 0 || testExecError) return;
    const map = await createSourceMapStore().transformCoverage(createCoverageMap(coverage));
    const lines = {};
    for (const file of map.files()) {
      const counts = map.fileCoverageFor(file).getLineCoverage();
      const run = Object.keys(counts).filter((line) => counts[line] > 0);
      if (run.length > 0) lines[relative(process.cwd(), file)] = run.map(Number);
    }
    this.tests.push({ path: relative(process.cwd(), path), ms: perfStats.runtime, lines });
    writeFileSync(process.env.PULUMI_BROKER_COVERED, JSON.stringify(this.tests));
  }
};
