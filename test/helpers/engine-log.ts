import type { ServerUnaryCall, ServiceDefinition, sendUnaryData } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { GetRootResourceResponse, type LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { Empty, grpc, listen } from "./pulumi-modules";

/** One line that a host sent to its engine. */
export interface LogLine {
  severity: "debug" | "info" | "warning" | "error";
  /** The URN of the resource on whose row the line appears; empty for the row of the stack. */
  urn: string;
  message: string;
  /** True for a progress line, which disappears when the step ends. */
  ephemeral: boolean;
}

const severities = ["debug", "info", "warning", "error"] as const;

/** Serves the calls of a host on a loopback port, and keeps what the host logs. */
export async function startEngineLog() {
  const lines: LogLine[] = [];
  const server = new grpc.Server();
  const service = EngineService as unknown as ServiceDefinition;
  server.addService(service, {
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
