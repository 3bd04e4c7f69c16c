// In place of `@npmcli/arborist` in the tests' own processes, for the reason that lazy-sdk.cjs gives.
module.exports = require("./stand-in.cjs")(() => require("../../node_modules/@npmcli/arborist"), true);
