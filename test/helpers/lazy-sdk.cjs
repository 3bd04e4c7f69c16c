// Preloaded into each dynamic host that a test starts. The SDK loads TypeScript and npm's dependency tree when it is
// loaded itself, in order to serialize functions, which no resource of this package asks for. Here both are loaded at
// their first use, because loading them takes a good third of the CPU time of a short engine run.
const Module = require("node:module");

const load = Module._load;
const standIns = new Map();

/** Stands for a module that is loaded at its first use. The flag `__esModule` is known without loading it. */
function standIn(name, parent, isEsModule) {
  let loaded;
  const real = () => {
    loaded ??= load(name, parent, false);
    return loaded;
  };
  return new Proxy(
    {},
    {
      get: (_, key) => (key === "__esModule" ? isEsModule : real()[key]),
      has: (_, key) => key in real(),
      ownKeys: () => Reflect.ownKeys(real()),
      getOwnPropertyDescriptor: (_, key) => {
        const found = Object.getOwnPropertyDescriptor(real(), key);
        return found && { ...found, configurable: true };
      },
    },
  );
}

// The SDK takes over each key of a module without the flag, so npm's dependency tree must say that it has the flag.
const isEsModule = new Map([
  ["typescript", undefined],
  ["@npmcli/arborist", true],
]);

Module._load = (name, parent, isMain) => {
  if (!isEsModule.has(name)) return load(name, parent, isMain);
  if (!standIns.has(name)) standIns.set(name, standIn(name, parent, isEsModule.get(name)));
  return standIns.get(name);
};
