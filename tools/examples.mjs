/**
 * `npm run examples`: turns the examples of the schema, which `npm run schema` makes from the doc comments in YAML, into
 * every language of Pulumi, and writes all of them into `tools/schema/examples.json`, from which the schema takes them the
 * next time. Pulumi's own converter and generators do the work, as `pulumi convert` does, but in one run for all examples.
 * `--check` writes nothing, and fails where what is made differs from what is there.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { languageHost } from "./language-hosts.mjs";
import { parserOf } from "./parse.mjs";
import { main, root } from "./run.mjs";

const ofSdk = createRequire(createRequire(import.meta.url).resolve("@pulumi/pulumi/package.json"));
const grpc = ofSdk("@grpc/grpc-js");
const proto = (name) => ofSdk(`./proto/${name}`);

/** The languages of an example, by the name that a page of Pulumi's registry has for each. */
const generators = { typescript: "nodejs", python: "python", go: "go", csharp: "dotnet", java: "java" };

const { resources, functions } = JSON.parse(readFileSync(join(root, "provider", "plugin", "schema.json"), "utf8"));

/** What the generators of some languages write that does not compile, or that makes plain text of what is secret. */
const mends = {
  go: (text) =>
    text
      // The SDK calls a function that reads one resource "Lookup".
      .replace(/\bbroker\.Get(\w+?)(Args\b|\()/g, (all, name, end) =>
        `broker:index:${name}` in resources ? `broker.Lookup${name}${end}` : all,
      )
      // Arguments of a component that are known at once, and are objects, are pointers.
      .replace("Alarms: broker.", "Alarms: &broker.")
      .replace(/pulumi\.Any\{([^}]*)\}/g, "pulumi.ToArray([]any{$1})")
      .replace("(ctx, map[string]interface{}{}, nil)", "(ctx, nil)")
      // An output of a part of a component is an output of the part.
      .replace(
        /(\w+)\.(\w+)\.ApplyT\(func\((\w+) \*broker\.\w+\) \(string, error\) \{\s*return \3\.(\w+), nil\s*\}\)\.\(pulumi\.StringOutput\)/,
        "$1.$2.$4()",
      )
      // The result of a function is a plain value.
      .replace(/ctx\.Export\((".*"), (found\.\w+)\)/, "ctx.Export($1, pulumi.Any($2))"),
  // All configuration of the examples is secret.
  csharp: (text) => text.replaceAll("config.Require(", "config.RequireSecret("),
  java: (text) =>
    text
      .replaceAll("config.require(", "config.requireSecret(")
      // The packages of functions and types are those of the schema, too.
      .replaceAll("import com.pulumi.broker.", "import io.github.pulumibroker.broker.")
      // An output of a part of a component is an output of the part.
      .replace(/(\.\w+\(\))\.applyValue\((_\w+) -> \2\.(\w+)\(\)\)/, "$1.apply($2 -> $2.$3())")
      // A call without arguments.
      .replace(/\(%!v\(PANIC=[^)]*nil pointer dereference\);/, "();"),
};

/** The languages whose programs no test compiles. */
const parsers = { python: parserOf("python"), csharp: parserOf("c-sharp"), java: parserOf("java") };

await main(async () => {
  const { values } = parseArgs({ options: { check: { type: "boolean" } } });
  const folder = mkdtempSync(join(tmpdir(), "examples-"));
  const running = [];
  try {
    const loader = await serveSchema();
    running.push(loader);
    const start = async (program, Client) => {
      const host = await startHost(program, Client);
      running.push(host);
      return host.client;
    };
    const converter = await start(await languageHost("converter"), proto("converter_grpc_pb").ConverterClient);
    const hosts = {};
    for (const [name, language] of Object.entries(generators)) {
      hosts[name] = await start(await languageHost(language), proto("language_grpc_pb").LanguageRuntimeClient);
    }
    const examples = {};
    for (const [token, { description }] of Object.entries({ ...resources, ...functions })) {
      const name = token.replace(/.*:/, "");
      const [, yaml] = /^```yaml\n([\s\S]*?)^```$/m.exec(description);
      const source = await toPulumi(converter, yaml, { folder: join(folder, name), loader });
      const made = await Promise.all(
        Object.entries(hosts).map(async ([key, host]) => [key, await generate(host, source, { name, key, loader })]),
      );
      examples[name] = { ...Object.fromEntries(made), yaml };
      console.error(name);
    }
    const written = join(root, "tools", "schema", "examples.json");
    if (values.check) return mustEqual(examples, JSON.parse(readFileSync(written, "utf8")));
    writeFileSync(written, `${JSON.stringify(examples, null, 2)}\n`);
    showOnPage(examples.MonitoredInstance);
  } finally {
    for (const each of running) each.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

function mustEqual(made, written) {
  const names = Object.keys({ ...made, ...written });
  const differ = names.filter((name) => JSON.stringify(made[name]) !== JSON.stringify(written[name]));
  if (differ.length > 0) throw new Error(`Not as they are made: ${differ.join(", ")}. Run \`npm run examples\`.`);
}

/** Puts the programs of an example into the page that Pulumi's registry shows first. */
function showOnPage(programs) {
  const page = join(root, "docs", "_index.md");
  const block = /^```(\w+)\n[\s\S]*?^```$/gm;
  const shown = (_, language) => [`\`\`\`${language}`, programs[language].trimEnd(), "```"].join("\n");
  writeFileSync(page, readFileSync(page, "utf8").replace(block, shown));
}

/** Turns a program in YAML into Pulumi's own configuration language, and returns its files. */
async function toPulumi(converter, yaml, { folder, loader }) {
  const [from, to] = ["from", "to"].map((name) => join(folder, name));
  for (const each of [from, to]) mkdirSync(each, { recursive: true });
  writeFileSync(join(from, "Pulumi.yaml"), `name: example\nruntime: yaml\n${yaml}`);
  const request = new (proto("converter_pb").ConvertProgramRequest)();
  request.setSourceDirectory(from);
  request.setTargetDirectory(to);
  request.setLoaderTarget(loader.target);
  request.setMapperTarget(loader.target);
  request.setGeneratedProjectDirectory(to);
  refuse(await call(converter, "convertProgram", request), "YAML");
  return Object.fromEntries(
    readdirSync(to)
      .filter((name) => name.endsWith(".pp"))
      // The converter quotes names where it does not know the type, and the generator for Java fails at quoted ones.
      .map((name) => [name, readFileSync(join(to, name), "utf8").replace(/^(\s+)"(\w+)" =/gm, "$1$2 =")]),
  );
}

/** The text of the program in one language. */
async function generate(host, source, { name, key, loader }) {
  const request = new (proto("language_pb").GenerateProgramRequest)();
  for (const [file, text] of Object.entries(source)) request.getSourceMap().set(file, text);
  request.setLoaderTarget(loader.target);
  const answer = await call(host, "generateProgram", request);
  refuse(answer, `${name} in ${key}`);
  const [[, text]] = answer.getSourceMap().getEntryList();
  const program = Buffer.from(text).toString("utf8").trimEnd();
  const mended = mends[key]?.(program) ?? program;
  if (mended.includes("(PANIC=")) throw new Error(`${name} in ${key}: the generator failed in the middle`);
  const wrong = (await parsers[key])?.(mended);
  if (wrong !== undefined) throw new Error(`${name} is not a program in ${key}: ${wrong.trim()}`);
  return mended;
}

function refuse(answer, what) {
  const wrong = answer.getDiagnosticsList().filter((each) => each.getSeverity() === 1);
  if (wrong.length > 0)
    throw new Error(`${what}: ${wrong.map((each) => `${each.getSummary()} ${each.getDetail()}`).join("; ")}`);
}

function call(client, name, request) {
  return new Promise((resolve, reject) => {
    client[name](request, (error, answer) => (error ? reject(error) : resolve(answer)));
  });
}

/** Serves the schema to the converter and the generators. */
async function serveSchema() {
  const schema = readFileSync(join(root, "provider", "plugin", "schema.json"));
  const { LoaderService } = proto("codegen/loader_grpc_pb");
  const { GetSchemaResponse } = proto("codegen/loader_pb");
  const server = new grpc.Server();
  server.addService(LoaderService, {
    getSchema({ request }, answer) {
      if (request.getPackage() !== "broker") return answer(new Error(`there is no package ${request.getPackage()}`));
      const found = new GetSchemaResponse();
      found.setSchema(schema);
      answer(null, found);
    },
  });
  const port = await new Promise((resolve, reject) => {
    const bound = (error, found) => (error ? reject(error) : resolve(found));
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), bound);
  });
  return { target: `127.0.0.1:${port}`, stop: () => server.forceShutdown() };
}

/** Starts a program that prints the port on which it serves, and returns a client of it. */
async function startHost(program, Client) {
  const child = spawn(program, ["127.0.0.1:0"], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, PATH: [dirname(program), process.env.PATH].join(delimiter) },
  });
  const [port] = await once(createInterface(child.stdout), "line");
  const unlimited = { "grpc.max_receive_message_length": -1 };
  const client = new Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure(), unlimited);
  const stop = () => {
    client.close();
    child.kill();
  };
  return { client, stop };
}
