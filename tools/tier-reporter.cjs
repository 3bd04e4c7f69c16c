/**
 * Counts the tests of each tier for `tools/test.mjs` and writes the counts to the file that PULUMI_BROKER_TIERS names.
 * The summary of jest has no tiers, and jest may print after its last reporter.
 */
const { writeFileSync } = require("node:fs");

module.exports = class TierReporter {
  tiers = {};

  onTestResult(test, result) {
    const name = test.context.config.displayName.name;
    this.tiers[name] ??= { passed: 0, failed: 0, skipped: 0 };
    const tier = this.tiers[name];
    tier.passed += result.numPassingTests;
    // A file that cannot be loaded has no tests to count, but is a failure.
    tier.failed += result.numFailingTests || (result.testExecError ? 1 : 0);
    tier.skipped += result.numPendingTests + result.numTodoTests;
  }

  onRunComplete() {
    writeFileSync(process.env.PULUMI_BROKER_TIERS, JSON.stringify(this.tiers));
  }
};
