export type Inputs = Record<string, unknown>;
export type Kind = "logs" | "metrics";

/** The specification's table: each system with its parameters; of two sets exactly one is given. The regions of `_v3` are recorded, not specified. */
export const systems: Record<string, { required: string[][]; optional: string[] }> = Object.fromEntries(
  `
log_vendor_a: tenant_id application_id application_secret dce_uri table dcr_id
log_vendor_b: region access_key_id secret_access_key
log_vendor_c: private_key endpoint application subsystem
log_vendor_d: api_key region | tags
log_vendor_e: token
log_vendor_f: token
log_vendor_g: url
log_vendor_h: token host
log_vendor_i: token host_port sourcetype
metric_vendor_a: connection_string
metric_vendor_b: region access_key_id secret_access_key / region iam_role iam_external_id
metric_vendor_b_v2: region access_key_id secret_access_key / region iam_role iam_external_id
metric_vendor_b_v3: region iam_role iam_external_id
metric_vendor_c: api_key region
metric_vendor_c_v2: api_key region
metric_vendor_c_v3: api_key | region
metric_vendor_d: environment_id access_token
metric_vendor_e: email api_key
metric_vendor_f_v2: api_key region
metric_vendor_f_v3: api_key | region
metric_vendor_g: token host_port sourcetype
metric_vendor_g_v2: token endpoint
metric_vendor_h: parameters
metric_vendor_h_v2: parameters
`
    .trim()
    .split("\n")
    .map((line) => {
      const [system = "", required = "", optional = ""] = line.split(/: | \| /);
      const all = `${optional} ${system.startsWith("metric") ? "tags queue_regex vhost_regex include_ad_queues" : ""}`;
      return [
        system,
        {
          required: required.split(" / ").map((form) => form.split(" ")),
          optional: all.split(" ").filter((each) => each !== ""),
        },
      ];
    }),
);

const wires = Object.values(systems).flatMap(({ required, optional }) => [...required.flat(), ...optional]);

/** The names that programs use, and those of the service: `apiKey` is `api_key`. */
export const wireNames: Record<string, string> = Object.fromEntries(
  wires.map((wire) => [wire.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()), wire]),
);

/** A parameter's name in a program. */
export const nameOf = (wire: string) => Object.keys(wireNames).find((name) => wireNames[name] === wire) ?? "";

/** Parameters that are no secret, or must have a form of their own. */
export const particular: Record<string, unknown> = {
  dceUri: "https://canary-dce.example.com",
  endpoint: "canary-endpoint.example.com:6514",
  url: "canary-url.example.com:514",
  hostPort: "canary-host.example.com:8088",
  email: "canary-email@example.com",
  tags: "env=production,team=canary",
  includeAdQueues: true,
  parameters: { first: "canary-first", second: "canary-second" },
};

/** A value that a system takes for a parameter. */
export function sampleOf(system: string, name: string): unknown {
  if (name !== "region") return particular[name] ?? `canary-${name}`;
  if (["log_vendor_d", "metric_vendor_c", "metric_vendor_c_v2"].includes(system)) return "us3";
  return system === "metric_vendor_f_v2" ? "EU" : "canary-region";
}

/** These parameters of a system as a program gives them, and as the service gets them. */
export function configOf(system: string, wires: readonly string[]): { config: Inputs; sent: Inputs } {
  const config = Object.fromEntries(wires.map((wire) => [nameOf(wire), sampleOf(system, nameOf(wire))]));
  const { parameters, ...own } = config;
  const sent = Object.fromEntries(Object.entries(own).map(([name, value]) => [wireNames[name], value]));
  return { config, sent: { ...sent, ...(parameters as Inputs | undefined) } };
}

/** Each system with each of its sets of required parameters. */
export const forms = Object.entries(systems).flatMap(([system, { required }]) =>
  required.map((form) => [system, form] as [string, string[]]),
);

export const kindOf = (system: string): Kind => (system.startsWith("log_") ? "logs" : "metrics");
