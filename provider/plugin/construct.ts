// `plugin/service.ts` calls `construct`, which makes a `MonitoredInstance` for other languages. A new argument of
// `components/args.ts` also goes into `schema`. Type tokens must stay, because states hold the tokens in URNs. Aliases
// must stay, because a stack moves from the npm package by these aliases.
import type * as aliasModule from "@pulumi/pulumi/proto/alias_pb";
import type { ConstructRequest, ConstructResponse } from "@pulumi/pulumi/proto/provider_pb";
import type * as serviceModule from "@pulumi/pulumi/proto/resource_grpc_pb";
import type * as resourceModule from "@pulumi/pulumi/proto/resource_pb";
import { z } from "zod";
import type { MonitoredInstanceArgs } from "../components/args";
import { assemble, clashOf } from "../components/parts";
import { typeToken } from "../framework/kind/tokens";
import { unknownString, type Values } from "../framework/kind/values";
import { fromPulumi } from "../framework/run/engine";
import { grpc, messages, Struct } from "./sdk";
import { referenceTo, spread } from "./values";

type Message = resourceModule.RegisterResourceRequest;

interface Registered {
  urn: string;
  /** In a preview a new resource has no id yet. */
  id: string;
}

const type = "broker:index:MonitoredInstance";

/** The schemas check which parts there are. The arguments of a part are checked with that part. */
const part = z.record(z.string(), z.unknown());
const parts = z.record(z.string(), part).optional();
const none = z.literal(false, {
  error: "must be false or left out: write false to remove the alarm, or leave this input out to keep the alarm",
});
/** A standard alarm: left out, false, or an object with these fields. `error` is the refusal of any other value. */
const standard = (error: string, ...fields: string[]) => {
  const shape = Object.fromEntries(fields.map((field) => [field, z.unknown().optional()]));
  return z.union([none, z.strictObject(shape, { error })], { error }).optional();
};
const level = standard("must be false, or an object such as { value: 80, seconds: 60 }", "value", "seconds");
const duration = standard("must be false, or an object such as { seconds: 60 }", "seconds");
const schema = z.strictObject({
  instance: part,
  recipients: parts,
  alarms: z
    .strictObject({ cpu: level, memory: level, disk: level, netsplit: duration })
    .extend({ serverUnreachable: none.optional(), notice: none.optional() })
    .optional(),
  moreAlarms: parts,
  integrations: parts,
});

/**
 * Makes a component: registers it and its parts with the engine, as the SDK of a program does with resources. The parts
 * get `provider`, the reference to this process; old engines send no reference. `signal` ends the calls under way.
 */
export async function construct(
  request: ConstructRequest,
  { provider = "", signal }: { provider: string | undefined; signal: AbortSignal },
): Promise<ConstructResponse> {
  const name = request.getName();
  if (request.getType() !== type)
    throw new Error(
      `this version of the plugin has no component ${request.getType()}: install the plugin with the same version as your SDK`,
    );
  const args = argsOf(name, request.getInputs()?.toJavaScript() ?? {});
  const { ResourceMonitorClient } = fromPulumi("./proto/resource_grpc_pb.js") as typeof serviceModule;
  const resources = fromPulumi("./proto/resource_pb.js") as typeof resourceModule;
  const { RegisterResourceRequest, RegisterResourceOutputsRequest } = resources;
  const { PropertyDependencies } = RegisterResourceRequest;
  const { Alias } = fromPulumi("./proto/alias_pb.js") as typeof aliasModule;
  const monitor = new ResourceMonitorClient(request.getMonitorendpoint(), grpc.credentials.createInsecure());
  const answer = answersUntil(signal);
  const register = (message: Message) =>
    answer<resourceModule.RegisterResourceResponse>((callback) => monitor.registerResource(message, callback));
  const begin = (token: string, called: string) =>
    new RegisterResourceRequest()
      .setType(token)
      .setName(called)
      .setAcceptsecrets(true)
      .setAcceptresources(true)
      .setSupportspartialvalues(true);
  try {
    const component = withOptions(begin(type, name), request);
    const urn = (await register(component)).getUrn();
    const made = assemble(name, args, async (kind, partName, own): Promise<Registered> => {
      const message = begin(`broker:index:${kind}`, partName)
        .setCustom(true)
        .setParent(urn)
        .setProvider(provider)
        // The class of the npm package makes the parts as dynamic resources, which have another type.
        .setAliasesList([new Alias().setSpec(new Alias.Spec().setType(typeToken({ type: kind })))])
        .setAliasspecs(true);
      const object: Values = {};
      const all = new Set<string>();
      for (const [field, value] of Object.entries(own)) {
        // References to other parts are awaited. Other values keep the engine's marks, such as the mark of a secret.
        const others = await Promise.all([value].flat().filter((each) => each instanceof Promise));
        const ids = others.map(({ id }: Registered) => id);
        object[field] = others.length === 0 ? value : Array.isArray(value) ? ids : ids[0];
        const urns = others.map((other: Registered) => other.urn);
        message.getPropertydependenciesMap().set(field, new PropertyDependencies().setUrnsList(urns));
        for (const each of urns) all.add(each);
      }
      message.setObject(Struct.fromJavaScript(object as never)).setDependenciesList([...all]);
      const registered = await register(message);
      return { urn: registered.getUrn(), id: registered.getId() || unknownString };
    });
    const state = Struct.fromJavaScript((await referTo(made)) as never);
    const outputs = new RegisterResourceOutputsRequest().setUrn(urn).setOutputs(state);
    await answer((callback) => monitor.registerResourceOutputs(outputs, callback));
    return new messages.ConstructResponse().setUrn(urn).setState(state);
  } finally {
    monitor.close();
  }
}

/** The parts, at any depth, each with a reference in the place of its promise. */
async function referTo(parts: object): Promise<Values> {
  const referred = Object.entries(parts).map(async ([key, each]) => {
    return [key, each instanceof Promise ? referenceTo(await each) : await referTo(each)] as const;
  });
  return Object.fromEntries(await Promise.all(referred));
}

/** The arguments in the form of the component's class. Values inside a part keep the engine's marks. */
function argsOf(name: string, inputs: Values): MonitoredInstanceArgs {
  const component = `MonitoredInstance "${name}"`;
  const given = Object.entries(inputs)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => [field, spread(value, field === "instance" ? 1 : 2, `${component}: ${field}`)]);
  const { data, error } = schema.safeParse(Object.fromEntries(given));
  const problems = error?.issues.map(({ path, message }) =>
    [...(path.length > 0 ? [path.join(".")] : []), message].join(": "),
  );
  const args = data as unknown as MonitoredInstanceArgs;
  const wrong = problems && `${component} has wrong arguments. Correct these arguments: ${problems.join("; ")}`;
  const clash = wrong ?? clashOf(name, args);
  if (clash !== undefined) throw new Error(clash);
  return args;
}

/** Gives a component the options that the program has set for it. The engine passes inherited options to the parts. */
function withOptions(message: Message, request: ConstructRequest): Message {
  message
    .setParent(request.getParent())
    .setAliasesList(request.getAliasesList())
    .setAliasspecs(true)
    .setDependenciesList(request.getDependenciesList())
    .setIgnorechangesList(request.getIgnorechangesList())
    .setReplaceonchangesList(request.getReplaceonchangesList())
    .setDeletedwith(request.getDeletedwith())
    // The messages of the two requests have the same fields.
    .setCustomtimeouts(request.getCustomtimeouts() as resourceModule.RegisterResourceRequest.CustomTimeouts | undefined)
    .setHooks(request.getResourceHooks() as resourceModule.RegisterResourceRequest.ResourceHooksBinding | undefined)
    .setReplaceWithList(request.getReplaceWithList());
  if (request.hasProtect()) message.setProtect(request.getProtect() ?? false);
  if (request.hasRetainondelete()) message.setRetainondelete(request.getRetainondelete() ?? false);
  for (const [name, reference] of request.getProvidersMap().entries()) message.getProvidersMap().set(name, reference);
  return message;
}

const endedTooSoon = "the run ended before all parts of the component were made: run again";

/** Makes a function that returns the answer to a call. The signal ends the call, because no answer follows then. */
function answersUntil(signal: AbortSignal) {
  return <T>(call: (callback: (error: Error | null, answer: T) => void) => { cancel(): void }): Promise<T> =>
    new Promise((resolve, reject) => {
      const called = call((error, value) => {
        signal.removeEventListener("abort", end);
        if (error === null) resolve(value);
        else reject(signal.aborted ? new Error(endedTooSoon) : error);
      });
      const end = () => called.cancel();
      signal.addEventListener("abort", end);
    });
}
