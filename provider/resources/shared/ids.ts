import { createHash } from "node:crypto";
import { isNumericId, isSegment } from "../../api";
import { type BrokerActionName, isActionName } from "../brokerAction/names";

/** The kinds of objects on an instance whose id is a number, as the second part of the Pulumi id. */
export type ChildKind = "alarms" | "recipients" | "webhooks" | "eventbridges" | "logs" | "metrics" | "maintenance";

/** Reads the number of an instance or a VPC. Any other text is refused before it can enter a path. */
export function parseNumericId(type: string, id: string): string {
  if (!isNumericId(id)) throw new Error(`${show(id)} is not the id of any ${type}: expected a number, such as 45`);
  return id;
}

/** The Pulumi id of an object on an instance: `123/webhooks/7`. */
export function childId(instance: string, kind: ChildKind, item: string): string {
  return `${instance}/${kind}/${item}`;
}

/**
 * Reads the parts of the Pulumi id of an object on an instance. Any other text is refused before it can enter a path;
 * the refusal names all `kinds` that the resource has.
 */
export function parseChildId(
  type: string,
  kind: ChildKind,
  id: string,
  kinds: readonly ChildKind[] = [kind],
): { instance: string; item: string } {
  const [instance = "", middle, item = "", ...rest] = id.split("/");
  if (middle !== kind || rest.length > 0 || !isNumericId(instance) || !isNumericId(item)) {
    const forms = kinds.map((each) => `<instance>/${each}/<number>`).join(" or ");
    throw new Error(`${show(id)} is not the id of any ${type}: expected ${forms}, such as 123/${kind}/7`);
  }
  return { instance, item };
}

/** Reads the number of an object on an instance from its Pulumi id, or from a text that is only the number. */
export function parseItem(type: string, kind: ChildKind, instance: string, id: string): string {
  if (isNumericId(id)) return id;
  const { instance: on, item } = parseChildId(type, kind, id);
  if (on !== instance) throw new Error(`${show(id)} is on another instance than ${instance}`);
  return item;
}

/** The kinds of parts of which an instance has exactly one, as the second part of the Pulumi id. */
export type SingletonKind = "config" | "firewall" | "custom-domain" | "hipe" | "maintenance-settings" | "vpc-connect";

/** The Pulumi id of a part of which an instance has exactly one: `123/config`. */
export function singletonId(instance: string, kind: SingletonKind): string {
  return `${instance}/${kind}`;
}

/**
 * Reads the instance from the Pulumi id of a part of which an instance has exactly one. Any other text is refused
 * before it can enter a path.
 */
export function parseSingletonId(type: string, kind: SingletonKind, id: string): string {
  const [instance = "", middle, ...rest] = id.split("/");
  if (middle !== kind || rest.length > 0 || !isNumericId(instance)) {
    throw new Error(`${show(id)} is not the id of any ${type}: expected <instance>/${kind}, such as 123/${kind}`);
  }
  return instance;
}

/** A plugin of an instance. */
export interface PluginRef {
  instance: string;
  name: string;
  community: boolean;
}

/** True when a text can be the name of a plugin. */
export function isPluginName(text: string): boolean {
  return /^[a-z0-9_]{1,100}$/i.test(text);
}

/** The Pulumi id of a plugin: `123/plugins/<name>` or `123/community-plugins/<name>`. */
export function pluginId({ instance, name, community }: PluginRef): string {
  return `${instance}/${community ? "community-plugins" : "plugins"}/${name}`;
}

/** Reads the parts of the Pulumi id of a plugin. Any other text is refused before it can enter a path. */
export function parsePluginId(id: string): PluginRef {
  const [instance = "", kind, name = "", ...rest] = id.split("/");
  const community = kind === "community-plugins";
  if ((kind !== "plugins" && !community) || rest.length > 0 || !isNumericId(instance) || !isPluginName(name)) {
    throw new Error(
      `${show(id)} is not the id of any Plugin: expected <instance>/plugins/<name> or <instance>/community-plugins/<name>`,
    );
  }
  return { instance, name, community };
}

/** The Pulumi id of a peering, which ends with the cloud provider's own id. */
export function peeringId(instance: string, peering: string): string {
  return `${instance}/peerings/${encodeURIComponent(peering)}`;
}

/** Reads the parts of the Pulumi id of a peering. Any other text is refused before it can enter a path. */
export function parsePeeringId(id: string): { instance: string; peering: string } {
  const [instance = "", middle, encoded = "", ...rest] = id.split("/");
  const peering = decode(encoded);
  if (middle !== "peerings" || rest.length > 0 || !isNumericId(instance) || !isSegment(peering)) {
    throw new Error(
      `${show(id)} is not the id of any VpcPeering: expected <instance>/peerings/<id>, such as 123/peerings/pcx-1`,
    );
  }
  return { instance, peering };
}

/**
 * The Pulumi id of the firehose of a vhost. Each byte of the vhost but letters, digits, `_` and `-` is written as `~` and
 * two hexadecimal digits: `123/firehose/~2F`.
 */
export function firehoseId(instance: string, vhost: string): string {
  const encoded = [...Buffer.from(vhost, "utf8")].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[\w-]/.test(character) ? character : `~${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  });
  return `${instance}/firehose/${encoded.join("")}`;
}

/**
 * Reads the parts of the Pulumi id of a firehose. Any other text is refused. A vhost of 255 characters is taken whatever
 * its bytes are: earlier versions made such firehoses, which must stay readable and removable.
 */
export function parseFirehoseId(id: string): { instance: string; vhost: string } {
  const [instance = "", middle, encoded = "", ...rest] = id.split("/");
  const bytes = encoded.replace(/~([0-9A-F]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const vhost = Buffer.from(bytes, "latin1").toString("utf8");
  if (
    middle !== "firehose" ||
    rest.length > 0 ||
    !isNumericId(instance) ||
    vhost === "" ||
    vhost.length > 255 ||
    firehoseId(instance, vhost) !== id
  ) {
    throw new Error(
      `${show(id)} is not the id of any Firehose: expected <instance>/firehose/<vhost>, such as 123/firehose/~2F`,
    );
  }
  return { instance, vhost };
}

/** A credential of an instance that can be rotated: the password of its user, or its API key. */
export type RotatedCredential = "password" | "apiKey";
/** Every {@link RotatedCredential}. */
export const rotatedCredentials = ["password", "apiKey"] as const satisfies readonly RotatedCredential[];

/** The Pulumi id of the rotation of a credential: `123/rotations/password`. */
export function rotationId(instance: string, credential: RotatedCredential): string {
  return `${instance}/rotations/${credential}`;
}

/** Reads the parts of the Pulumi id of a rotation. Any other text is refused before it can enter a path. */
export function parseRotationId(id: string): { instance: string; credential: RotatedCredential } {
  const [instance = "", middle, name, ...rest] = id.split("/");
  const credential = rotatedCredentials.find((each) => each === name);
  if (middle !== "rotations" || rest.length > 0 || !isNumericId(instance) || credential === undefined) {
    throw new Error(
      `${show(id)} is not the id of any CredentialRotation: expected <instance>/rotations/<credential>, such as 123/rotations/password`,
    );
  }
  return { instance, credential };
}

/** The Pulumi id of an action, which ends with a digest of the resource's URN: `123/actions/restart/0a1b2c3d4e5f6071`. */
export function actionId(instance: string, action: BrokerActionName, urn: string): string {
  return `${instance}/actions/${action}/${createHash("sha256").update(urn).digest("hex").slice(0, 16)}`;
}

/** Reads the parts of the Pulumi id of an action. Any other text is refused before it can enter a path. */
export function parseActionId(id: string): { instance: string; action: BrokerActionName } {
  const [instance = "", middle, action = "", digest = "", ...rest] = id.split("/");
  const isOurs = middle === "actions" && rest.length === 0 && isNumericId(instance) && /^[0-9a-f]{16}$/.test(digest);
  if (isOurs && isActionName(action)) return { instance, action };
  throw new Error(
    `${show(id)} is not the id of any BrokerAction: expected <instance>/actions/<action>/<16 digits>, such as 123/actions/restart/0a1b2c3d4e5f6071`,
  );
}

/** True when a text can be an e-mail address. */
export function isEmail(text: string): boolean {
  return /^[^@\s/\p{C}]{1,64}@[^@\s/\p{C}]{1,190}\.[^@\s/\p{C}.]{1,60}$/u.test(text);
}

/** Reads the id of a team member, which is the e-mail address in lower case. */
export function parseEmail(id: string): string {
  if (!isEmail(id) || id !== id.toLowerCase()) {
    throw new Error(`${show(id)} is not the id of any TeamMember: expected an e-mail address in lower case`);
  }
  return id;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/**
 * Writes a foreign id in the form that a message may hold: on one line, short, and with nothing that a terminal would
 * act on.
 */
function show(id: string): string {
  const escaped = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const text = JSON.stringify(id).replace(/\p{C}|[\u2028\u2029]/gu, escaped);
  return text.length > 80 ? `${text.slice(0, 80)}…"` : text;
}

/** The topic under which a run keeps the ids of the instances that it removes, so that a VPC can wait for them. */
export const removals = "instances that this run removes";
