/**
 * The steps of the demo, each with what is expected of it. A step is data:
 *
 * - `title`, `look`: what the step does, and what to look at while it runs
 * - `config`, `outside`: changes made first, to the stack's configuration or to the service behind Pulumi's back
 * - `operation`, `options`: the method of the Automation API and its options; `command` is the same for a terminal
 * - `code`: the expected exit code, 0 unless given
 * - `steps`: the expected steps of the engine, without resources that stay the same
 * - `sends`: the expected requests that change something, with or without their bodies
 * - `calls`: the expected number of all requests, polls aside, where a number is promised
 * - `says`: for a resource or `stackRow`, a pattern of a line that is expected on its row
 * - `holds`: the records that the service is expected to hold beside those from before the demo, each with some fields
 *
 * `{network}` in a text stands for the id of the resource of that name.
 */

/** The collections that are compared: those of the program's resources. The service makes other records by itself. */
export const kinds = ["vpcs", "instances", "webhooks"];

/** The name under which lines of the stack itself are found: prices. */
export const stackRow = "the stack";

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
const orders = { in: "webhooks", fields: { instance_id: "{shop}", queue: "orders", concurrency: 1 } };

const first = { tags: ["quickstart", "owner:platform"] };
const renamed = { tags: ["quickstart", "owner:web"] };
const small = { plan: "clustered-medium-1" };
const large = { plan: "clustered-large-1" };

/** The steps in order; each starts from the state in which the previous one ended. */
export const steps = [
  {
    title: "Preview what the program declares",
    look: "Nothing is created. The service is only asked for its regions and plans.",
    command: "pulumi preview",
    operation: "preview",
    steps: ["create network", "create shop", "create orders"],
    sends: [],
    calls: 2,
    says: { [stackRow]: /^Instance "shop": new, 99 USD per month$/ },
    holds: [],
  },
  {
    title: "Create the network and the broker",
    look: "A network and a broker take a while. Each row shows what it is waiting for.",
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
    look: "There is no change, and no request is sent to the service.",
    command: "pulumi up",
    operation: "up",
    steps: [],
    sends: [],
    calls: 0,
    holds: [network(first), shop({ ...first, ...small, heartbeat: 60 }), orders],
  },
  {
    title: "Change a tag and a setting in place",
    look: "Network and broker keep their ids. Of the settings only the changed one is sent.",
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
    look: "A larger plan of the same kind replaces nothing. The row waits until the broker is on the new plan.",
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
    look: "The tags of the network and a setting of the broker were changed. The exit code is 7, which a nightly job can notice.",
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
    title: "Repair what was changed",
    look: "Only what was changed is sent, with the values of the program.",
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
    title: "Ask for something impossible",
    look: "The preview refuses the network with the reason, before any request is sent.",
    config: { subnet: "10.56.72.1/24" },
    command: "pulumi config set subnet 10.56.72.1/24 && pulumi preview",
    operation: "preview",
    code: 1,
    steps: [],
    sends: [],
    calls: 0,
    says: { network: /"10\.56\.72\.1\/24" is not the first address of its network: write 10\.56\.72\.0\/24 instead$/ },
    holds: [network(renamed), shop({ ...renamed, ...large, heartbeat: 90 }), orders],
  },
  {
    title: "Destroy everything",
    look: "The rows of broker and network wait until the service has deleted them.",
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
