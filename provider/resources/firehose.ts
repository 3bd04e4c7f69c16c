// `resources/index.ts` exports the class and arguments to programs; a test reads `firehoseIds`. Texts may change (then
// run `npm run docs`). The encoding of the vhost in the id must stay, because states hold ids. `read` can prove only
// that the broker exists, because the service shows a firehose nowhere.
import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { CustomResource, isInstanceOf, type Outputs } from "../dynamic/resource";
import { field, inputsOf } from "../framework/kind/marks";
import type { Agrees, Given } from "./shared/agrees";
import { type ChildArgs, type ChildValues, childShape, partSuper } from "./shared/child";
import { idsOf, type Part } from "./shared/ids";
import { readNodes } from "./shared/nodes";
import { partKind } from "./shared/partKind";

/** What a {@link Firehose} is made from. Changing anything but `instanceApiKey` replaces it. */
export interface FirehoseArgs extends ChildArgs {
  /**
   * The vhost whose messages are traced, such as `/`. The vhost must exist on the broker. Changing it replaces the
   * firehose. While an `Instance` whose output you give here changes, a preview does not know its outputs, and shows a
   * replacement. `up` replaces only if the vhost is another one. Give the vhost's name as a text to keep the
   * replacement out of the preview.
   */
  vhost: pulumi.Input<string>;
}

/** A firehose as state keeps it. */
export interface FirehoseState extends ChildValues, Given<FirehoseArgs> {}

/** The longest name of a vhost that the broker's protocol can carry. */
const mostVhostBytes = 255;

const isShort = (vhost: string) => Buffer.byteLength(vhost, "utf8") <= mostVhostBytes;
const tooLong = `must have at most ${mostVhostBytes} bytes in UTF-8, where a character such as é takes two bytes or more: choose a shorter name`;

const schema = inputsOf(() => ({
  ...childShape,
  vhost: field(z.string().min(1, "must not be empty").refine(isShort, tooLong), { replace: true }),
}));

/** Writes each byte but letters, digits, `_` and `-` as `~` and two hexadecimal digits. */
const encode = (vhost: string) =>
  Buffer.from(vhost, "utf8")
    .toString("latin1")
    .replace(/[^\w-]/g, (byte) => `~${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);

/** The vhost in an id: up to 255 characters of any length in bytes, because earlier versions made such firehoses. */
const vhostPart: Part = {
  example: "~2F",
  read(text) {
    const bytes = text.replace(/~([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    const vhost = Buffer.from(bytes, "latin1").toString("utf8");
    return vhost !== "" && vhost.length <= 255 && encode(vhost) === text ? vhost : undefined;
  },
  write: encode,
};

export const firehoseIds = idsOf("Firehose", "<instance>/firehose/<vhost>", { vhost: vhostPart });

export const firehoseDefinition = partKind<z.output<typeof schema>, FirehoseState, typeof firehoseIds>({
  type: "Firehose",
  ids: firehoseIds,
  schema,

  claims: ({ instance, vhost }) => [
    { property: "vhost", what: `the firehose of vhost ${JSON.stringify(vhost)} on instance ${instance}` },
  ],

  async offered(ctx, { vhost }, olds) {
    if (vhost !== olds.vhost) ctx.say.warn(price);
    return [];
  },

  async create({ call }, { api }, { vhost }) {
    await api.operations.actions.firehose({ enabled: true, vhost }, call);
  },

  // The service shows the tracing nowhere: the firehose is there as long as its instance is.
  async read({ call }, { instance, vhost, api }) {
    await readNodes(call, api, instance);
    return { vhost };
  },

  update: async () => undefined,

  delete: ({ call }, { vhost, api }) => api.operations.actions.firehose({ enabled: false, vhost }, call),
});

const price =
  "the broker publishes a copy of every message of this vhost while the firehose is on, which costs memory and speed. Do not use it in production, and remove it after use";

/**
 * Traces a vhost: the broker publishes a copy of each message that is published or delivered there to the trace
 * exchange of the vhost.
 *
 * **The price**: every message costs the broker a second one, or more, for as long as the firehose is on. The service
 * advises against it in production. Make it for a search, and remove it afterwards.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * const trace = new broker.Firehose("trace", { instance: 123, vhost: "/" });
 * ```
 *
 * The service shows nowhere whether a vhost is traced, so a change from outside is not noticed: `pulumi up --replace`
 * sends the switch again. A new vhost or instance replaces the firehose; removing it ends the tracing. Take over the
 * firehose of a vhost by declaring it, or with `{ import: "<instance>/firehose/<vhost>" }`. Letters, digits, `_`
 * and `-` stay as they are. Write each other byte of the vhost in UTF-8 as `~` and two hexadecimal digits:
 * `123/firehose/~2F`.
 *
 * @category Where messages are sent
 */
export class Firehose extends CustomResource {
  /** @throws at preview: a vhost traced twice, an empty vhost, no key for the instance. */
  constructor(name: string, args: FirehoseArgs, opts?: pulumi.CustomResourceOptions) {
    super(...partSuper<Agrees<FirehoseArgs, typeof schema>>(firehoseDefinition, name, args, opts));
  }

  /** Reads a firehose by its id, which shows only whether the instance is there. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Firehose {
    return new Firehose(name, {} as FirehoseArgs, { ...opts, id });
  }

  /** True when a value is a Firehose, whichever copy of this package made it. */
  static override isInstance(value: unknown): value is Firehose {
    return isInstanceOf(firehoseDefinition, value);
  }
}

export interface Firehose extends Outputs<FirehoseState> {}
