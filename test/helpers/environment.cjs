const { AsyncLocalStorage } = require("node:async_hooks");
const { TestEnvironment } = require("jest-environment-node");
require("./compile-once.cjs");

/** The error of a program that still tells the engine its outputs when the engine ends. The SDK means it to be ignored. */
const isLate = (error) => error?.message === "Resource monitor is terminating";

/** The stores of the test file that runs. Node keeps each store, and asks each store about each promise, until it is disabled. */
const stores = new Set();
const enable = AsyncLocalStorage.prototype._enable;
if (enable !== undefined)
  AsyncLocalStorage.prototype._enable = function () {
    stores.add(this);
    enable.call(this);
  };

/**
 * Node, as the environment of the tests. In a process of its own a program ignores that the engine has ended, by a
 * handler of the process's unhandled rejections; jest gives no such rejection to the program that a test serves.
 */
module.exports = class extends TestEnvironment {
  async teardown() {
    for (const store of stores) store.disable();
    stores.clear();
    await super.teardown();
  }

  handleTestEvent({ name, error, promise }, state) {
    if (name === "error" && isLate(error)) state.unhandledRejectionErrorByPromiseTarget.get(promise)?.delete(promise);
  }
};
