/**
 * Serves the program of the project in this folder to one run of the Pulumi CLI (`--client`), as Pulumi's language host
 * would: with the project's own compiler and Pulumi SDK. The CLI of a machine may lack the language host, which only the
 * official download has. Prints the address, and ends with its stdin.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.cwd(), "index.js"));
const ts = require("typescript");
const { LanguageServer } = require("@pulumi/pulumi/automation/server");
const { LanguageRuntimeService } = require("@pulumi/pulumi/proto/language_grpc_pb");
const grpc = createRequire(require.resolve("@pulumi/pulumi/package.json"))("@grpc/grpc-js");

require.extensions[".ts"] = (module, file) => {
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2020 };
  module._compile(ts.transpileModule(readFileSync(file, "utf8"), { fileName: file, compilerOptions }).outputText, file);
};

/** Runs the program anew: `pulumi up` asks for it twice, for its preview and for itself. */
async function program() {
  delete require.cache[require.resolve("./index.ts")];
  return { ...require("./index.ts") };
}

const server = new grpc.Server();
server.addService(LanguageRuntimeService, new LanguageServer(program));
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  console.log(`127.0.0.1:${port}`);
});
process.stdin.on("end", () => process.exit()).resume();
