import { unknownString } from "../../../provider/framework/kind/values";
import { resource, shared, shareHandlers } from "../../helpers/handlers";
import { kindOf } from "../../kinds";
import { type Inputs, level } from "../alarm/scene";
import { peer } from "../vpcPeering/scene";

/** Inputs that no kind takes: refused at preview, by name, before any request. */

shareHandlers();

const a = { ip: "198.51.100.0/24", services: ["AMQPS", "HTTPS"] };
const b = { ip: "203.0.113.7/32", ports: [5671, 443] };
const email = "must be an e-mail address, because the recipient has the type email";
const url = "must be an http or https URL, because the recipient has the type";
const digits = "cloudAccountId: must be a string of 12 digits";
const day =
  "preferredMaintenanceDay: must be one of the values Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday";
const time = "preferredMaintenanceTime: must be a time in UTC as HH:MM, such as 03:30";

interface Kind {
  usual: Inputs;
  /** What is declared over them, and what is said of it. */
  wrong: [inputs: Inputs, reason: string][];
  /** True where the reasons are whole. */
  isWhole?: true;
}

// biome-ignore format: one row for each input
const kinds: Record<string, Kind> = {
  alarm: {
    usual: { type: "queue", ...level },
    wrong: [
      [{ type: "cpus" }, "type: must be one of the values cpu, memory, disk, queue,"],
      [{ type: undefined }, "type: must be one of the values cpu,"],
      [{ enabled: "yes" }, "enabled: must be a boolean, but the given value is a string"],
      [{ recipients: "4001" }, "recipients: must be an array, but the given value is a string"],
      [{ recipients: [4001, "x"] }, "recipients: recipients[1]: must be the id of a recipient on the same instance"],
      [{ recipients: [0] }, "recipients: recipients[0]: must be the id of a recipient on the same instance"],
      [{ reminderInterval: -1 }, "reminderInterval: must be 0 or more"],
      [{ reminderInterval: 1.5 }, "reminderInterval: must be a whole number"],
      [{ valueThreshold: -1 }, "valueThreshold: must be 0 or more"],
      [{ valueThreshold: "90" }, "valueThreshold: must be a number, but the given value is a string"],
      [{ valueThreshold: Number.POSITIVE_INFINITY }, "valueThreshold: must be a number, but the given value is Infinity"],
      [{ timeThreshold: 0.5 }, "timeThreshold: must be a whole number"],
      [{ queueRegex: "" }, "queueRegex: must not be empty"],
      [{ vhostRegex: 7 }, "vhostRegex: must be a string, but the given value is a number"],
      [{ messageType: "all" }, "messageType: must be one of the values total, unacked, ready"],
      [{ instance: "x/1" }, "instance: must be the id of an instance"],
      [{ adoptDefault: true }, "adoptDefault: cannot be given for an alarm of the type queue: such an alarm takes valueThreshold, timeThreshold, queueRegex, vhostRegex, messageType"],
    ],
  },
  recipient: {
    usual: { type: "email", value: "ops@example.com", name: "a" },
    wrong: [
      [{ type: "sms" }, "type: must be one of the values email, webhook, incident_a,"],
      [{ value: "ops" }, `value: ${email}`],
      [{ value: "ops@" }, `value: ${email}`],
      [{ value: "@example.com" }, `value: ${email}`],
      [{ value: "ops@localhost" }, `value: ${email}`],
      [{ value: "a b@example.com" }, `value: ${email}`],
      [{ value: "a@b@example.com" }, `value: ${email}`],
      [{ type: "webhook", value: "example.com/hook" }, `value: ${url}`],
      [{ type: "webhook", value: "ftp://example.com/hook" }, `value: ${url}`],
      [{ type: "chat_a", value: "#ops" }, `value: ${url}`],
      [{ type: "chat_b", value: "https://" }, `value: ${url}`],
      [{ type: "incident_a", value: "" }, "value: must not be empty"],
      [{ value: undefined }, "value is required: give this input a value"],
      [{ value: 7 }, "value: must be a string, but the given value is a number"],
      [{ name: "" }, "name: must not be empty"],
      [{ options: "high" }, "options: must be an object, but the given value is a string"],
      [{ instance: "1/2" }, "instance: must be the id of an instance"],
    ],
  },
  eventBridge: {
    usual: { vhost: "/", queue: "orders", cloudRegion: "region-1", cloudAccountId: "000123456789" },
    wrong: [
      [{ cloudAccountId: 123456789012 }, "cloudAccountId: must be a string, but the given value is a number"],
      [{ cloudAccountId: "12345" }, digits],
      [{ cloudAccountId: "12345678901x" }, digits],
      [{ cloudAccountId: undefined }, "cloudAccountId is required: give this input a value"],
      [{ vhost: "" }, "vhost: must not be empty"],
      [{ queue: "" }, "queue: must not be empty"],
      [{ cloudRegion: "" }, "cloudRegion: must not be empty"],
      [{ withHeaders: "yes" }, "withHeaders: must be a boolean, but the given value is a string"],
      [{ instance: "../1" }, "instance: must be the id of an instance"],
      [{ queue: unknownString, cloudAccountId: "1" }, digits],
    ],
  },
  credentialRotation: { usual: {}, wrong: [[{ credential: "secret" }, "credential: must be one of the values password, apiKey"]] },
  firewallRuleSet: {
    usual: { rules: [a] },
    wrong: [
      [{ unmanaged: ["fe80::%eth0"] }, "is not a network: write"],
      [{ rules: [{ ip: "fe80::%eth0/64", services: ["AMQPS"] }] }, "is not a network: write"],
      [{ rules: [{ ip: "10.0.0.1/8", services: ["AMQPS"] }] }, "is not the first address of its network: write 10.0.0.0/8 instead"],
      [{ rules: [{ ip: "everybody", services: ["AMQPS"] }] }, "is not a network: write"],
      [{ rules: [{ ip: "2001:db8::1/64", services: ["AMQPS"] }] }, "write 2001:db8::/64 instead"],
      [{ rules: [{ ip: "1.2.3.4", services: ["AMQPS"] }] }, '"1.2.3.4" has no prefix length: write 1.2.3.4/32'],
      [{ unmanaged: ["2001:db8::1"] }, "write 2001:db8::1/128"],
      [{ rules: [{ ip: a.ip, ports: [65536] }] }, "must be 65535 or less"],
      [{ rules: [{ ip: a.ip, services: ["FTP"] }] }, "must be one of the values AMQP"],
      [{ rules: [a, { ...a, services: ["AMQP"] }] }, "has several rules for the network 198.51.100.0/24"],
      [{ rules: [{ ip: a.ip }] }, "has an empty rule for the network 198.51.100.0/24"],
      [{ rules: [{ ...a, description: "" }] }, "must not be empty: give a text, or leave this input out"],
      [{ mode: "merge", unmanaged: [b.ip] }, 'this property works only with the mode "exclusive"'],
      [{ mode: "merge", onDelete: "open" }, 'this property works only with the mode "exclusive"'],
      [{ unmanaged: [a.ip] }, "but also has a rule in the input \"rules\""],
    ],
  },
  maintenanceSettings: {
    usual: { preferredMaintenanceDay: "Sunday", preferredMaintenanceTime: "03:30" },
    wrong: [
      [{ preferredMaintenanceDay: "Someday" }, day],
      [{ preferredMaintenanceDay: "" }, day],
      [{ preferredMaintenanceDay: "sunday" }, day],
      [{ preferredMaintenanceDay: undefined, preferredMaintenanceTime: undefined, automaticUpdates: true }, "preferredMaintenanceDay: is missing: give preferredMaintenanceDay, preferredMaintenanceTime, or both"],
      ...["3:30", "24:00", "12:60", "12:00:00", "", "12:00\n"].map((wrong): [Inputs, string] => [{ preferredMaintenanceTime: wrong }, time]),
      [{ automaticUpdates: "yes" }, "automaticUpdates: must be a boolean, but the given value is a string"],
    ],
    isWhole: true,
  },
  teamMember: {
    usual: { email: "night@example.com" },
    wrong: [
      [{ email: "nobody" }, "email: must be an e-mail address, such as ops@example.com"],
      [{ role: "owner" }, "role: must be one of the values admin, devops, member, monitor, billing manager"],
      [{ role: "devops", tags: ["a"] }, "tags: can be given only for the roles member and monitor: leave this input out for the role devops"],
      [{ tags: [""] }, "tags: tags[0]: must not be empty"],
    ],
    isWhole: true,
  },
  vpcPeering: {
    usual: {},
    wrong: [
      [{}, "must be given in exactly one of these ways"],
      [{ ...peer, peerNetworkUri: "projects/a/global/networks/b" }, "must be given in exactly one of these ways"],
      [{ peerVpcId: "vpc-1" }, "also give peerAccountId and peerSubnet, which a peer on cloud provider A needs"],
      [{ ...peer, peerAccountId: "12" }, "must be the number of a cloud account"],
      [{ peerNetworkUri: "https://example.com" }, "must end with projects/"],
      [{ acceptRequest: "../instances" }, "must be the id of a peering request"],
    ],
  },
  vpcConnect: {
    usual: {},
    wrong: [
      [{}, "needs exactly one of the lists"],
      [{ allowedPrincipals: [], allowedProjects: [] }, "needs exactly one of the lists"],
      [{ allowedPrincipals: ["me"] }, "must be the ARN"],
      [{ approvedSubscriptions: ["1234"] }, "must be the GUID"],
      [{ allowedProjects: ["A B"] }, "must be the id of a project of the cloud provider"],
    ],
  },
};

const cases = Object.entries(kinds).flatMap(([type, { usual, wrong, isWhole }]) =>
  wrong.map(([inputs, reason]) => ({ type, inputs, usual, said: isWhole ? reason : expect.stringContaining(reason) })),
);

test.each(cases)("a $type with $inputs", async ({ type, inputs, usual, said }) => {
  const instance = kindOf(type).onInstance ? { instance: "1001" } : {};
  const { errors, changes, requests } = await shared
    .stack()
    .up([resource(type, "one", { ...instance, ...usual, ...inputs })]);
  expect(errors).toEqual([said]);
  expect([changes, requests]).toEqual([[], 0]);
});
