/** The yardstick: the same resources with the same outputs, of a dynamic provider that does nothing. */
const { readFileSync } = require("node:fs");
const pulumi = require("@pulumi/pulumi");
const { declareAll } = require("../declared.cjs");

const outputs = JSON.parse(readFileSync(process.env.PULUMI_BROKER_BENCH_OUTPUTS, "utf8"));

declareAll((type, name, { instance, ...inputs }) => {
  // The resources of all sets have the outputs of the first set.
  const first = name.replace(/-\d+$/, "");
  const { declared, secrets } = outputs[first];
  const unset = Object.fromEntries(declared.map((output) => [output, undefined]));
  // The path is seen from the repository's root, in which the host of each measured stack runs.
  const __provider = `exports.handler = () => require('./bench/programs/empty/provider.cjs').of('${first}')`;
  const all = { ...unset, ...inputs, ...(instance && { instance: instance.id }), __provider };
  const options = { additionalSecretOutputs: secrets };
  return new pulumi.CustomResource(`pulumi-nodejs:dynamic/empty:${type}`, name, all, options);
});
