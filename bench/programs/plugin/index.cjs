/** The program of a user of the provider plugin. */
const pulumi = require("@pulumi/pulumi");
const { declareAll } = require("../declared.cjs");

declareAll((type, name, { instance, ...inputs }) => {
  const all = { ...inputs, ...(instance && { instance: instance.id }) };
  return new pulumi.CustomResource(`broker:index:${type[0].toUpperCase()}${type.slice(1)}`, name, all);
});
