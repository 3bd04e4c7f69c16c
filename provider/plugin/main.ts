#!/usr/bin/env node
import { fstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../api";
import { connectHost, readSettings } from "../config";
import { pluginToken } from "../framework/kind/tokens";
import { knownOf } from "../framework/kind/unknowns";
import { type Engine, engineAt } from "../framework/run/engine";
import { createRun } from "../framework/run/run";
import { definitions } from "../resources/definitions";
import { invoke, type Results } from "./functions";
import { type Kind, makeKind } from "./kind";
import { grpc, ResourceProviderService } from "./sdk";
import { makeService } from "./service";

/** The time for the answers that are on their way when this process ends. */
const answersMs = 1_000;

/**
 * The provider plugin: serves the definitions through Pulumi's provider protocol. The engine starts this program with its
 * own address, and reads the port from the first line of the output.
 */
async function main(address: string): Promise<void> {
  const server = new grpc.Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
  let goes: (isHeard?: boolean) => void = () => {};
  const engine: Engine = withCancel(engineAt(address, isPipe()), (callback) => {
    goes = callback;
  });
  // Answers that are still on their way are sent before this process ends.
  engine.exit = () => {
    server.tryShutdown(() => process.exit(0));
    setTimeout(() => process.exit(0), answersMs);
  };
  const run = createRun(systemClock, engine, connectHost);
  const kinds = new Map<string, Kind>(
    definitions.map((definition) => [pluginToken(definition), makeKind(definition, run)]),
  );
  const service = makeService({
    version: versionOf(),
    schema,
    kind(token) {
      const kind = kinds.get(token);
      if (kind === undefined) throw new Error(`there is no resource of the type ${token} in this version`);
      return kind;
    },
    secretConfiguration: new Set(["apiKey", "instanceApiKeys"]),
    checkConfiguration: (news) =>
      readSettings(readerOf(knownOf(news)), process.env).problems.map((reason) => ({ property: "", reason })),
    configure: (configuration) => run.configure(readerOf(configuration)),
    invoke: (token, args) => invoke(run, JSON.parse(schema()).functions as Results, token, args),
    cancel: () => goes(true),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the type asks for every method; gRPC answers "unimplemented" for the others
  server.addService(ResourceProviderService, service as any);
  const port = await new Promise<number>((resolve, reject) => {
    const credentials = grpc.ServerCredentials.createInsecure();
    server.bindAsync("127.0.0.1:0", credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  process.stdout.write(`${port}\n`);
}

/** The engine, which also says by a call that what is under way must end. */
function withCancel(engine: Engine, takeCallback: (callback: (isHeard?: boolean) => void) => void): Engine {
  return {
    ...engine,
    onGone(callback) {
      engine.onGone(callback);
      takeCallback(callback);
    },
  };
}

/** Reads the configuration by the keys of the stack's configuration. Structured values come as objects or as JSON. */
function readerOf(configuration: Record<string, unknown>): (key: string) => string | undefined {
  return (key) => {
    const value = configuration[key.replace(/^broker:/, "")];
    if (value === undefined || typeof value === "string") return value;
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  };
}

/** True when stdin is the engine's pipe. A plugin that a language host starts gets another one. */
function isPipe(): boolean {
  const input = fstatSync(0);
  return input.isFIFO() || input.isSocket();
}

/** The schema of the package, as JSON: it lies beside this file. */
function schema(): string {
  return readFileSync(join(__dirname, "schema.json"), "utf8");
}

/** The version, which the schema has from the manifest. */
function versionOf(): string {
  return (JSON.parse(schema()) as { version: string }).version;
}

void main(process.argv.at(-1) ?? "");
