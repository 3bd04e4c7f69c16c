/** Starts the plugin of an archive with the code that V8 compiled when the archive was made. V8 refuses code of another V8. */
const { existsSync, readFileSync } = require("node:fs");
const { join } = require("node:path");
const { Script } = require("node:vm");

const filename = join(__dirname, "plugin.cjs");
const cache = join(__dirname, "plugin.cache");
const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(filename, "utf8")}\n})`;
const script = new Script(source, { filename, ...(existsSync(cache) && { cachedData: readFileSync(cache) }) });
script.runInThisContext()({}, require, {}, filename, __dirname);

module.exports = script;
