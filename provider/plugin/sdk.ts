// `sdk.ts` loads gRPC and the messages of Pulumi's provider protocol from the installed Pulumi SDK. `main.ts`,
// `service.ts`, `construct.ts` and `values.ts` use the exports. Exports may be added. Each argument of `fromPulumi`
// must stay a text in double quotes, because `tools/bundle-plugin.mjs` replaces the call.
import type * as grpcModule from "@grpc/grpc-js";
import type * as pluginModule from "@pulumi/pulumi/proto/plugin_pb";
import type * as serviceModule from "@pulumi/pulumi/proto/provider_grpc_pb";
import type * as messageModule from "@pulumi/pulumi/proto/provider_pb";
import type * as statusModule from "@pulumi/pulumi/proto/status_pb";
import type * as anyModule from "google-protobuf/google/protobuf/any_pb";
import type * as emptyModule from "google-protobuf/google/protobuf/empty_pb";
import type * as structModule from "google-protobuf/google/protobuf/struct_pb";
import { fromPulumi } from "../framework/run/engine";

export const grpc = fromPulumi("@grpc/grpc-js") as typeof grpcModule;

/** The messages of Pulumi's provider protocol, as the SDK generates them. */
export const messages = fromPulumi("./proto/provider_pb.js") as typeof messageModule;

export const { ResourceProviderService } = fromPulumi("./proto/provider_grpc_pb.js") as typeof serviceModule;

export const { PluginInfo } = fromPulumi("./proto/plugin_pb.js") as typeof pluginModule;
export const { Status } = fromPulumi("./proto/status_pb.js") as typeof statusModule;
export const { Any } = fromPulumi("google-protobuf/google/protobuf/any_pb.js") as typeof anyModule;
export const { Empty } = fromPulumi("google-protobuf/google/protobuf/empty_pb.js") as typeof emptyModule;
export const { Struct } = fromPulumi("google-protobuf/google/protobuf/struct_pb.js") as typeof structModule;
