/**
 * What the demo does, step by step, and what must come of it. A step is data:
 *
 * - `title`, `look`: what is done, and what to look at while it runs
 * - `config`, `outside`: what is changed first, in the stack's configuration or behind Pulumi's back in the service
 * - `operation`, `options`: the Automation API's method and its options; `command` is what one would type
 * - `code`: the exit code, 0 unless given
 * - `steps`: what the engine does, without what stays the same
 * - `sends`: the requests that change something; `calls`: how many requests in all, polls aside, where that is promised
 * - `says`: what stands on a resource's row
 * - `holds`: what the service holds then, beside what it held before the demo; each with the named fields
 *
 * `{network}` in a text is the id of the resource of that name.
 */
const vpc = (fields) => ({ in: "vpcs", fields: { name: "network", subnet: "10.56.72.0/24", ...fields } });
const webhook = { in: "webhooks", fields: { instance_id: 1001, vhost: "/", queue: "orders", concurrency: 1 } };

/** The steps, in order; each goes on from where the one before ended. */
export const steps = [
  {
    title: "Preview what the program declares",
    look: "Nothing is made: the service only gets a question about its regions.",
    command: "pulumi preview",
    operation: "preview",
    steps: ["create network", "create orders"],
    sends: [],
    calls: 1,
    holds: [],
  },
  {
    title: "Make it",
    look: "A VPC takes a while: its row says what is being waited for.",
    command: "pulumi up",
    operation: "up",
    steps: ["create network", "create orders"],
    sends: ["POST /customer/api/vpcs", "PUT /customer/api/vpcs/{network}", "POST /instance/api/webhooks"],
    says: { network: /^waiting for VPC \d+ \(\d+s\): being created$/ },
    holds: [vpc({ tags: ["quickstart", "owner:platform"] }), webhook],
  },
  {
    title: "Run it again without a change",
    look: "No change, and not one request to the service.",
    command: "pulumi up",
    operation: "up",
    steps: [],
    sends: [],
    calls: 0,
    holds: [vpc({ tags: ["quickstart", "owner:platform"] }), webhook],
  },
  {
    title: "Change a tag in place",
    look: "The VPC keeps its id; one request changes it.",
    config: { owner: "shop" },
    command: "pulumi config set owner shop && pulumi up",
    operation: "up",
    steps: ["update network"],
    sends: ["PUT /customer/api/vpcs/{network}"],
    calls: 1,
    holds: [vpc({ tags: ["quickstart", "owner:shop"] }), webhook],
  },
  {
    title: "Find what someone changed behind Pulumi's back",
    look: "Another name and other tags, set outside; the exit code is 7, for a nightly job to notice.",
    outside: { op: "set", in: "vpcs", id: "{network}", fields: { name: "renamed by hand", tags: [] } },
    command: "pulumi refresh --preview-only --expect-no-changes",
    operation: "previewRefresh",
    options: { expectNoChanges: true },
    code: 7,
    steps: ["update network"],
    sends: [],
    calls: 3,
    holds: [vpc({ name: "renamed by hand", tags: [] }), webhook],
  },
  {
    title: "Repair it",
    look: "The program has the last word.",
    command: "pulumi up --refresh",
    operation: "up",
    options: { refresh: true },
    steps: ["refresh network", "refresh orders", "update network"],
    sends: ["PUT /customer/api/vpcs/{network}"],
    holds: [vpc({ tags: ["quickstart", "owner:shop"] }), webhook],
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
    holds: [vpc({ tags: ["quickstart", "owner:shop"] }), webhook],
  },
  {
    title: "Take it all away",
    look: "The VPC's row waits until it is really gone.",
    command: "pulumi destroy",
    operation: "destroy",
    steps: ["delete network", "delete orders"],
    sends: ["DELETE /customer/api/vpcs/{network}", "DELETE /instance/api/webhooks/{orders}"],
    says: { network: /^waiting for VPC \d+ to be gone \(\d+s\): being deleted$/ },
    holds: [],
  },
];
