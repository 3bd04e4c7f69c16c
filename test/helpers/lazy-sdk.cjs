// Preloaded into each dynamic host and language host that a test starts. The SDK loads TypeScript and the packages of
// npm when it is loaded itself, in order to serialize functions, and its automation: no resource of this package asks
// for any of that. Here each is loaded at its first use, because loading them takes half of the CPU time of a short
// engine run.
const Module = require("node:module");
const standIn = require("./stand-in.cjs");

const load = Module._load;
const standIns = new Map();

/** The flag `__esModule` of each module. */
const isEsModule = new Map([
  ["typescript", undefined],
  ["normalize-package-data", undefined],
  ["@npmcli/arborist", true],
  // The SDK asks for it by this name in one place.
  ["./automation", true],
]);

Module._load = (name, parent, isMain) => {
  if (!isEsModule.has(name)) return load(name, parent, isMain);
  if (!standIns.has(name))
    standIns.set(
      name,
      standIn(() => load(name, parent, false), isEsModule.get(name)),
    );
  return standIns.get(name);
};
