// `config.ts` asks `systemOf` for a system's parameters; `integration.ts` reads names and versions. A new system gets a
// line in `systems` and an interface in `args.ts`. State keeps the names, and `wireName` reads them: they must stay.
import { isIPv6 } from "node:net";
import type { Holds, Plain, Same } from "../shared/agrees";
import type { ListedIntegrationArgs } from "./args";

/** The form of a parameter that is a string. */
export interface Shape {
  matches: { test(value: string): boolean };
  /** The text that refuses a value of another form. */
  text: string;
}

/** The parameters that a system takes. */
export interface System {
  /** Sets of required parameters. Exactly one set must be given completely; most systems have only one set. */
  forms: readonly (readonly string[])[];
  /** The parameters that may be left out. */
  optional?: readonly string[];
  /** The allowed values of the parameters that take only certain values. */
  values?: Readonly<Record<string, readonly string[]>>;
  shapes?: Readonly<Record<string, Shape>>;
}

const hostPort: Shape = {
  matches: {
    test(value) {
      const address = /^\[(.*)\]:\d{1,5}$/.exec(value)?.[1];
      return address === undefined ? /^[^\s:/[\]]+:\d{1,5}$/.test(value) : isIPv6(address);
    },
  },
  text: "must be a host and a port, such as logs.example.com:514 or [2001:db8::1]:514",
};
const httpsUrl: Shape = { matches: /^https:\/\/[^/\s]\S*$/i, text: "must be an https URL" };
const email: Shape = { matches: /^[^\s@]+@[^\s@]+$/, text: "must be an e-mail address" };
const tags: Shape = { matches: /^([^=,]+=[^=,]+(,[^=,]+=[^=,]+)*)?$/, text: "must have the form key=value,key=value" };
const letterTags: Shape = {
  matches: /^([^=,]+=\p{L}[^=,]*(,[^=,]+=\p{L}[^=,]*)*)?$/u,
  text: 'must have the form "key=value,key=value". Each value must start with a letter',
};

const siteRegions = { region: ["us1", "us3", "us5", "eu"] } as const;

const keyOrRole = [
  ["region", "accessKeyId", "secretAccessKey"],
  ["region", "iamRole", "iamExternalId"],
] as const;

/** The parameters that every metrics system takes beside its own. */
const metrics = { optional: ["tags", "queueRegex", "vhostRegex", "includeAdQueues"], shapes: { tags } } as const;

/** A metrics system whose regions the specification does not list: the vendor decides which exist. */
const regional = { ...metrics, optional: [...metrics.optional, "region"] } as const;

/**
 * All systems with their parameters: which are required, and how each is checked.
 * `metric_vendor_h*` take any `parameters`, because the service does not say which ones they take.
 */
export const systems = {
  log_vendor_a: {
    forms: [["tenantId", "applicationId", "applicationSecret", "dceUri", "table", "dcrId"]],
    shapes: { dceUri: httpsUrl },
  },
  log_vendor_b: { forms: [["region", "accessKeyId", "secretAccessKey"]] },
  log_vendor_c: { forms: [["privateKey", "endpoint", "application", "subsystem"]], shapes: { endpoint: hostPort } },
  log_vendor_d: {
    forms: [["apiKey", "region"]],
    optional: ["tags"],
    values: siteRegions,
    shapes: { tags: letterTags },
  },
  log_vendor_e: { forms: [["token"]] },
  log_vendor_f: { forms: [["token"]] },
  log_vendor_g: { forms: [["url"]], shapes: { url: hostPort } },
  log_vendor_h: { forms: [["token", "host"]] },
  log_vendor_i: { forms: [["token", "hostPort", "sourcetype"]], shapes: { hostPort } },
  metric_vendor_a: { ...metrics, forms: [["connectionString"]] },
  metric_vendor_b: { ...metrics, forms: keyOrRole },
  metric_vendor_b_v2: { ...metrics, forms: keyOrRole },
  metric_vendor_b_v3: { ...metrics, forms: [["region", "iamRole", "iamExternalId"]] },
  metric_vendor_c: { ...metrics, forms: [["apiKey", "region"]], values: siteRegions },
  metric_vendor_c_v2: { ...metrics, forms: [["apiKey", "region"]], values: siteRegions },
  metric_vendor_c_v3: { ...regional, forms: [["apiKey"]] },
  metric_vendor_d: { ...metrics, forms: [["environmentId", "accessToken"]] },
  metric_vendor_e: { ...metrics, forms: [["email", "apiKey"]], shapes: { tags, email } },
  metric_vendor_f_v2: { ...metrics, forms: [["apiKey", "region"]], values: { region: ["US", "EU", "us", "eu"] } },
  metric_vendor_f_v3: { ...regional, forms: [["apiKey"]] },
  metric_vendor_g: { ...metrics, forms: [["token", "hostPort", "sourcetype"]], shapes: { tags, hostPort } },
  metric_vendor_g_v2: { ...metrics, forms: [["token", "endpoint"]] },
  metric_vendor_h: { ...metrics, forms: [["parameters"]] },
  metric_vendor_h_v2: { ...metrics, forms: [["parameters"]] },
} as const satisfies Record<string, System>;

/** The version of the clustered broker that {@link scrapeSystems} need. */
export const scrapeVersion = "3.10.0";

/** The metrics systems that need {@link scrapeVersion} on a clustered broker; the alternative broker has them all. */
export const scrapeSystems: readonly string[] = ["a", "b_v3", "c_v3", "d", "f_v3", "g_v2", "h_v2"].map(
  (vendor) => `metric_vendor_${vendor}`,
);

/** A system that logs or metrics can be sent to. */
export type SystemName = keyof typeof systems;

/** The parameters that a message may quote: their values are common words, without which a message is hard to read. */
export const harmless: ReadonlySet<string> = new Set([
  ...metrics.optional,
  "region",
  "table",
  "application",
  "subsystem",
  "sourcetype",
]);

export const systemNames = Object.keys(systems) as [SystemName, ...SystemName[]];

/** True when this version of the package knows the parameters of a system. */
export const isListed = (name: string): boolean => Object.hasOwn(systems, name);

/** Matches the name of any system, also of an unknown one: the beginning tells logs from metrics. */
export const systemPattern = /^(log|metric)_[a-z0-9_]{1,100}$/;

/** The parameters of a system: its own, if it is listed, and `parameters`. Undefined for an impossible name. */
export function systemOf(name: string): System | undefined {
  if (!isListed(name)) {
    if (!systemPattern.test(name)) return undefined;
    return name.startsWith("log_") ? { forms: [["parameters"]] } : { ...metrics, forms: [["parameters"]] };
  }
  const system: System = systems[name as SystemName];
  return takesAny(system) ? system : { ...system, optional: [...(system.optional ?? []), "parameters"] };
}

/** True for a system whose own parameters have no names here, so that `parameters` has all of them. */
export const takesAny = ({ forms }: System): boolean => forms.some((form) => form.includes("parameters"));

type ValueOf<S, P> = S extends { values: { [K in P & string]: readonly (infer V)[] } }
  ? V
  : P extends "includeAdQueues"
    ? boolean
    : P extends "parameters"
      ? Record<string, string>
      : string;
type OptionalOf<S> = S extends { optional: readonly (infer P)[] } ? P & string : never;
type FormOf<S, F, All extends string> = F extends readonly (infer P)[]
  ? { [K in P & string]: ValueOf<S, K> } & { [K in Exclude<All, P>]?: undefined } & {
      [K in OptionalOf<S> | "parameters"]?: ValueOf<S, K>;
    }
  : never;

type ConfigOf<S extends System> = FormOf<S, S["forms"][number], S["forms"][number][number]>;

/** For each system, whether its interface allows what the table allows. */
type ConfigsAgree = {
  [S in SystemName]: Same<
    Plain<Pick<Extract<ListedIntegrationArgs, { system: S }>, "system" | "config">>,
    { system: S; config: ConfigOf<(typeof systems)[S]> }
  >;
};

/** Is `true` where the interfaces of the arguments agree with the table of systems. */
export type IntegrationArgsAgree = Holds<Same<ListedIntegrationArgs["system"], SystemName>> &
  Holds<ConfigsAgree[SystemName]>;
