/**
 * Words of the schema that no doc comment has: what the values of the enums stand for, and the fields of objects that have
 * no interface of their own. The schema is not made while a value or a field of these types has no words here.
 */
const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const open = (what) => `Opens ${what}.`;

/** What the name of a system says. */
const systemWords = (name) => {
  const [, what, vendor, version] = /^(log|metric)_vendor_(\w)(?:_v(\d))?$/.exec(name) ?? [];
  const to = version === undefined ? "" : `, by version ${version} of its interface`;
  return vendor && `Sends ${what}s to vendor ${vendor.toUpperCase()}${to}.`;
};

/** By the name of the type: its own words where no doc comment has them (""), and those of its values or fields. */
const table = {
  AlarmMessageType: {
    "": "The messages of a queue that an alarm counts.",
    total: "All messages of the queue.",
    unacked: "Messages that a consumer has got and not acknowledged.",
    ready: "Messages that wait for a consumer.",
  },
  AlarmType: { "": "What an alarm watches." },
  AlarmValueCalculation: {
    "": "The unit of the threshold of a disk alarm.",
    fixed: "Gigabytes.",
    percentage: "Percent of the disk.",
  },
  BrokerActionName: {
    "": "An action on an instance or on some of its nodes.",
    restart: "Restarts the broker on the nodes.",
    "cluster-restart": "Restarts the broker on all nodes at once.",
    "mgmt-restart": "Restarts the management interface on the nodes.",
    stop: "Stops the broker on the nodes.",
    start: "Starts the broker on the nodes.",
    reboot: "Reboots the nodes.",
    "upgrade-erlang": "Upgrades Erlang to the newest version on offer.",
    "upgrade-broker-erlang": "Upgrades the broker and Erlang to the newest versions on offer.",
    "run-maintenance": "Runs the maintenance that is planned next.",
  },
  CopiedSetting: {
    alarms: "The alarms.",
    definitions: "The definitions of the broker, such as users, vhosts and queues.",
    metrics: "The integrations of metrics.",
    logs: "The integrations of logs.",
    firewall: "The firewall rules.",
    plugins: "The plugins.",
    config: "The settings of the broker.",
  },
  FirewallRuleSetMode: {
    "": "Which rules of an instance a set owns.",
    exclusive: "All rules, except those of the networks in `unmanaged`.",
    merge: "Only the rules of the networks that the set lists.",
  },
  FirewallRuleSetOnDelete: {
    "": "What the removal of an exclusive set does.",
    keep: "Leaves the rules.",
    close: "Takes all rules away.",
    open: "Goes back to the rule of a new instance.",
  },
  FirewallService: {
    AMQP: open("AMQP without TLS"),
    AMQPS: open("AMQP with TLS"),
    HTTPS: open("the management interface and its API"),
    MQTT: open("MQTT without TLS"),
    MQTTS: open("MQTT with TLS"),
    STOMP: open("STOMP without TLS"),
    STOMPS: open("STOMP with TLS"),
    STREAM: open("the stream protocol without TLS"),
    STREAM_SSL: open("the stream protocol with TLS"),
  },
  InstanceResultDisk: {
    "": "The disk of an instance beside that of its plan.",
    extraSize: "The size that is added to the plan's disk, in gigabytes.",
  },
  ...Object.fromEntries(
    ["InstanceUrls", "InstanceResultUrls"].map((name) => [
      name,
      {
        "": "The URLs that clients connect to, with user name and password.",
        external: "The URL for clients outside the VPC. Secret.",
        internal: "The URL for clients inside the VPC. Secret.",
      },
    ]),
  ),
  IntegrationSystem: { "": "A system that metrics or logs are sent to." },
  InvoiceResultCustomer: {
    "": "The customer that an invoice bills.",
    company: "The name of the company.",
    address: "The postal address.",
    country: "The country.",
    accountName: "The name of the account.",
  },
  InvoiceResultSeller: {
    "": "The seller that an invoice names.",
    company: "The name of the company.",
    address: "The postal address.",
    zipcode: "The postal code.",
    country: "The country.",
    vatid: "The number for value-added tax.",
  },
  RecipientType: {
    email: "An e-mail to an address.",
    webhook: "A request to a URL.",
    incident_a: "An incident in tool A.",
    incident_b: "An incident in tool B.",
    incident_b_eu: "An incident in tool B, in its European region.",
    incident_c: "An incident in tool C.",
    incident_d: "An incident in tool D.",
    chat_a: "A message in a channel of chat A.",
    chat_b: "A message in a channel of chat B.",
  },
  RotatedCredential: { password: "The password of the instance's user.", apiKey: "The instance's own API key." },
  TeamMemberStatus: {
    "": "How far a person has come into the team.",
    invited: "The person is invited and has not answered.",
    member: "The person is in the team.",
  },
  TeamRole: {
    "": "What a member of the team may do.",
    admin: "The team and all instances.",
    devops: "All instances.",
    member: "The instances with the member's tags.",
    monitor: "A restricted view of the instances with the member's tags.",
    "billing manager": "The invoices and the payment.",
  },
  VpcPeeringResultAskedBy: {
    "": "The side that asked for a peering.",
    us: "The service asked, and the other side accepts.",
    peer: "The other side asked, and the service accepts.",
  },
  Weekday: Object.fromEntries(weekdays.map((day) => [day, `On ${day}s.`])),
};

/** The fields of functions that are whole numbers. No schema checks these as it checks arguments of resources. */
export const wholeNumbers = new Set([
  ...["year", "month", "nodes", "recipients", "ports", "concurrency", "prefetch"],
  ...["reminderInterval", "timeThreshold", "retryInterval", "extraSize", "diskSize", "additionalDiskSize"],
]);

/** The type with words for itself and for each value or field that has none. */
export function withWords(name, spec) {
  const own = table[name] ?? {};
  const wordsOf = (key) => own[key] ?? (name === "IntegrationSystem" ? systemWords(key) : undefined);
  const described = (key, part) => {
    const description = part.description ?? wordsOf(key);
    if (description === undefined) throw new Error(`tools/schema/words.mjs has no words for ${name} ${key}`);
    return { ...part, description };
  };
  const { type, description, enum: values, properties } = described("", spec);
  return {
    type,
    description,
    ...(values && { enum: values.map((each) => ({ name: enumName(each.value), ...described(each.value, each) })) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, described(key, part)])),
    }),
    ...(spec.required && { required: spec.required }),
  };
}

/** The name of a value in the SDKs: `STREAM_SSL` is `StreamSsl`. */
const enumName = (value) =>
  value
    .split(/[^A-Za-z0-9]+/)
    .map(
      (word) =>
        word.charAt(0).toUpperCase() + (word === word.toUpperCase() ? word.slice(1).toLowerCase() : word.slice(1)),
    )
    .join("");
