const { TestEnvironment } = require("jest-environment-node");
require("./compile-once.cjs");

/** The error of a program that still tells the engine its outputs when the engine ends. The SDK means it to be ignored. */
const isLate = (error) => error?.message === "Resource monitor is terminating";

/**
 * Node, as the environment of the tests. In a process of its own a program ignores that the engine has ended, by a
 * handler of the process's unhandled rejections; jest gives no such rejection to the program that a test serves.
 */
module.exports = class extends TestEnvironment {
  handleTestEvent({ name, error, promise }, state) {
    if (name === "error" && isLate(error)) state.unhandledRejectionErrorByPromiseTarget.get(promise)?.delete(promise);
  }
};
