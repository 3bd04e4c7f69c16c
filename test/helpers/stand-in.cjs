/**
 * Stands for a module that `load` loads at the first use of it. The flag `__esModule` is known without loading it: the
 * SDK takes over each key of a module that does not have the flag.
 */
module.exports = (load, isEsModule) => {
  let loaded;
  const real = () => {
    loaded ??= load();
    return loaded;
  };
  return new Proxy(
    // A function, because some modules are one.
    () => {},
    {
      apply: (_, self, args) => Reflect.apply(real(), self, args),
      get: (_, key) => (key === "__esModule" ? isEsModule : real()[key]),
      has: (_, key) => key in real(),
      ownKeys: () => Reflect.ownKeys(real()),
      getOwnPropertyDescriptor: (_, key) => {
        const found = Object.getOwnPropertyDescriptor(real(), key);
        return found && { ...found, configurable: true };
      },
    },
  );
};
