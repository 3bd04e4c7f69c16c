import type { ClientOptions, Server, ServiceDefinition, UntypedServiceImplementation } from "@grpc/grpc-js";
import type { PulumiFn } from "@pulumi/pulumi/automation";
import { LanguageRuntimeService } from "@pulumi/pulumi/proto/language_grpc_pb";
import { grpc, listen } from "./pulumi-modules";

/** The Automation API's own server for inline programs, which has no published types. */
type LanguageServer = UntypedServiceImplementation & { onPulumiExit(hasError: boolean): void };
const { LanguageServer } = require("@pulumi/pulumi/automation/server") as {
  LanguageServer: new (program: PulumiFn) => LanguageServer;
};

// The SDK never closes the connection of a served program to its engine. By default gRPC shares one connection for each
// address of a process, so a program whose engine got the port of a killed one would fail with the dead connection's
// state: "14 UNAVAILABLE: No connection established. Last error: null". Each program has a connection of its own.
const { grpcClientOptions } = require("@pulumi/pulumi/runtime/settings") as { grpcClientOptions: ClientOptions };
grpcClientOptions["grpc.use_local_subchannel_pool"] = 1;

/** An inline program that a CLI can run through `--client`. */
interface ServedProgram {
  address: string;
  /** Ends the server. Throws when the program of a run without error has left promises unsettled. */
  end(failed: boolean): void;
}

/** Serves `program` from this process, as the Automation API does. */
export async function serveProgram(program: PulumiFn): Promise<ServedProgram> {
  const server: Server = new grpc.Server();
  const language = new LanguageServer(program);
  server.addService(LanguageRuntimeService as unknown as ServiceDefinition, language);
  const port = await listen(server);
  return {
    address: `127.0.0.1:${port}`,
    end(failed) {
      server.forceShutdown();
      language.onPulumiExit(failed);
    },
  };
}
