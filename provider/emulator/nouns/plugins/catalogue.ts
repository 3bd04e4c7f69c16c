// `plugins.ts` gives each new instance the plugins of `pluginsOf`. We invented the plugins, so new plugins may come in
// and descriptions may change. Present names must stay, because tests and examples enable plugins by name.
/** A plugin that every instance of one broker software offers. */
interface Offered {
  name: string;
  description: string;
  /** True for a plugin that a new instance has enabled. */
  enabled?: true;
  // Each of these five fields is a sentence with the reason. `required` says why nobody can disable the plugin, and
  // `blocked` says why nobody can enable it.
  required?: string;
  hidden?: string;
  recommended?: string;
  blocked?: string;
  deprecated?: string;
  /** The lowest broker version of a community plugin. */
  require?: string;
}

const standard: Offered[] = [
  {
    name: "broker_management",
    description: "Management interface and its API",
    enabled: true,
    required: "Used by the service",
  },
  {
    name: "broker_prometheus",
    description: "Metrics to be scraped",
    enabled: true,
    required: "Used for health and metrics",
  },
  {
    name: "broker_service_agent",
    description: "Agent of the service",
    enabled: true,
    required: "Used by the service",
    hidden: "Not to be changed",
  },
  { name: "broker_mqtt", description: "MQTT 3.1.1" },
  { name: "broker_web_mqtt", description: "MQTT over WebSockets" },
  { name: "broker_consistent_hash_exchange", description: "Exchange that hashes routing keys" },
];

const clustered: Offered[] = [
  ...standard,
  {
    name: "broker_shovel",
    description: "Moves messages between brokers",
    enabled: true,
    recommended: "Useful for moves",
  },
  {
    name: "broker_shovel_management",
    description: "Shovels in the management interface",
    recommended: "Useful for moves",
  },
  { name: "broker_federation", description: "Federates exchanges and queues" },
  { name: "broker_federation_management", description: "Federation in the management interface" },
  { name: "broker_stomp", description: "STOMP" },
  { name: "broker_web_stomp", description: "STOMP over WebSockets" },
  { name: "broker_stream", description: "Streams" },
  { name: "broker_stream_management", description: "Streams in the management interface" },
  { name: "broker_top", description: "Shows the busiest processes" },
  { name: "broker_tracing", description: "Traces messages into files", deprecated: "Slows the broker down" },
  { name: "broker_event_exchange", description: "Publishes the broker's own events" },
  { name: "broker_auth_backend_http", description: "Authentication by an HTTP service" },
  {
    name: "broker_auth_backend_ldap",
    description: "Authentication by a directory",
    blocked: "Contact us to have this plugin enabled.",
  },
  { name: "broker_delayed_message_exchange", description: "Delays messages", require: "3.9.0" },
  { name: "broker_lvc_exchange", description: "Keeps the last value", require: "3.8.0" },
  { name: "broker_message_timestamp", description: "Stamps messages", require: "3.6.0" },
  { name: "broker_message_deduplication", description: "Drops messages seen before", require: "4.0.0" },
];

/** The plugins that an instance of this broker software has, enabled or not. */
export const pluginsOf = ({ backend }: { backend: "clustered" | "alternative" }): Offered[] =>
  backend === "clustered" ? clustered : standard;
