const vm = require("node:vm");
const { TestEnvironment } = require("jest-environment-node");

/**
 * Compiles each module once in a process: jest compiles it anew for every test file, which is a third of the time that a
 * file takes to load.
 */
const { compileFunction } = vm;
const compiled = new Map();
vm.compileFunction = (code, parameters, options) => {
  const known = compiled.get(options.filename);
  if (known?.code === code) return compileFunction(code, parameters, { ...options, cachedData: known.data });
  const made = compileFunction(code, parameters, { ...options, produceCachedData: true });
  compiled.set(options.filename, { code, data: made.cachedData });
  return made;
};

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
