// In place of `typescript` in the tests' own processes, for the reason that lazy-sdk.cjs gives.
module.exports = require("./stand-in.cjs")(() => require("../../node_modules/typescript"), undefined);
