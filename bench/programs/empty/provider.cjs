/** A dynamic provider that does nothing. */
let made = 0;

module.exports = {
  check: async (_olds, news) => ({ inputs: news, failures: [] }),
  diff: async () => ({ changes: false }),
  create: async (inputs) => {
    made += 1;
    return { id: `${made}`, outs: inputs };
  },
  read: async (id, props) => ({ id, props }),
  update: async (_id, _olds, news) => ({ outs: news }),
  delete: async () => {},
};
