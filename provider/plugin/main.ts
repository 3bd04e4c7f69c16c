#!/usr/bin/env node
// The Pulumi engine starts `main.ts` as the provider plugin, by the name `pulumi-resource-broker`.
// `tools/bundle-plugin.mjs` makes one file of it and all that it imports. The port must stay the first line of stdout.
import { fstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../api";
import { connectHost } from "../config";
import { engineAt } from "../framework/run/engine";
import { createRun } from "../framework/run/run";
import { grpc, ResourceProviderService } from "./sdk";
import { makeService } from "./service";

/** The time for the answers that are on their way when this process ends. */
const answersMs = 1_000;

/** The provider plugin. The engine starts it with its own address, and reads the port from the first line. */
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
