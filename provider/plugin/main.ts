#!/usr/bin/env node
// The Pulumi engine starts `main.ts` as the plugin `pulumi-resource-broker`; `tools/bundle-plugin.mjs` bundles the
// file. The port must stay the first line of stdout, because the engine reads the port there.
import { fstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../api";
import { connectHost } from "../config";
import { engineAt } from "../framework/run/engine";
import { createRun } from "../framework/run/run";
import { grpc, ResourceProviderService } from "./sdk";
import { makeService } from "./service";

/** How long this process waits at its end for answers that are on their way. */
const answersMs = 1_000;

/** Runs the plugin. `address` is the engine's address. */
async function main(address: string): Promise<void> {
  const server = new grpc.Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
  // Stdin is the engine's pipe, unless a language host has started this plugin.
  const input = fstatSync(0);
  const engine = engineAt(address, input.isFIFO() || input.isSocket());
  // Answers that are still on their way are sent before this process ends.
  engine.exit = () => {
    server.tryShutdown(() => process.exit(0));
    setTimeout(() => process.exit(0), answersMs);
  };
  const run = createRun(systemClock, engine, connectHost);
  const schema = () => readFileSync(join(__dirname, "schema.json"), "utf8");
  const service = makeService({ run, schema, cancel: run.leaveHeard });
  // biome-ignore lint/suspicious/noExplicitAny: the type asks for every method; gRPC answers "unimplemented" for the others
  server.addService(ResourceProviderService, service as any);
  const port = await new Promise<number>((resolve, reject) => {
    const credentials = grpc.ServerCredentials.createInsecure();
    server.bindAsync("127.0.0.1:0", credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  process.stdout.write(`${port}\n`);
}

void main(process.argv.at(-1) ?? "");
