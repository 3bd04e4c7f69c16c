import { type Declared, it } from "../../helpers/handlers";
import { expectError } from "../../helpers/outcomes";

/** What only one resource of a program may manage: a second one is refused at preview, and one of another thing is not. */

const on = { instance: "1001" };
const sunday = { preferredMaintenanceDay: "Sunday", preferredMaintenanceTime: "03:30" };
const night = { email: "night@example.com" };
const ops = { type: "email", value: "ops@example.com", name: "a" };
const cpu = { type: "cpu", valueThreshold: 70, timeThreshold: 60 };
const adoptDefault = true;

// biome-ignore format: one row for each kind
const rows: [type: string, inputs: object, spelled: object, other: object | undefined, says: string][] = [
  ["alarm", { ...on, ...cpu, adoptDefault }, {}, { instance: "1002" }, 'adoptDefault: the resource "one" also declares the default cpu alarm of instance 1001'],
  ["recipient", { ...on, ...ops, adoptDefault }, {}, undefined, 'adoptDefault: the resource "one" also declares the default recipient of instance 1001'],
  ["credentialRotation", { ...on, credential: "password" }, { triggers: ["b"] }, { credential: "apiKey" }, 'credential: the resource "one" also declares the rotation of the password of instance 1001'],
  ["firehose", { ...on, vhost: "/" }, {}, { vhost: "b" }, 'vhost: the resource "one" also declares the firehose of vhost "/" on instance 1001'],
  ["maintenanceDate", { ...on, maintenance: "next", scheduledBy: "2030-01-20T22:30:00Z" }, {}, undefined, 'maintenance: the resource "one" also declares the next maintenance of instance 1001'],
  ["maintenanceSettings", { ...on, ...sunday }, {}, { instance: "1002" }, 'instance: the resource "one" also declares the maintenance settings of instance 1001'],
  ["teamMember", night, { email: "Night@Example.com" }, { email: "day@example.com" }, 'email: the resource "one" also declares team member night@example.com'],
];

it.each(rows)("a %s", async ({ emulator, stack }, type, inputs, spelled, other, says) => {
  const up = (over: object) => {
    const second = { type, name: "two", inputs: { ...inputs, ...over } };
    return stack().up([{ type, name: "one", inputs }, second] as Declared[]);
  };
  expectError(await up(spelled), `${says}: only one of the two resources may declare this`);
  expect(emulator.writes()).toEqual([]);
  if (other !== undefined) expect((await up(other)).errors).toEqual([]);
});
