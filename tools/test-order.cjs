const { default: Sequencer } = require("@jest/test-sequencer");

/**
 * The tiers in the order in which their files start: first those that wait for processes, last those whose files are
 * short, so that no core is idle at the end while another one works through a long file.
 */
const order = ["engine", "package", "host", "handler", "unit"];

module.exports = class TestOrder extends Sequencer {
  sort(tests) {
    const rank = ({ context }) => order.indexOf(context.config.displayName.name);
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
  }
};
