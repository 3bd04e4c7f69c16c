/**
 * What the demo does, step by step, and what must come of it. A step is data:
 *
 * - `title`, `look`: what is done, and what to look at while it runs
 * - `config`, `outside`: what is changed first, in the stack's configuration or behind Pulumi's back in the service
 * - `operation`, `options`: the Automation API's method and its options; `command` is what one would type
 * - `code`: the exit code, 0 unless given
 * - `steps`: what the engine does, without what stays the same
 * - `sends`: the requests that change something, with or without their bodies
 * - `calls`: how many requests in all, polls aside, where that is promised
 * - `says`: what stands on a resource's row
 * - `holds`: what the service holds then, beside what it held before the demo; each with the named fields
 *
 * `{network}` in a text is the id of the resource of that name.
 */
/** The collections of the service that the program is about: with a broker the service makes others of its own. */
export const kinds = ["vpcs", "instances", "webhooks"];

const network = (fields) => ({ in: "vpcs", fields: { name: "network", subnet: "10.56.72.0/24", ...fields } });
const shop = ({ heartbeat, ...fields }) => ({
  in: "instances",
  fields: {
    name: "shop",
    vpc_id: "{network}",
    extra_disk_size: 25,
    config: {
      "broker.heartbeat": heartbeat,
      "broker.consumer_timeout": 1_800_000,
      "broker.connection_max": 0,
      "broker_prometheus.return_per_object_metrics": false,
    },
    ...fields,
  },
});
const orders = { in: "webhooks", fields: { instance_id: "{shop}", vhost: "/", queue: "orders", concurrency: 1 } };

const first = { tags: ["quickstart", "owner:platform"] };
const renamed = { tags: ["quickstart", "owner:web"] };
const small = { plan: "clustered-medium-1" };
const large = { plan: "clustered-large-1" };

/** The steps, in order; each goes on from where the one before ended. */
export const steps = [
  {
    title: "Preview what the program declares",
    look: "Nothing is made: the service is only asked which regions and plans there are.",
    command: "pulumi preview",
    operation: "preview",
    steps: ["create network", "create shop", "create orders"],
    sends: [],
    calls: 2,
    says: { shop: /^99 USD per month$/ },
    holds: [],
  },
  {
    title: "Make it",
    look: "A network and a broker take a while: each row says what it is waiting for.",
    command: "pulumi up",
    operation: "up",
    steps: ["create network", "create shop", "create orders"],
    sends: [
      "POST /customer/api/vpcs",
      "PUT /customer/api/vpcs/{network}",
      "POST /customer/api/instances",
      'PUT /customer/api/instances/{shop}/disk {"extra_disk_size":25}',
      'PUT /instance/api/config {"broker.consumer_timeout":1800000,"broker.heartbeat":60}',
      "PUT /customer/api/instances/{shop}",
      "POST /instance/api/webhooks",
    ],
    says: {
      network: /^waiting for VPC \d+ \(\d+s\): being created$/,
      shop: /^waiting for instance \d+ \(\d+s\): being created$/,
    },
    holds: [network(first), shop({ ...first, ...small, heartbeat: 60 }), orders],
  },
  {
    title: "Run it again without a change",
    look: "No change, and not one request to the service.",
    command: "pulumi up",
    operation: "up",
    steps: [],
    sends: [],
    calls: 0,
    holds: [network(first), shop({ ...first, ...small, heartbeat: 60 }), orders],
  },
  {
    title: "Change a tag and a setting in place",
    look: "Network and broker keep their ids; of the settings only the changed one is sent.",
    config: { owner: "web", heartbeat: "90" },
    command: "pulumi config set owner web && pulumi config set heartbeat 90 && pulumi up",
    operation: "up",
    steps: ["update network", "update shop"],
    sends: [
      'PUT /customer/api/vpcs/{network} {"name":"network","tags":["quickstart","owner:web"]}',
      'PUT /customer/api/instances/{shop} {"name":"shop","tags":["quickstart","owner:web"]}',
      'PUT /instance/api/config {"broker.heartbeat":90}',
    ],
    holds: [network(renamed), shop({ ...renamed, ...small, heartbeat: 90 }), orders],
  },
  {
    title: "Resize the broker in place",
    look: "A larger plan of the same kind is no replacement: the row waits until the new plan is seen.",
    config: large,
    command: "pulumi config set plan clustered-large-1 && pulumi up",
    operation: "up",
    steps: ["update shop"],
    sends: ['PUT /customer/api/instances/{shop} {"plan":"clustered-large-1"}'],
    says: { shop: /^waiting for instance \d+ to be on clustered-large-1 \(\d+s\): / },
    holds: [network(renamed), shop({ ...renamed, ...large, heartbeat: 90 }), orders],
  },
  {
    title: "Find what was changed behind Pulumi's back",
    look: "The tags of the network and a setting of the broker; exit code 7, for a nightly job to notice.",
    outside: [
      { op: "set", in: "vpcs", id: "{network}", fields: { tags: ["by hand"] } },
      { op: "set", in: "instances", id: "{shop}", fields: { config: shop({ heartbeat: 10 }).fields.config } },
    ],
    command: "pulumi refresh --preview-only --expect-no-changes",
    operation: "previewRefresh",
    options: { expectNoChanges: true },
    code: 7,
    steps: ["update network", "update shop"],
    sends: [],
    holds: [network({ tags: ["by hand"] }), shop({ ...renamed, ...large, heartbeat: 10 }), orders],
  },
  {
    title: "Repair it",
    look: "The program has the last word: what was changed is sent, and nothing else.",
    command: "pulumi up --refresh",
    operation: "up",
    options: { refresh: true },
    steps: ["refresh network", "refresh shop", "refresh orders", "update network", "update shop"],
    sends: [
      'PUT /customer/api/vpcs/{network} {"name":"network","tags":["quickstart","owner:web"]}',
      'PUT /instance/api/config {"broker.heartbeat":90}',
    ],
    holds: [network(renamed), shop({ ...renamed, ...large, heartbeat: 90 }), orders],
  },
  {
    title: "Ask for something that cannot be",
    look: "Refused at preview with the reason, before anything is sent.",
    config: { subnet: "10.56.72.1/24" },
    command: "pulumi config set subnet 10.56.72.1/24 && pulumi preview",
    operation: "preview",
    code: 1,
    steps: [],
    sends: [],
    calls: 0,
    says: { network: /"10\.56\.72\.1\/24" has host bits set: the network is 10\.56\.72\.0\/24$/ },
    holds: [network(renamed), shop({ ...renamed, ...large, heartbeat: 90 }), orders],
  },
  {
    title: "Take it all away",
    look: "Broker and network wait until they are really gone.",
    command: "pulumi destroy",
    operation: "destroy",
    steps: ["delete orders", "delete shop", "delete network"],
    sends: [
      "DELETE /instance/api/webhooks/{orders}",
      "DELETE /customer/api/instances/{shop}",
      "DELETE /customer/api/vpcs/{network}",
    ],
    says: {
      shop: /^waiting for instance \d+ to be gone \(\d+s\): being deleted$/,
      network: /^waiting for VPC \d+ to be gone \(\d+s\): being deleted$/,
    },
    holds: [],
  },
];
