/**
 * Says while the tests run what each tier is at, and counts the tests of each tier for `tools/test.mjs`, in the file that
 * PULUMI_BROKER_TIERS names. The summary of jest has no tiers, and jest may print after its last reporter.
 */
const { writeFileSync } = require("node:fs");
const { basename } = require("node:path");

const everyMs = 20_000;

module.exports = class TierReporter {
  tiers = {};
  running = new Map();
  startedAt = Date.now();

  onRunStart() {
    this.timer = setInterval(() => this.sayProgress(), everyMs);
    this.timer.unref();
  }

  onTestFileStart(test) {
    this.running.set(test.path, test);
    this.tierOf(test);
  }

  onTestFileResult(test, result) {
    this.running.delete(test.path);
    const tier = this.tierOf(test);
    tier.files += 1;
    tier.endedAt = Date.now();
    tier.passed += result.numPassingTests;
    // A file that cannot be loaded has no tests to count, but is a failure.
    tier.failed += result.numFailingTests || (result.testExecError ? 1 : 0);
    tier.skipped += result.numPendingTests + result.numTodoTests;
    if (result.failureMessage) console.error(`FAILED ${test.path}\n${result.failureMessage}`);
  }

  onRunComplete() {
    clearInterval(this.timer);
    writeFileSync(process.env.PULUMI_BROKER_TIERS, JSON.stringify(this.tiers));
  }

  tierOf(test) {
    const name = test.context.config.displayName.name;
    this.tiers[name] ??= { files: 0, passed: 0, failed: 0, skipped: 0, startedAt: Date.now(), endedAt: Date.now() };
    return this.tiers[name];
  }

  sayProgress() {
    const now = [...this.running.values()].map(
      ({ path, context }) => `${context.config.displayName.name}/${basename(path, ".test.ts")}`,
    );
    const done = Object.entries(this.tiers).map(([name, { passed, failed }]) => `${name} ${passed + failed}`);
    const seconds = Math.round((Date.now() - this.startedAt) / 1000);
    console.log(`${seconds} s: ${done.join(", ")} tests done; now ${now.join(", ")}`);
  }
};
