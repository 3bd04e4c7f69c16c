import type { Client } from "../../provider/api";
import type { Handler } from "../../provider/dynamic/handler";
import { secretOutputsOf } from "../../provider/framework/kind/marks";
import { pluginToken } from "../../provider/framework/kind/tokens";
import { canonical, hasUnknown } from "../../provider/framework/kind/values";
import type { Run } from "../../provider/framework/run/run";
import { type Bag, hidden, visible } from "../../provider/framework/state/hidden";
import { messages, Status, type Struct } from "../../provider/plugin/sdk";
import { makeService } from "../../provider/plugin/service";
import { close, isSecret, open } from "../../provider/plugin/values";
import type { definitions } from "../../provider/resources/definitions";
import { isRest } from "./cells";

type Definition = (typeof definitions)[number];
type Properties = InstanceType<typeof Struct>;

/** The two ways in which the engine reaches the definitions. */
export const doors = ["dynamic", "plugin"] as const;
export type DoorName = (typeof doors)[number];

/** The rows of a table with a type each, through both doors. */
export const throughDoors = <T extends { type: string }>(
  subjects: readonly T[],
): { door: DoorName; subject: T; row: number; type: string }[] =>
  doors.flatMap((door) => subjects.map((subject, row) => ({ door, subject, row, type: subject.type })));

/**
 * The rows of a matrix that a run plays. `npm test` plays some cells of each row through the plugin, whose own code knows
 * no kind and no request; `npm run test:all` plays the others through the dynamic door alone.
 */
export const playedDoors: typeof throughDoors = (subjects) =>
  throughDoors(subjects).filter(({ door }) => door === "dynamic" || !isRest);

/** Calls a method of the plugin's service, and rejects with what the service gives to gRPC. */
export type Ask = <Answer>(method: string, request: { serializeBinary(): Uint8Array }) => Promise<Answer>;

/** Serves the definitions through the plugin's service, as the executable does. Messages pass through their binary form. */
export function servePlugin(run: Run<Client>): Ask {
  const service = makeService({ run, schema: () => "{}", cancel: () => {} }) as Record<
    string,
    (call: object, callback: (error: unknown, answer: unknown) => void) => void
  >;

  return (method, request) =>
    new Promise((resolve, reject) => {
      const kind = request.constructor as unknown as { deserializeBinary(bytes: Uint8Array): object };
      const call = { request: kind.deserializeBinary(request.serializeBinary()) };
      service[method]?.(call, (error, answer) => (error ? reject(error) : resolve(answer as never)));
    });
}

/** Makes handlers that call the plugin's service. */
export function createPluginDoor(run: Run<Client>, told: string[]): (definition: Definition) => Handler {
  const serve = servePlugin(run);

  const note = (properties: Properties | undefined): Bag => {
    told.push(JSON.stringify(withoutSecrets(properties?.toJavaScript())));
    return open(properties).values as Bag;
  };

  const ask: Ask = (method, request) =>
    serve<never>(method, request).catch((error: Failure) => {
      throw toError(error, note);
    });

  return (definition) => {
    const secrets = new Set(secretOutputsOf(definition));
    const urnOf = ({ __urn }: Bag) => __urn ?? `urn:pulumi:test::test::${pluginToken(definition)}::one`;
    const wrapped = (bag: Bag) => close(bag, secrets);

    return {
      async configure() {},
      async check(olds, news) {
        const request = new messages.CheckRequest().setUrn(urnOf(news));
        request.setOlds(wrapped(visible(olds)));
        // The program of another language may leave a secret unmarked.
        request.setNews(close(visible(news), new Set()));
        const answer = await ask<InstanceType<typeof messages.CheckResponse>>("check", request);
        const failures = answer
          .getFailuresList()
          .map((each) => ({ property: each.getProperty(), reason: each.getReason() }));
        const { __provider, __adopt, ...others } = hidden(news);
        return { inputs: { ...note(answer.getInputs()), ...others }, failures };
      },
      async diff(id, olds, news) {
        const request = new messages.DiffRequest().setUrn(urnOf(news)).setId(id).setOlds(wrapped(olds));
        request.setNews(wrapped(visible(news)));
        const answer = await ask<InstanceType<typeof messages.DiffResponse>>("diff", request);
        return {
          changes: answer.getChanges() === messages.DiffResponse.DiffChanges.DIFF_SOME,
          replaces: answer.getReplacesList(),
          changed: answer.getDiffsList(),
          deleteBeforeReplace: answer.getDeletebeforereplace(),
        };
      },
      async create(inputs) {
        const request = new messages.CreateRequest().setUrn(urnOf(inputs)).setProperties(wrapped(visible(inputs)));
        request.setTimeout(secondsOf(inputs.__timeouts?.create));
        const answer = await ask<InstanceType<typeof messages.CreateResponse>>("create", request);
        return { id: answer.getId(), outs: note(answer.getProperties()) };
      },
      async read(id, props) {
        const request = new messages.ReadRequest();
        request.setUrn(urnOf(props));
        request.setId(id);
        if (!props.__get) {
          request.setProperties(wrapped(props));
          const declared = (props.__declared ?? []).map((name) => [name, props[name]]);
          request.setInputs(wrapped(visible(Object.fromEntries(declared))));
        }
        const answer = await ask<InstanceType<typeof messages.ReadResponse>>("read", request);
        if (answer.getId() === "") return {};
        const inputs = { ...note(answer.getInputs()), __urn: urnOf(props) };
        return { id: answer.getId(), props: note(answer.getProperties()), inputs };
      },
      async update(id, olds, news) {
        const request = new messages.UpdateRequest().setUrn(urnOf(news)).setId(id).setOlds(wrapped(olds));
        request.setNews(wrapped(visible(news)));
        request.setTimeout(secondsOf(news.__timeouts?.update));
        request.setPreview(true);
        const shown = await ask<InstanceType<typeof messages.UpdateResponse>>("update", request);
        request.setPreview(false);
        const answer = await ask<InstanceType<typeof messages.UpdateResponse>>("update", request);
        const outs = note(answer.getProperties());
        throwIfOtherwise(open(shown.getProperties()).values, outs);
        return { outs };
      },
      async delete(id, props) {
        const request = new messages.DeleteRequest().setUrn(urnOf(props)).setId(id).setProperties(wrapped(props));
        request.setTimeout(secondsOf(props.__timeouts?.delete));
        await ask("delete", request);
      },
    };
  };
}

/** Throws when an update ends with another value than its preview showed: whoever depends on it was shown no change. */
function throwIfOtherwise(shown: Record<string, unknown>, outs: Bag): void {
  for (const [name, value] of Object.entries(visible(shown))) {
    const isKept = hasUnknown(value) || canonical(value) === canonical(outs[name]);
    if (!isKept) throw new Error(`${name} was previewed as ${canonical(value)}, and became ${canonical(outs[name])}`);
  }
}

/** An error as the service gives it to gRPC. */
export interface Failure {
  details: string;
  metadata?: { get(name: string): (string | Buffer)[] };
}

/** The error that the engine makes of a failure: with an id and properties where the failure has them. */
function toError(failure: Failure, note: (properties: Properties | undefined) => Bag): Error {
  const error = new Error(failure.details);
  const failed = unfinishedIn(failure);
  if (failed === undefined) return error;
  const properties = note(failed.getProperties());
  return Object.assign(error, { id: failed.getId(), properties, reasons: failed.getReasonsList() });
}

/** What a failure keeps of an object that is not finished; undefined where it keeps nothing. */
export function unfinishedIn({ metadata }: Failure) {
  const [bytes] = metadata?.get("grpc-status-details-bin") ?? [];
  if (bytes === undefined) return undefined;
  const [detail] = Status.deserializeBinary(Buffer.from(bytes as Buffer)).getDetailsList();
  return messages.ErrorResourceInitFailed.deserializeBinary(detail?.getValue_asU8() ?? Buffer.of());
}

/** The value with a mark in place of everything that stands in a secret. */
function withoutSecrets(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (isSecret(value as Record<string, unknown>)) return "[wrapped]";
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutSecrets(each)]));
}

function secondsOf(duration: string | undefined): number {
  const [, count = "0", unit = "s"] = /^([\d.]+)([smh])$/.exec(duration ?? "") ?? [];
  return Number(count) * { s: 1, m: 60, h: 3600 }[unit as "s" | "m" | "h"];
}
