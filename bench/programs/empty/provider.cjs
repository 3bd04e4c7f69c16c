/** Dynamic providers that do nothing, each with the outputs that this package has for a resource of this name. */
const { readFileSync } = require("node:fs");

const outputs = JSON.parse(readFileSync(process.env.PULUMI_BROKER_BENCH_OUTPUTS, "utf8"));
let made = 0;

exports.of = (name) => ({
  check: async (_olds, news) => ({ inputs: news, failures: [] }),
  diff: async () => ({ changes: false }),
  create: async (inputs) => {
    made += 1;
    return { id: `${made}`, outs: { ...outputs[name].values, ...inputs } };
  },
  read: async (id, props) => ({ id, props }),
  update: async (_id, _olds, news) => ({ outs: { ...outputs[name].values, ...news } }),
  delete: async () => {},
});
