import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../tools/run.mjs";
import { median } from "./rows.mjs";

const require = createRequire(join(root, "index.js"));
const ofSdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
const grpc = ofSdk("@grpc/grpc-js");
const { ResourceProviderClient } = require("@pulumi/pulumi/proto/provider_grpc_pb");
const messages = require("@pulumi/pulumi/proto/provider_pb");
const { Struct } = ofSdk("google-protobuf/google/protobuf/struct_pb.js");
const { Empty } = ofSdk("google-protobuf/google/protobuf/empty_pb.js");

/** How often each process is started. */
const starts = 20;

/** What is started, and the type by which a provider knows a VPC. */
const processes = {
  "node -e 0": { args: ["-e", "0"] },
  plugin: { args: [join(root, "dist", "plugin", "pulumi-resource-broker")], type: "broker:index:Vpc" },
  "dynamic host": {
    args: [require.resolve("@pulumi/pulumi/cmd/dynamic-provider/index.js")],
    type: "pulumi-nodejs:dynamic/broker:Vpc",
  },
  program: { args: ["-e", "require('@pulumi/pulumi'); require('pulumi-broker'); process.exit()"] },
};

/** `start`: where the time of a start goes, as tables; there is no target for these figures. */
export async function measure({ say }) {
  const { startEmulator } = require("pulumi-broker/emulator");
  const emulator = await startEmulator();
  const [vpc] = emulator.patch({ op: "add", in: "vpcs", fields: { name: "net" } });
  const folder = mkdtempSync(join(tmpdir(), "start-"));
  const runs = Object.fromEntries(Object.keys(processes).map((name) => [name, []]));
  try {
    for (let i = 0; i < starts; i += 1) {
      // One after another in turn, so that a noisy minute of the machine meets all of them.
      for (const name of Object.keys(processes))
        runs[name].push(await startOnce(processes[name], { emulator, vpc, folder }));
      say(`  ${i + 1} of ${starts}`);
    }
  } finally {
    await emulator.close();
    rmSync(folder, { recursive: true });
  }
  console.table(Object.fromEntries(Object.entries(runs).map(([name, all]) => [name, stepsOf(all)])));
  for (const [name, all] of Object.entries(runs)) {
    console.log(`\n${name}: each package by itself`);
    console.table(packagesOf(all));
  }
  return [];
}

/** Starts a process, asks it as the engine does where it is a provider, and ends it. */
async function startOnce({ args, type }, { emulator, vpc, folder }) {
  const trace = join(folder, "trace.json");
  const env = { ...process.env, PULUMI_BROKER_BENCH_TRACE: trace, PULUMI_NODEJS_PROJECT: "bench" };
  const began = performance.now();
  const all = ["--require", join(root, "bench", "trace.cjs"), ...args, ...(type ? ["127.0.0.1:9"] : [])];
  const child = spawn(process.execPath, all, { cwd: root, env, stdio: ["pipe", "pipe", "ignore"] });
  const ended = once(child, "close");
  const steps = {};
  if (type !== undefined) {
    const [port] = await once(child.stdout, "data");
    steps.handshake = performance.now() - began;
    const client = new ResourceProviderClient(`127.0.0.1:${`${port}`.trim()}`, grpc.credentials.createInsecure());
    const timed = async (name, work) => {
      const at = performance.now();
      await new Promise((resolve, reject) => work((error, answer) => (error ? reject(error) : resolve(answer))));
      steps[name] = performance.now() - at;
    };
    await timed("first answer", (done) => client.getPluginInfo(new Empty(), done));
    const settings = { apiKey: emulator.apiKey, customerUrl: emulator.customerUrl, baseUrl: emulator.baseUrl };
    const prefix = type.startsWith("pulumi-nodejs") ? "broker:" : "";
    const config = Object.fromEntries(Object.entries(settings).map(([key, value]) => [prefix + key, value]));
    const configure = new messages.ConfigureRequest().setArgs(Struct.fromJavaScript(config)).setAcceptsecrets(true);
    await timed("configure", (done) => client.configure(configure, done));
    const stub = "exports.handler = () => require('pulumi-broker/host').vpc";
    const urn = `urn:pulumi:bench::bench::${type}::net`;
    const known = { region: "provider-a::region-1", subnet: "10.56.72.0/24", name: "net" };
    const state = { ...known, ...(prefix && { __provider: stub }) };
    const read = new messages.ReadRequest()
      .setId(String(vpc))
      .setUrn(urn)
      .setInputs(Struct.fromJavaScript(state))
      .setProperties(Struct.fromJavaScript(state));
    await timed("first request", (done) => client.read(read, done));
    const at = performance.now();
    child.kill("SIGINT");
    await ended;
    steps.exit = performance.now() - at;
    client.close();
  } else {
    await ended;
    steps.exit = performance.now() - began;
  }
  return { steps, ...JSON.parse(readFileSync(trace, "utf8")) };
}

const whole = (value) => Math.round(value * 10) / 10;

/** The median of each step in milliseconds of the clock, and the time of the processor at three moments. */
function stepsOf(runs) {
  const names = Object.keys(runs[0].steps);
  const steps = names.map((name) => [`${name} ms`, whole(median(runs.map(({ steps }) => steps[name])))]);
  const moments = ["atStart", "atHandshake", "atEnd"].filter((name) => runs[0][name] !== undefined);
  const cpu = moments.map((name) => [`CPU ${name}`, whole(median(runs.map((run) => run[name])))]);
  return Object.fromEntries([...steps, ...cpu, ["MB", whole(median(runs.map(({ memoryMb }) => memoryMb)))]]);
}

/** The packages that take the most time to load, without what they load themselves. */
function packagesOf(runs) {
  const names = [...new Set(runs.flatMap(({ packages }) => Object.keys(packages)))];
  const rows = names.map((name) => {
    const of = (field) => median(runs.map(({ packages }) => packages[name]?.[field] ?? 0));
    return [name, { ms: whole(of("ms")), MB: whole(of("bytes") / 1024 / 1024) }];
  });
  return Object.fromEntries(rows.sort(([, one], [, other]) => other.ms - one.ms).slice(0, 15));
}
