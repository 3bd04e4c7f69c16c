import * as pulumi from "@pulumi/pulumi";
import { configOf } from "../../helpers/emulator";
import { ask, emulator, emulatorForAll, instance } from "./scene";

/** What no function answers: one line each, which ends the program without a stack. */

emulatorForAll(() => {
  const twin = { op: "add", in: "instances", fields: { name: "twin" } } as const;
  const other = { op: "add", in: "recipients", fields: { instance_id: instance, name: "Default" } } as const;
  emulator.patch(twin, twin, other, { op: "add", in: "vpcs", fields: { name: "network" } });
});
beforeEach(() => emulator.clearRequests());

const says = (text: string) => expect.stringContaining(text);

async function expectRefused(name: string, args: object | undefined, message: unknown): Promise<void> {
  const error: unknown = await ask(name, args).catch((thrown: unknown) => thrown);
  expect(pulumi.RunError.isInstance(error)).toBe(true);
  expect((error as Error).message).toEqual(message);
  expect((error as Error).message).not.toContain("\n");
}

const noInstance = "getInstance: there is no instance with the name";
const noBackend = 'getPlans: the service has no backend "clusterd": choose one of clustered, alternative';
const noProvider =
  'getRegions: the service has no provider "provider_c": choose one of provider-c, provider-a, provider-b';
const noType =
  'getAlarms: the service has no type of alarm "memroy": choose one of memory, cpu, disk, queue, connection, flow, consumer, channel, netsplit, server_unreachable, notice';
const onInstance = ["getNodes", "getAvailableVersions", "getConfig", "getAvailableSettings"];

test.each<[name: string, args: object, message: unknown]>([
  // The nearest of those that there are comes first.
  ["getPlans", { backend: "clusterd" }, noBackend],
  ["getRegions", { provider: "provider_c" }, noProvider],
  ["getVpc", { name: "netwrk" }, 'getVpc: there is no VPC with the name "netwrk": did you mean network?'],
  ["getInstance", { name: "unheard-of" }, `${noInstance} "unheard-of": correct the name`],
  ["getInstance", { name: "seeded-clusterd" }, `${noInstance} "seeded-clusterd": did you mean seeded-clustered?`],
  [
    "getInstance",
    { name: "twin" },
    'getInstance: several instances have the name "twin" (ids 1003, 1004): give one of these ids',
  ],
  ["getInstance", { id: 999999 }, expect.stringMatching(/^getInstance: .*instances\/999999.* 404/)],
  ...onInstance.map((name): [string, object, unknown] => [
    name,
    { instance: 999999 },
    expect.stringMatching(new RegExp(`^${name}: .*instances/999999.* 404`)),
  ]),
  [
    "getWebhook",
    { instance, id: 999999 },
    says(
      "getWebhook: instance 1001 has no webhook with the id 999999: correct the id (getWebhooks lists all webhooks)",
    ),
  ],
  [
    "getEventBridge",
    { instance, id: 999999 },
    says(
      "getEventBridge: instance 1001 has no event bridge with the id 999999: correct the id (getEventBridges lists all event bridges)",
    ),
  ],
  [
    "getAlarm",
    { instance, id: 999999 },
    says("getAlarm: instance 1001 has no alarm with the id 999999: correct the id (getAlarms lists all alarms)"),
  ],
  ["getRecipient", { instance, id: 1 }, says("getRecipient: instance 1001 has no recipient with the id 1")],
  ["getRecipient", { instance, name: "x" }, says('getRecipient: instance 1001 has no recipient with the name "x"')],
  ["getRecipient", { instance, name: "Default" }, says('several recipients have the name "Default" (ids 4001,')],
  ["getInvoice", { year: 2020, month: 1 }, says("getInvoice: GET /api/invoices/period answered 404: Invalid ID")],
])("%s of %j is refused by what there is", expectRefused);

const noId = 'the id "../1001" is not valid for the type Instance';
const asText =
  "contains an output that was turned into text, so the value of the output is missing: use pulumi.interpolate or .apply";
const noAlarm =
  'the id "1001/recipients/4001" is not valid for the type Alarm: write it in the form <instance>/alarms/<number>';
const eitherInvoice = says(
  "getInvoice: the arguments must name the invoice in exactly one way: give either id, or year and month",
);
const eitherInstance = "getInstance: give either id or name, and not both";
const eitherRecipient = says("getRecipient: give either id or name, and not both");

test.each<[name: string, args: object, message: unknown]>([
  ["getAlarms", { instance, type: "memroy" }, noType],
  ["getInstance", {}, eitherInstance],
  ["getInstance", { id: 1001, name: "seeded-clustered" }, eitherInstance],
  ["getInstance", { name: `${pulumi.output("x")}` }, `getInstance: name ${asText}`],
  ["getInstance", { id: "../1001" }, says(noId)],
  ...onInstance.map((name): [string, object, unknown] => [name, { instance: "../1001" }, says(noId)]),
  ["getLogIntegrations", { instance: "1/2" }, says('the id "1/2" is not valid for the type Instance')],
  ["getWebhook", { instance, id: "1002/webhooks/1" }, says('the object "1002/webhooks/1" is not on instance 1001')],
  ["getEventBridge", { instance, id: "../x" }, says('the id "../x" is not valid for the type EventBridge')],
  ["getAlarm", { instance, id: "1002/alarms/3001" }, says('the object "1002/alarms/3001" is not on instance 1001')],
  ["getAlarm", { instance, id: "1001/recipients/4001" }, says(noAlarm)],
  ["getAlarm", { instance, id: "../instances" }, says('the id "../instances" is not valid for the type Alarm')],
  ["getRecipient", { instance }, eitherRecipient],
  ["getRecipient", { instance, id: 1, name: "x" }, eitherRecipient],
  ["getInvoice", {}, eitherInvoice],
  ["getInvoice", { year: 2026 }, eitherInvoice],
  ["getInvoice", { id: 1, year: 2026, month: 1 }, eitherInvoice],
  ["getInvoice", { year: 2026, month: 13 }, says("month must be a whole number from 1 to 12")],
  ["getInvoice", { id: "../1" }, says('the id "../1" is not valid for the type Invoice')],
  ["getInvoices", { from: "2026" }, says("getInvoices: the argument from must be a month, such as 2026-02")],
  ["getAuditLog", { month: "2026-2" }, says("getAuditLog: the argument month must be a month, such as 2026-02")],
])("%s of %j is refused without a request", async (name, args, message) => {
  await expectRefused(name, args, message);
  expect(emulator.requests()).toEqual([]);
});

test.each<[name: string, args: object | undefined, role: string]>([
  ["getTeam", undefined, "admin"],
  ["getInvoices", undefined, "billing manager"],
  ["getInvoice", { year: 2026, month: 1 }, "billing manager"],
  ["getAuditLog", undefined, "admin"],
])("a key that may not see it: %s says which may", async (name, args, role) => {
  pulumi.runtime.setAllConfig({ ...configOf(emulator), "broker:apiKey": emulator.readOnlyKey });
  await expectRefused(name, args, says(`use a key with the role ${role}`));
});

test("who has the key of one instance alone is told which key is missing, without a request", async () => {
  const keys = JSON.stringify({ 1001: emulator.instances[0]?.apiKey });
  pulumi.runtime.setAllConfig({ "broker:baseUrl": emulator.baseUrl, "broker:instanceApiKeys": keys });
  await expectRefused("getInstance", { id: 1001 }, says("getInstance: no account key is set"));
  await expectRefused("getNodes", { instance: 1002 }, says("getNodes: no key of instance 1002 is set"));
  expect(emulator.requests()).toEqual([]);

  const given = { instance: 1002, instanceApiKey: emulator.instances[1]?.apiKey };
  for (const name of onInstance) for (const args of [{ instance: 1001 }, given]) await ask(name, args);
  expect(emulator.calls().filter((call) => call.includes("/customer/"))).toEqual([]);
});
