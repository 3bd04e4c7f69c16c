import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import type { ServerUnaryCall, ServiceDefinition, ServiceError, sendUnaryData } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { GetRootResourceResponse, type LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { lazySdk, repositoryRoot, temporaryFolder } from "./paths";
import { watch } from "./processes";
import { Empty, grpc, listen, Struct } from "./pulumi-modules";

/** The stub by which a host finds the handler of this name. */
export const stubOf = (handler: string) => `exports.handler = () => require('pulumi-broker/host').${handler}`;

/** Plain values under their names, as the protocol carries them. */
export type Bag = Record<string, unknown>;

export interface HostOptions {
  /** The value of `__provider` in every bag of new inputs that has no such value yet. */
  stub: string;
  /** The provider's configuration, `{"broker:apiKey": "…"}`. */
  config?: Record<string, string>;
  /** Environment variables beside PATH, HOME and the project's name; the host inherits no others. */
  env?: Record<string, string>;
  /** The folder in which the host looks for packages. Default: the repository's root. */
  cwd?: string;
}

/** The failure of a call after which the object exists, with what the engine keeps in state. */
export interface PartialFailure {
  id: string;
  properties: Bag;
  reasons: string[];
}

/** A call that the host answered with an error. */
export class HostError extends Error {
  constructor(
    message: string,
    readonly code: number,
    readonly partial?: PartialFailure,
  ) {
    super(message);
    this.name = "HostError";
  }
}

/** A running dynamic-provider host, driven as the engine drives it. */
export type HostClient = Awaited<ReturnType<typeof hostClient>>;

const urn = "urn:pulumi:test::test::pulumi-nodejs:dynamic/test:Thing::thing";
const changeNames = ["unknown", "none", "some"] as const;

/** Starts the real dynamic-provider host of `@pulumi/pulumi` and configures it. */
export async function hostClient(options: HostOptions) {
  const engine = await startEngineLog();
  const home = temporaryFolder("host-home");
  const { PATH, HOME } = process.env;
  const host = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");
  const child = spawn(process.execPath, ["--require", lazySdk, host, engine.address], {
    cwd: options.cwd ?? repositoryRoot,
    env: { PATH, HOME, PULUMI_HOME: home, PULUMI_NODEJS_PROJECT: "test", ...options.env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const { printed, ended: exited } = watch(child);
  const port = await new Promise<string>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", () => reject(new Error(`the host did not start: ${printed.stderr}`)));
    child.stdout.on("data", () => {
      const line = /^\d+(?=\n)/.exec(printed.stdout);
      if (line) resolve(line[0]);
    });
  });
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());

  const configuration = new messages.ConfigureRequest().setArgs(struct(options.config ?? {}));
  await unary((done) => client.configure(configuration, done));

  const withStub = (bag: Bag) => struct({ __provider: options.stub, ...bag });
  return {
    pid: child.pid as number,
    /** The lines that the host logged through its engine, in order. */
    log: engine.lines,
    async check(olds: Bag, news: Bag) {
      const request = new messages.CheckRequest().setUrn(urn).setOlds(struct(olds)).setNews(withStub(news));
      const answer = await unary<messages.CheckResponse>((done) => client.check(request, done));
      const failures = answer.getFailuresList().map((f) => ({ property: f.getProperty(), reason: f.getReason() }));
      return { inputs: plain(answer.getInputs()), failures };
    },
    async diff(id: string, olds: Bag, news: Bag) {
      const request = new messages.DiffRequest().setUrn(urn).setId(id).setOlds(struct(olds)).setNews(withStub(news));
      const answer = await unary<messages.DiffResponse>((done) => client.diff(request, done));
      return {
        changes: changeNames[answer.getChanges()] ?? "unknown",
        replaces: answer.getReplacesList(),
        deleteBeforeReplace: answer.getDeletebeforereplace(),
      };
    },
    async create(news: Bag) {
      const request = new messages.CreateRequest().setUrn(urn).setProperties(withStub(news));
      const answer = await unary<messages.CreateResponse>((done) => client.create(request, done));
      return { id: answer.getId(), outs: plain(answer.getProperties()) };
    },
    /** Reads an object; an empty id in the answer means that the object is gone. */
    async read(id: string, outs: Bag) {
      const request = new messages.ReadRequest().setUrn(urn).setId(id).setProperties(struct(outs));
      const answer = await unary<messages.ReadResponse>((done) => client.read(request, done));
      const inputs = answer.getInputs();
      return { id: answer.getId(), outs: plain(answer.getProperties()), inputs: inputs && plain(inputs) };
    },
    async update(id: string, olds: Bag, news: Bag) {
      const request = new messages.UpdateRequest().setUrn(urn).setId(id).setOlds(struct(olds)).setNews(withStub(news));
      const answer = await unary<messages.UpdateResponse>((done) => client.update(request, done));
      return plain(answer.getProperties());
    },
    async delete(id: string, outs: Bag) {
      const request = new messages.DeleteRequest().setUrn(urn).setId(id).setProperties(struct(outs));
      await unary((done) => client.delete(request, done));
    },
    /** The output so far. Answers can overtake output, so it is complete only after `exited` or `close()`. */
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    /** Closes the host's stdin, by which the host learns that the engine is gone. */
    closeStdin: () => child.stdin.end(),
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Stops the engine's server, so that later calls of the host to the engine fail. */
    stopEngine: () => engine.stop(),
    /** Settles when the process has ended and all its output has arrived. */
    exited,
    /** Ends the process, the engine and the connection. May be called again. */
    async close() {
      child.kill("SIGKILL");
      await exited;
      client.close();
      engine.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

type Done<T> = (error: ServiceError | null, answer: T) => void;

const unary = <T>(call: (done: Done<T>) => unknown): Promise<T> =>
  new Promise((resolve, reject) => call((error, answer) => (error ? reject(toHostError(error)) : resolve(answer))));

/** Makes an error of an answer. The host puts a partial failure into the trailer that gRPC keeps for details. */
function toHostError(error: ServiceError): HostError {
  const [packed] = error.metadata?.get("grpc-status-details-bin") ?? [];
  const [detail] = packed ? Status.deserializeBinary(packed as Buffer).getDetailsList() : [];
  if (!detail) return new HostError(error.details, error.code);
  const failed = messages.ErrorResourceInitFailed.deserializeBinary(detail.getValue_asU8());
  return new HostError(error.details, error.code, {
    id: failed.getId(),
    properties: plain(failed.getProperties()),
    reasons: failed.getReasonsList(),
  });
}

/** Makes a `Struct` of a bag without its undefined properties, which the protocol cannot carry. */
const struct = (bag: Bag) => Struct.fromJavaScript(JSON.parse(JSON.stringify(bag)));

const plain = (value: InstanceType<typeof Struct> | undefined): Bag => (value?.toJavaScript() ?? {}) as Bag;

/** A line that a host sent to its engine. */
interface LogLine {
  severity: "debug" | "info" | "warning" | "error";
  /** The URN of the resource on whose row the line appears; empty for the row of the stack. */
  urn: string;
  message: string;
  /** True for a progress line, which disappears when the step ends. */
  ephemeral: boolean;
}

const severities = ["debug", "info", "warning", "error"] as const;

/** Serves the calls of a host on a loopback port, and keeps what the host logs. */
async function startEngineLog() {
  const lines: LogLine[] = [];
  const server = new grpc.Server();
  server.addService(EngineService as unknown as ServiceDefinition, {
    log(call: ServerUnaryCall<LogRequest, unknown>, callback: sendUnaryData<unknown>) {
      lines.push({
        severity: severities[call.request.getSeverity()] ?? "error",
        urn: call.request.getUrn(),
        message: call.request.getMessage(),
        ephemeral: call.request.getEphemeral(),
      });
      callback(null, new Empty());
    },
    getRootResource(_call: unknown, callback: sendUnaryData<unknown>) {
      callback(null, new GetRootResourceResponse());
    },
  });
  const port = await listen(server);
  return {
    address: `127.0.0.1:${port}`,
    lines,
    /** Makes every later call of the host fail, as after the engine was killed. */
    stop: () => server.forceShutdown(),
  };
}
