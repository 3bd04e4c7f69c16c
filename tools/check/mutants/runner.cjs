/**
 * Runs test files in this process, once for each mutant that may be noticed by them, which is faster than a process for
 * each mutant. The plan comes from the file that PULUMI_BROKER_PLAN names; each outcome is one line of the file beside it.
 */
const { appendFileSync, readFileSync } = require("node:fs");
const { join, relative } = require("node:path");
const { default: TestRunner } = require("jest-runner");
const { switchName } = require("./make.cjs");

const root = join(__dirname, "..", "..", "..");

module.exports = class MutantRunner extends TestRunner {
  async runTests(tests, watcher, options) {
    const plan = process.env.PULUMI_BROKER_PLAN;
    const tell = (outcome) => appendFileSync(`${plan}.outcomes`, `${JSON.stringify(outcome)}\n`);
    const byPath = new Map(tests.map((test) => [relative(root, test.path), test]));
    for (const { id, paths } of JSON.parse(readFileSync(plan, "utf8"))) {
      for (const path of paths) {
        tell({ id, starts: path });
        process.env[switchName] = id;
        if (await this.fails(byPath.get(path), watcher, options)) {
          tell({ id, by: path });
          break;
        }
      }
      tell({ id, ended: true });
    }
  }

  /** True when the test file fails. The results are not passed on: to fail is what these tests are to do. */
  async fails(test, watcher, options) {
    const inner = new TestRunner(this._globalConfig, this._context);
    let isFailed = false;
    inner.on("test-file-success", ([, { numFailingTests, testExecError }]) => {
      isFailed ||= numFailingTests > 0 || testExecError !== undefined;
    });
    inner.on("test-file-failure", () => {
      isFailed = true;
    });
    await inner.runTests([test], watcher, { ...options, serial: true });
    return isFailed;
  }
};
