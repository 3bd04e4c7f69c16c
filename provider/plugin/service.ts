import type { ServerUnaryCall, ServiceError, sendUnaryData } from "@grpc/grpc-js";
import type { IResourceProviderServer } from "@pulumi/pulumi/proto/provider_grpc_pb";
import type * as protocol from "@pulumi/pulumi/proto/provider_pb";
import type { Client } from "../api";
import { readSettings } from "../config";
import { pluginToken } from "../framework/kind/tokens";
import { knownOf } from "../framework/kind/unknowns";
import { withoutValues } from "../framework/preview/check";
import type { Run } from "../framework/run/run";
import { isPartial } from "../framework/state/errors";
import type { Bag } from "../framework/state/hidden";
import { withSecretTexts } from "../framework/state/secretValues";
import { definitions } from "../resources/definitions";
import { invoke, type Results } from "./functions";
import { type Checked, type Compared, type Kind, makeKind } from "./kind";
import { Any, Empty, grpc, messages, PluginInfo, Status } from "./sdk";
import { close, open } from "./values";

/** What a service needs beside the definitions. */
interface Serving {
  run: Run<Client>;
  /** The schema of the package, as JSON. */
  schema(): string;
  /** Ends what is under way. The engine still takes the answers. */
  cancel(): void;
}

/** The names of the configuration that are secret. */
const secretConfiguration = ["apiKey", "instanceApiKeys"];

const { Kind: PropertyKind } = messages.PropertyDiff;
const kinds = {
  add: [PropertyKind.ADD, PropertyKind.ADD_REPLACE],
  delete: [PropertyKind.DELETE, PropertyKind.DELETE_REPLACE],
  update: [PropertyKind.UPDATE, PropertyKind.UPDATE_REPLACE],
} as const;

/** The methods of Pulumi's provider protocol that the engine calls for this package; all others are not implemented. */
export function makeService({ run, schema, cancel }: Serving): Partial<IResourceProviderServer> {
  const kinds = new Map(definitions.map((definition) => [pluginToken(definition), makeKind(definition, run)]));
  const kindOf = (urn: string): Kind => {
    const token = urn.split("::")[2]?.split("$").at(-1) ?? "";
    const kind = kinds.get(token);
    if (kind === undefined) throw new Error(`there is no resource of the type ${token} in this version`);
    return kind;
  };

  return {
    handshake: unary(() => {
      const answer = new messages.ProviderHandshakeResponse();
      answer.setAcceptSecrets(true);
      return answer;
    }),
    getPluginInfo: unary(() => {
      const answer = new PluginInfo();
      answer.setVersion((JSON.parse(schema()) as { version: string }).version);
      return answer;
    }),
    getSchema: unary(() => {
      const answer = new messages.GetSchemaResponse();
      answer.setSchema(schema());
      return answer;
    }),

    checkConfig: unary((request: protocol.CheckRequest) => {
      const { values, secrets } = open(request.getNews());
      const { problems } = readSettings(readerOf(knownOf(values)), process.env);
      const failures = problems.map((reason) => ({ property: "", reason }));
      return checkResponse({ inputs: values, failures }, union(secrets, secretConfiguration));
    }),
    // A provider is never replaced: another key or address is how the same objects are reached from now on.
    diffConfig: unary((request: protocol.DiffRequest) => {
      const [olds, news] = [open(request.getOldInputs() ?? request.getOlds()).values, open(request.getNews()).values];
      const names = [...new Set([...Object.keys(olds), ...Object.keys(news)])];
      const differing = names.filter((name) => JSON.stringify(olds[name]) !== JSON.stringify(news[name]));
      const answer = new messages.DiffResponse();
      const { DiffChanges } = messages.DiffResponse;
      answer.setChanges(differing.length > 0 ? DiffChanges.DIFF_SOME : DiffChanges.DIFF_NONE);
      answer.setDiffsList(differing);
      return answer;
    }),
    configure: unary((request: protocol.ConfigureRequest) => {
      run.configure(readerOf(open(request.getArgs()).values));
      const answer = new messages.ConfigureResponse();
      answer.setAcceptsecrets(true);
      answer.setSupportspreview(true);
      return answer;
    }),

    check: unary(async (request: protocol.CheckRequest) => {
      const kind = kindOf(request.getUrn());
      const { values, secrets } = open(request.getNews(), kind.secrets);
      const olds = open(request.getOlds(), kind.secrets).values;
      const checked = await kind.check({ urn: request.getUrn() }, olds, values);
      return checkResponse(checked, union(secrets, kind.secrets));
    }),
    diff: unary(async (request: protocol.DiffRequest) => {
      const kind = kindOf(request.getUrn());
      const [olds, news] = [open(request.getOlds(), kind.secrets), open(request.getNews(), kind.secrets)];
      return diffResponse(await kind.diff({ urn: request.getUrn() }, request.getId(), olds.values, news.values));
    }),
    create: unary(async (request: protocol.CreateRequest) => {
      const kind = kindOf(request.getUrn());
      const { values, secrets } = open(request.getProperties(), kind.secrets);
      const made = await keeping(kind, secrets, () => kind.create(subjectOf(request), values));
      const answer = new messages.CreateResponse();
      answer.setId(made.id);
      answer.setProperties(close(made.properties, union(kind.secrets, secrets)));
      return answer;
    }),
    read: unary(async (request: protocol.ReadRequest) => {
      const kind = kindOf(request.getUrn());
      const [properties, inputs] = [
        open(request.getProperties(), kind.secrets),
        open(request.getInputs(), kind.secrets),
      ];
      const old = { properties: properties.values, inputs: request.hasInputs() ? inputs.values : undefined };
      const found = await kind.read({ urn: request.getUrn() }, request.getId(), old);
      const answer = new messages.ReadResponse();
      if (found === undefined) return answer;
      const secrets = union(kind.secrets, [...properties.secrets, ...inputs.secrets]);
      answer.setId(request.getId());
      answer.setProperties(close(found.properties, secrets));
      answer.setInputs(close(found.inputs, secrets));
      return answer;
    }),
    update: unary(async (request: protocol.UpdateRequest) => {
      const kind = kindOf(request.getUrn());
      const [olds, news] = [open(request.getOlds(), kind.secrets), open(request.getNews(), kind.secrets)];
      // A value that the program no longer declares may stay in the state, and then stays secret.
      const secrets = union(
        news.secrets,
        [...olds.secrets].filter((name) => !(name in news.values)),
      );
      const properties = await keeping(kind, secrets, () =>
        kind.update(subjectOf(request), request.getId(), olds.values, news.values),
      );
      const answer = new messages.UpdateResponse();
      answer.setProperties(close(properties, union(kind.secrets, secrets)));
      return answer;
    }),
    delete: unary(async (request: protocol.DeleteRequest) => {
      const subject = { urn: request.getUrn(), timeout: request.getTimeout() };
      const kind = kindOf(subject.urn);
      await kind.delete(subject, request.getId(), open(request.getProperties(), kind.secrets).values);
      return new Empty();
    }),

    invoke: unary(async (request: protocol.InvokeRequest) => {
      const results = JSON.parse(schema()).functions as Results;
      const { result, secrets } = await invoke(run, results, request.getTok(), open(request.getArgs()).values);
      const answer = new messages.InvokeResponse();
      answer.setReturn(close(result, secrets));
      return answer;
    }),
    // The answer goes out before this process ends: the engine would take an end without it for a crash.
    cancel: unary(() => {
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

function subjectOf(request: protocol.CreateRequest | protocol.UpdateRequest) {
  return { urn: request.getUrn(), timeout: request.getTimeout(), preview: request.getPreview() };
}

const union = (a: Iterable<string>, b: Iterable<string>): ReadonlySet<string> => new Set([...a, ...b]);

/** Answers one call: with what `work` returns, or with the error that `work` throws. */
function unary<Request, Answer>(work: (request: Request) => Answer | Promise<Answer>) {
  return async (call: ServerUnaryCall<Request, Answer>, callback: sendUnaryData<Answer>) => {
    try {
      callback(null, await withSecretTexts(() => work(call.request)));
    } catch (error) {
      callback(serviceError(error));
    }
  };
}

/** An error of the work as gRPC sends it. */
function serviceError(error: unknown): Partial<ServiceError> {
  const details = error instanceof Error ? error.message : String(error);
  const metadata = error instanceof PartialFailure ? error.metadata : undefined;
  return { code: grpc.status.UNKNOWN, details, ...(metadata && { metadata }) };
}

/** A failure after which the state keeps an id and properties. */
class PartialFailure extends Error {
  readonly metadata: InstanceType<typeof grpc.Metadata>;

  constructor(
    { message, id, properties, reasons }: Error & { id: string; properties: Bag; reasons: string[] },
    secrets: ReadonlySet<string>,
  ) {
    super(message);
    const failed = new messages.ErrorResourceInitFailed();
    failed.setId(id);
    const { __timeouts, ...kept } = properties;
    failed.setProperties(close(kept, secrets));
    failed.setReasonsList(reasons);
    const detail = new Any();
    detail.pack(failed.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
    const status = new Status();
    status.setCode(grpc.status.UNKNOWN);
    status.setMessage(message);
    status.addDetails(detail);
    this.metadata = new grpc.Metadata();
    this.metadata.add("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
  }
}

/** Runs a create or an update. A partial failure is answered in the form that keeps its id and properties. */
async function keeping<T>(kind: Kind, secrets: ReadonlySet<string>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isPartial(error)) throw error;
    throw new PartialFailure(error as ConstructorParameters<typeof PartialFailure>[0], union(kind.secrets, secrets));
  }
}

function checkResponse({ inputs, failures }: Checked, secrets: ReadonlySet<string>): protocol.CheckResponse {
  const answer = new messages.CheckResponse();
  answer.setInputs(close(inputs, secrets));
  for (const { property, reason } of withoutValues(failures, secrets)) {
    const failure = new messages.CheckFailure();
    failure.setProperty(property);
    failure.setReason(reason);
    answer.addFailures(failure);
  }
  return answer;
}

function diffResponse({ changes, differing, deleteBeforeReplace }: Compared): protocol.DiffResponse {
  const answer = new messages.DiffResponse();
  const { DiffChanges } = messages.DiffResponse;
  answer.setChanges(changes ? DiffChanges.DIFF_SOME : DiffChanges.DIFF_NONE);
  answer.setReplacesList(differing.filter(({ replaces }) => replaces).map(({ name }) => name));
  answer.setDiffsList(differing.map(({ name }) => name));
  answer.setDeletebeforereplace(deleteBeforeReplace);
  answer.setHasdetaileddiff(true);
  for (const { name, how, replaces } of differing) {
    const difference = new messages.PropertyDiff();
    difference.setKind(kinds[how][replaces ? 1 : 0]);
    answer.getDetaileddiffMap().set(name, difference);
  }
  return answer;
}
