/** Compiles tests and sources as usual, the sources in `PULUMI_BROKER_BROKEN` with their mutants. */
const { join, relative } = require("node:path");
const swc = require("@swc/jest");
const { withMutants } = require("./make.cjs");

const root = join(__dirname, "..", "..", "..");
const files = new Set(JSON.parse(process.env.PULUMI_BROKER_BROKEN ?? "[]"));

const broken = (text, path) => {
  const file = relative(root, path);
  return files.has(file) ? withMutants(file, text) : text;
};

module.exports = {
  createTransformer(options) {
    const inner = swc.createTransformer(options);
    return {
      getCacheKey: (text, path, given) => inner.getCacheKey(broken(text, path), path, given),
      process: (text, path, given) => inner.process(broken(text, path), path, given),
    };
  },
};
