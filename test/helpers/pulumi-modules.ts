import { createRequire } from "node:module";
import type * as grpcModule from "@grpc/grpc-js";
import type * as emptyModule from "google-protobuf/google/protobuf/empty_pb";
import type * as structModule from "google-protobuf/google/protobuf/struct_pb";

// The modules must be the copies that `@pulumi/pulumi` uses: its generated protocol classes accept no others.
const pulumiRequire = createRequire(require.resolve("@pulumi/pulumi/package.json"));

/** The copy of gRPC that `@pulumi/pulumi` uses. */
export const grpc: typeof grpcModule = pulumiRequire("@grpc/grpc-js");

/** The protocol's `Struct`, with its conversion from and to plain values. */
export const { Struct }: typeof structModule = pulumiRequire("google-protobuf/google/protobuf/struct_pb.js");

/** The protocol's empty message. */
export const { Empty }: typeof emptyModule = pulumiRequire("google-protobuf/google/protobuf/empty_pb.js");

/** Binds a gRPC server to a loopback port, by default to a free one, and returns the port. */
export function listen(server: grpcModule.Server, at = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${at}`, grpc.ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    );
  });
}
