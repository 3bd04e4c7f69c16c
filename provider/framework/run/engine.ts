// The file connects a process to the engine. `dynamic/handler.ts` and `plugin/main.ts` call `engineAt`,
// `cli/adopt/session.ts` takes `noEngine`, and `plugin/` loads gRPC with `fromPulumi`. Lines must stay in order,
// because a row shows the last. All gRPC must come through `fromPulumi`, or two copies fail. All else may change.
import { createRequire } from "node:module";
import type * as grpcModule from "@grpc/grpc-js";
import type * as serviceModule from "@pulumi/pulumi/proto/engine_grpc_pb";
import type * as messageModule from "@pulumi/pulumi/proto/engine_pb";
import { nameInUrn } from "../kind/tokens";

export interface Engine {
  /** The address at which the engine of this run listens. Undefined where there is no engine. */
  address?: string;
  /** Shows a line on the row of `urn`: passing, or lasting. */
  log(line: { urn: string | undefined; text: string; severity: "info" | "warning"; passing: boolean }): void;
  /** Resolves when the engine has taken all lines so far. */
  tookLines(): Promise<void>;
  answers(): Promise<boolean>;
  /** Calls back when the engine is gone or ends this process. */
  onGone(callback: () => void): void;
  exit(): void;
}

let requireFromSdk: ((name: string) => unknown) | undefined;

/** Loads a module as `@pulumi/pulumi` finds it: two copies of gRPC or of the messages would not work together. */
export function fromPulumi(name: string): unknown {
  requireFromSdk ??= createRequire(require.resolve("@pulumi/pulumi/package.json"));
  return requireFromSdk(name);
}

/** An engine that is always there and shows nothing: for handlers that run outside the dynamic-provider host. */
export const noEngine: Engine = {
  log: () => {},
  tookLines: async () => {},
  answers: async () => true,
  onGone: () => {},
  exit: () => {},
};

/** The time that the engine has for an answer. A stopped engine (a debugger, ^Z) is late, and is not gone. */
const askMs = 2_000;

/** The engine at an address. `watchesInput` says that stdin is the engine's pipe, which ends also after `kill -9`. */
export function engineAt(address: string, watchesInput: boolean): Engine {
  // When the engine dies, the pipes break: without a listener, each `console.*` would throw and print that, for ever.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const grpc = fromPulumi("@grpc/grpc-js") as typeof grpcModule;
  const services = fromPulumi("./proto/engine_grpc_pb.js") as typeof serviceModule;
  const messages = fromPulumi("./proto/engine_pb.js") as typeof messageModule;
  const client = new services.EngineClient(address, grpc.credentials.createInsecure());
  const inTime = () => ({ deadline: new Date(Date.now() + askMs) });
  let lines = Promise.resolve();
  return {
    address,
    // The engine works on several requests at once: a line is sent when the one before has been taken, to keep its place.
    log({ urn = "", text, severity, passing }) {
      const request = new messages.LogRequest();
      request.setSeverity(severity === "info" ? messages.LogSeverity.INFO : messages.LogSeverity.WARNING);
      request.setUrn(urn);
      request.setMessage(passing ? text : withSubject(urn, text));
      request.setEphemeral(passing);
      const send = (taken: () => void) => client.log(request, new grpc.Metadata(), inTime(), () => taken());
      lines = lines.then(() => new Promise<void>(send));
    },
    tookLines: () => lines,
    answers: () =>
      new Promise((resolve) => {
        client.getRootResource(new messages.GetRootResourceRequest(), new grpc.Metadata(), inTime(), (error) =>
          resolve(error?.code !== grpc.status.UNAVAILABLE),
        );
      }),
    onGone(callback) {
      const gone = () => callback();
      if (watchesInput) process.stdin.on("end", gone).on("close", gone).on("error", gone).resume();
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, gone);
    },
    exit: () => process.exit(0),
  };
}

/** A lasting line with its resource in front: under `--diff`, the engine does not name the resource of a line. */
function withSubject(urn: string, text: string): string {
  const type = urn.split("::")[2]?.split(":").at(-1);
  if (type === undefined) return text;
  const subject = `${type} "${nameInUrn(urn)}": `;
  return text.startsWith(subject) ? text : `${subject}${text}`;
}
