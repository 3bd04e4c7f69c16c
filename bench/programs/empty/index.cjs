/** The yardstick: the same resources, of a dynamic provider that does nothing. */
const pulumi = require("@pulumi/pulumi");
const { declareAll } = require("../declared.cjs");

// The path is seen from the repository's root, in which the host of each measured stack runs.
const __provider = "exports.handler = () => require('./bench/programs/empty/provider.cjs')";
declareAll((type, name, { instance, ...inputs }) => {
  const all = { ...inputs, ...(instance && { instance: instance.id }), __provider };
  return new pulumi.CustomResource(`pulumi-nodejs:dynamic/empty:${type}`, name, all);
});
