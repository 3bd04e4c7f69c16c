/**
 * A provider without brokers, whose objects are entries of one JSON file. Tests of the helpers use it to see what the
 * host and the engine do.
 */
const { existsSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { EngineClient } = require("@pulumi/pulumi/proto/engine_grpc_pb");
const { LogRequest } = require("@pulumi/pulumi/proto/engine_pb");

const grpc = createRequire(require.resolve("@pulumi/pulumi/package.json"))("@grpc/grpc-js");

let file = "";

/** A host whose engine was killed must not crash when it prints. */
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

function readObjects() {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

function store(id, thing) {
  const all = readObjects();
  if (thing) {
    all[id] = thing;
  } else {
    delete all[id];
  }
  // A test may read the file at any time.
  writeFileSync(`${file}.new`, JSON.stringify(all));
  renameSync(`${file}.new`, file);
}

function progress(urn, message) {
  const engine = new EngineClient(process.argv.at(-1), grpc.credentials.createInsecure());
  const request = new LogRequest();
  request.setSeverity(1);
  request.setUrn(urn ?? "");
  request.setMessage(message);
  request.setEphemeral(true);
  return new Promise((resolve) => engine.log(request, resolve));
}

async function waitForRemoval(path) {
  while (existsSync(path)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function partialFailure(id, inputs) {
  return Object.assign(new Error("not ready"), { id, properties: inputs, reasons: ["the probe is not ready"] });
}

const shape = ({ colour, size }) => ({ colour, size });

module.exports = {
  configure({ config }) {
    file = config.get("probe:file");
  },
  async check(_olds, news) {
    const failures = news.size < 0 ? [{ property: "size", reason: "must not be negative" }] : [];
    return { inputs: news, failures };
  },
  async diff(_id, olds, news) {
    const replaces = olds.colour === news.colour ? [] : ["colour"];
    return { changes: replaces.length > 0 || olds.size !== news.size, replaces };
  },
  async create(inputs) {
    const id = `p${Object.keys(readObjects()).length + 1}-${inputs.colour}`;
    store(id, shape(inputs));
    await progress(inputs.__urn, "waiting for the probe");
    if (inputs.hold) await waitForRemoval(inputs.hold);
    if (inputs.unready) throw partialFailure(id, inputs);
    return { id, outs: inputs };
  },
  async read(id, outs) {
    const seen = readObjects()[id];
    return seen ? { id, props: { ...outs, ...seen }, inputs: { ...outs, ...seen } } : {};
  },
  async update(id, _olds, news) {
    store(id, shape(news));
    return { outs: news };
  },
  async delete(id) {
    store(id, undefined);
  },
};
