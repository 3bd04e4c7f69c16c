import { createRequire } from "node:module";

/** The Pulumi engine as the handlers see it. */
export interface Engine {
  /**
   * The address at which the engine listens, the same for all host processes of one run. Undefined where there is no
   * engine.
   */
  address?: string;
  /** Shows a line on the row of `urn`: passing, or lasting. */
  log(line: { urn: string | undefined; text: string; severity: "info" | "warning"; passing: boolean }): void;
  /** Asks whether the engine still answers. */
  answers(): Promise<boolean>;
  /** Calls back once, when the engine is gone or about to end this process. */
  onGone(callback: () => void): void;
  /** Ends this process. */
  exit(): void;
}

/** An engine that is always there and shows nothing: for handlers that run outside the dynamic-provider host. */
export const noEngine: Engine = { log: () => {}, answers: async () => true, onGone: () => {}, exit: () => {} };

/**
 * The time that the engine has for an answer. A stopped engine (a debugger, ^Z) does not answer in time, and is not
 * gone.
 */
const askMs = 2_000;
const unavailable = 14;

/**
 * Attaches to the engine that started this process, or returns `noEngine` where this process is no dynamic-provider
 * host. The engine's address is the host's last argument. The engine's pipe to stdin ends when the engine is gone, also
 * after `kill -9`. The engine ends its hosts by SIGINT.
 */
export function attachEngine(): Engine {
  if (!/dynamic-provider/.test(process.argv[1] ?? "")) return noEngine;
  // The output pipes break when the engine dies. Without a listener, each `console.*` would then throw, and print that
  // error, for ever.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const address = process.argv.at(-1) ?? "";
  const client = engineClient(address);
  return {
    address,
    log({ urn, text, severity, passing }) {
      client?.log(urn ?? "", text, severity, passing);
    },
    answers: () => client?.answers() ?? Promise.resolve(true),
    onGone(callback) {
      let told = false;
      const once = () => {
        if (told) return;
        told = true;
        callback();
      };
      process.stdin.on("end", once).on("close", once).on("error", once).resume();
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, once);
    },
    exit: () => process.exit(0),
  };
}

interface EngineClient {
  log(urn: string, text: string, severity: "info" | "warning", passing: boolean): void;
  answers(): Promise<boolean>;
}

function engineClient(address: string): EngineClient | undefined {
  if (!/:\d+$/.test(address)) return undefined;
  // The modules are loaded as `@pulumi/pulumi` finds them: this package would not find them under an isolated
  // node_modules, and two copies would not work together.
  const fromPulumi = createRequire(require.resolve("@pulumi/pulumi/package.json"));
  const grpc = fromPulumi("@grpc/grpc-js") as { credentials: { createInsecure(): unknown } };
  const services = fromPulumi("./proto/engine_grpc_pb.js") as { EngineClient: EngineClientClass };
  const messages = fromPulumi("./proto/engine_pb.js") as EngineMessages;
  const client = new services.EngineClient(address, grpc.credentials.createInsecure());
  return {
    log(urn, text, severity, passing) {
      const request = new messages.LogRequest();
      request.setSeverity(severity === "info" ? messages.LogSeverity.INFO : messages.LogSeverity.WARNING);
      request.setUrn(urn);
      request.setMessage(text);
      request.setEphemeral(passing);
      client.log(request, () => {});
    },
    answers: () =>
      new Promise((resolve) => {
        const deadline = new Date(Date.now() + askMs);
        client.getRootResource(new messages.GetRootResourceRequest(), { deadline }, (error) =>
          resolve(error?.code !== unavailable),
        );
      }),
  };
}

interface LogRequest {
  setSeverity(severity: number): void;
  setUrn(urn: string): void;
  setMessage(text: string): void;
  setEphemeral(passing: boolean): void;
}
interface EngineMessages {
  LogRequest: new () => LogRequest;
  GetRootResourceRequest: new () => object;
  LogSeverity: { INFO: number; WARNING: number };
}
type Answer = (error: { code?: number } | null) => void;
type EngineClientClass = new (
  address: string,
  credentials: unknown,
) => {
  log(request: LogRequest, callback: Answer): void;
  getRootResource(request: object, options: { deadline: Date }, callback: Answer): void;
};
