import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../tools/run.mjs";
import { measureCalls } from "./calls.mjs";
import { median, row } from "./rows.mjs";
import { measureBesideEmpty } from "./wall-time.mjs";

const require = createRequire(import.meta.url);

/** How often each process is started. */
const starts = 11;

/** What the engine starts: the plugin, and the host of dynamic resources, which loads this package for its first resource. */
const processes = {
  plugin: [join(root, "dist", "plugin", "pulumi-resource-broker")],
  host: [
    ...["--require", join(root, "dist", "host.js")],
    require.resolve("@pulumi/pulumi/cmd/dynamic-provider/index.js"),
  ],
};

/** B10: the requests, the wall time and the start of the provider plugin. */
export async function measure(context) {
  const calls = await measureCalls(context, "plugin");
  const times = await measureBesideEmpty(context, "B10", "plugin");
  return [...calls, ...times, await measureStart()];
}

async function measureStart() {
  const ratios = [];
  for (let i = 0; i < starts; i += 1) ratios.push((await startMs(processes.plugin)) / (await startMs(processes.host)));
  return row("B10", "start ÷ host of dynamic resources", median(ratios));
}

/** The time from the start of a provider until it says at which port it listens. */
async function startMs(args) {
  const began = performance.now();
  // Nobody listens at this address, and nothing is sent there before the first request.
  const child = spawn(process.execPath, [...args, "127.0.0.1:9"], { cwd: root, stdio: ["pipe", "pipe", "ignore"] });
  const ended = once(child, "close");
  await Promise.race([
    once(child.stdout, "data"),
    ended.then(([code]) => {
      throw new Error(`a provider ended with ${code} before it listened`);
    }),
  ]);
  const ms = performance.now() - began;
  child.kill("SIGKILL");
  await ended;
  return ms;
}
