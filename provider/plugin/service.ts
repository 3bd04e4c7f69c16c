// `plugin/main.ts` serves the methods of `makeService` to the engine; `test/helpers/plugin-door.ts` calls them in
// tests. Methods may be added. Answers must mark secrets by `close`, because state would otherwise hold them in plain.
// A failed create or update with an id must go through `keeping`, because the engine would otherwise lose the id.
import type { ServerUnaryCall, ServiceError, sendUnaryData } from "@grpc/grpc-js";
import type { IResourceProviderServer } from "@pulumi/pulumi/proto/provider_grpc_pb";
import type * as protocol from "@pulumi/pulumi/proto/provider_pb";
import type { Struct as StructMessage } from "google-protobuf/google/protobuf/struct_pb";
import type { Client } from "../api";
import { readSettings } from "../config";
import { once } from "../framework/kind/once";
import { pluginToken } from "../framework/kind/tokens";
import { knownOf } from "../framework/kind/values";
import { withoutValues } from "../framework/preview/check";
import { addLookouts } from "../framework/run/leftOver";
import type { Run } from "../framework/run/run";
import { isPartial } from "../framework/state/errors";
import type { Bag } from "../framework/state/hidden";
import { withSecretTexts } from "../framework/state/secretValues";
import { definitions } from "../resources/definitions";
import { construct } from "./construct";
import { invoke, type Results } from "./functions";
import { type Kind, makeKind, type Subject } from "./kind";
import { Any, Empty, grpc, messages, PluginInfo, Status } from "./sdk";
import { close, type Opened, open } from "./values";

interface Serving {
  run: Run<Client>;
  /** The schema of the package, as JSON. */
  schema(): string;
  /** Ends the operations under way. The engine still takes their answers. */
  cancel(): void;
}

type Opener = (message?: StructMessage) => Opened;

interface ResourceRequest {
  getUrn(): string;
  getTimeout?(): number;
  getPreview?(): boolean;
}

/** The methods of Pulumi's provider protocol that the engine calls for this package; all others are not implemented. */
export function makeService({ run, schema, cancel }: Serving): Partial<IResourceProviderServer> {
  const kinds = new Map(definitions.map((each) => [pluginToken(each), once(() => makeKind(each, run))]));
  addLookouts(definitions, run);

  /** The engine's reference to this provider, which the parts of a component need. */
  let provider: string | undefined;
  /** Aborts when the engine calls `cancel`. */
  const ended = new AbortController();

  /** Answers a call about a resource. `opened` takes the properties out of a message of the call. */
  const about = <Request extends ResourceRequest, Answer>(
    work: (request: Request, kind: Kind, subject: Subject, opened: Opener) => Promise<Answer>,
  ) =>
    unary((request: Request) => {
      const urn = request.getUrn();
      const token = urn.split("::")[2]?.split("$").at(-1) ?? "";
      const kind = kinds.get(token)?.();
      if (kind === undefined)
        throw new Error(
          `this version of the plugin has no resource type ${token}: install the plugin with the same version as your SDK`,
        );
      const subject = { urn, timeout: request.getTimeout?.(), preview: request.getPreview?.() };
      return work(request, kind, subject, (message) => open(message, kind.secrets));
    });

  return {
    handshake: unary(() => new messages.ProviderHandshakeResponse().setAcceptSecrets(true).setAcceptOutputs(true)),
    getPluginInfo: unary(() => new PluginInfo().setVersion(JSON.parse(schema()).version)),
    getSchema: unary(() => new messages.GetSchemaResponse().setSchema(schema())),

    checkConfig: unary((request: protocol.CheckRequest) => {
      const { values, secrets } = open(request.getNews());
      const { problems } = readSettings(readerOf(knownOf(values)), process.env);
      const failures = problems.map((reason) => ({ property: "", reason }));
      return checkResponse({ inputs: values, failures }, union(secrets, ["apiKey", "instanceApiKeys"]));
    }),
    // A provider is never replaced, because another key or address reaches the same objects.
    diffConfig: unary((request: protocol.DiffRequest) => {
      const [olds, news] = [open(request.getOldInputs() ?? request.getOlds()).values, open(request.getNews()).values];
      const names = [...new Set([...Object.keys(olds), ...Object.keys(news)])];
      const differing = names.filter((name) => JSON.stringify(olds[name]) !== JSON.stringify(news[name]));
      return someChanges(differing.length > 0).setDiffsList(differing);
    }),
    configure: unary((request: protocol.ConfigureRequest) => {
      run.configure(readerOf(open(request.getArgs()).values));
      if (request.hasUrn()) provider = `${request.getUrn()}::${request.getId()}`;
      return new messages.ConfigureResponse().setAcceptsecrets(true).setAcceptoutputs(true).setSupportspreview(true);
    }),

    check: about(async (request: protocol.CheckRequest, kind, subject, opened) => {
      const { values, secrets } = opened(request.getNews());
      const checked = await kind.check(subject, opened(request.getOlds()).values, values);
      return checkResponse(checked, union(secrets, kind.secrets));
    }),
    diff: about(async (request: protocol.DiffRequest, kind, subject, opened) => {
      const [olds, news] = [opened(request.getOlds()).values, opened(request.getNews()).values];
      return diffResponse(await kind.diff(subject, request.getId(), olds, news));
    }),
    create: about(async (request: protocol.CreateRequest, kind, subject, opened) => {
      const { values, secrets: marked } = opened(request.getProperties());
      const secrets = union(kind.secrets, marked);
      const { id, properties } = await keeping(secrets, () => kind.create(subject, values));
      return new messages.CreateResponse().setId(id).setProperties(close(properties, secrets));
    }),
    read: about(async (request: protocol.ReadRequest, kind, subject, opened) => {
      const [properties, inputs] = [opened(request.getProperties()), opened(request.getInputs())];
      const old = { properties: properties.values, inputs: request.hasInputs() ? inputs.values : undefined };
      const found = await kind.read(subject, request.getId(), old);
      if (found === undefined) return new messages.ReadResponse();
      const secrets = union(kind.secrets, [...properties.secrets, ...inputs.secrets]);
      return new messages.ReadResponse()
        .setId(request.getId())
        .setProperties(close(found.properties, secrets))
        .setInputs(close(found.inputs, secrets));
    }),
    update: about(async (request: protocol.UpdateRequest, kind, subject, opened) => {
      const [olds, news] = [opened(request.getOlds()), opened(request.getNews())];
      // A value that the program no longer declares may stay in the state, and then stays secret.
      const left = [...olds.secrets].filter((name) => !(name in news.values));
      const secrets = union(kind.secrets, [...news.secrets, ...left]);
      // A failed update keeps old values, which the program may have marked as secret earlier.
      const before = union(secrets, olds.secrets);
      const properties = await keeping(before, () => kind.update(subject, request.getId(), olds.values, news.values));
      return new messages.UpdateResponse().setProperties(close(properties, secrets));
    }),
    delete: about(async (request: protocol.DeleteRequest, kind, subject, opened) => {
      await kind.delete(subject, request.getId(), opened(request.getProperties()).values);
      return new Empty();
    }),

    invoke: unary(async (request: protocol.InvokeRequest) => {
      const results = JSON.parse(schema()).functions as Results;
      const { result, secrets } = await invoke(run, results, request.getTok(), open(request.getArgs()).values);
      return new messages.InvokeResponse().setReturn(close(result, secrets));
    }),
    construct: unary((request: protocol.ConstructRequest) => construct(request, { provider, signal: ended.signal })),
    // The answer goes out before this process ends, because the engine takes an end without an answer for a crash.
    cancel: unary(() => {
      ended.abort();
      setImmediate(cancel);
      return new Empty();
    }),
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

const union = (a: Iterable<string>, b: Iterable<string>): ReadonlySet<string> => new Set([...a, ...b]);

/** Answers one call with the result of `work`, or with the error that `work` throws. */
function unary<Request, Answer>(work: (request: Request) => Answer | Promise<Answer>) {
  return async (call: ServerUnaryCall<Request, Answer>, callback: sendUnaryData<Answer>) => {
    try {
      callback(null, await withSecretTexts(() => work(call.request)));
    } catch (error) {
      const details = error instanceof Error ? error.message : String(error);
      const metadata = (error as Partial<ServiceError> | undefined)?.metadata;
      callback({ code: grpc.status.UNKNOWN, details, metadata });
    }
  };
}

type AnswerOf<Operation extends "check" | "diff"> = Awaited<ReturnType<Kind[Operation]>>;

/** Runs a create or an update. If a failure has an id and properties for state, the protocol's error carries both. */
async function keeping<T>(secrets: ReadonlySet<string>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isPartial(error)) throw error;
    const { message, id, properties, reasons } = error as Error & { id: string; properties: Bag; reasons: string[] };
    const { __timeouts, ...kept } = properties;
    const failed = new messages.ErrorResourceInitFailed()
      .setId(id)
      .setProperties(close(kept, secrets))
      .setReasonsList(reasons);
    const detail = new Any();
    detail.pack(failed.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
    const status = new Status().setCode(grpc.status.UNKNOWN).setMessage(message).setDetailsList([detail]);
    const metadata = new grpc.Metadata();
    metadata.add("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
    throw Object.assign(new Error(message), { metadata });
  }
}

function checkResponse({ inputs, failures }: AnswerOf<"check">, secrets: ReadonlySet<string>): protocol.CheckResponse {
  const refusals = withoutValues(failures, secrets).map(({ property, reason }) =>
    new messages.CheckFailure().setProperty(property).setReason(reason),
  );
  return new messages.CheckResponse().setInputs(close(inputs, secrets)).setFailuresList(refusals);
}

function someChanges(changes: boolean): protocol.DiffResponse {
  const { DIFF_SOME, DIFF_NONE } = messages.DiffResponse.DiffChanges;
  return new messages.DiffResponse().setChanges(changes ? DIFF_SOME : DIFF_NONE);
}

function diffResponse({ changes, differing, deleteBeforeReplace }: AnswerOf<"diff">): protocol.DiffResponse {
  const answer = someChanges(changes)
    .setReplacesList(differing.filter(({ replaces }) => replaces).map(({ name }) => name))
    .setDiffsList(differing.map(({ name }) => name))
    .setDeletebeforereplace(deleteBeforeReplace)
    .setHasdetaileddiff(true);
  for (const { name, how, replaces } of differing) {
    const kind = messages.PropertyDiff.Kind[replaces ? (`${how}_REPLACE` as const) : how];
    answer.getDetaileddiffMap().set(name, new messages.PropertyDiff().setKind(kind));
  }
  return answer;
}
