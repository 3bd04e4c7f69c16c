// Preloaded into each dynamic host that a test starts. The SDK loads TypeScript and npm's dependency tree when it is
// loaded itself, in order to serialize functions, which no resource of this package asks for. Here both are loaded at
// their first use, because loading them takes a good third of the CPU time of a short engine run.
const Module = require("node:module");
const standIn = require("./stand-in.cjs");

const load = Module._load;
const standIns = new Map();

/** The flag `__esModule` of each module. */
const isEsModule = new Map([
  ["typescript", undefined],
  ["@npmcli/arborist", true],
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
