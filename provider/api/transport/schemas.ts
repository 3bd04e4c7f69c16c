import { z } from "zod";
import { lastOfEach } from "./equality";
import { isNumericId } from "./paths";

/** An id. Some answers write ids as numbers and some as strings; above this layer they are always strings. */
export const id = z.union([z.string().min(1), z.number().int().nonnegative()]).transform(String);

/**
 * The id of an object of the service. Only numbers pass: a later run must be able to send the id and to find the object
 * by it.
 */
export const objectId = id.pipe(z.string().refine(isNumericId, "is not the number of anything"));

/** A number that some answers spell as a string. */
export const count = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number),
]);

/** An amount of money, which some answers may spell as a string. */
export const amount = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
]);

/** A field that may be missing or null; both are undefined above this layer. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);

/** A field that the specification does not name: a value of another type than the observed one is left out. */
export const observed = <T extends z.ZodType>(schema: T) => schema.nullish().catch(undefined);

const texts = z.array(z.string()).nullish();

/** An array of strings; a missing or null array is read as an empty one. */
const strings = texts.transform((value) => value ?? []);

/**
 * An object with its tags. Where the answer holds no array of tags, not even an empty one, `lacksTags` is true: the
 * object may have tags all the same.
 */
function withTags<Seen extends { tags?: string[] | null | undefined }>(seen: Seen) {
  const shown: { tags: string[]; lacksTags?: true | undefined } = { tags: seen.tags ?? [] };
  if (!seen.tags) shown.lacksTags = true;
  return { ...seen, ...shown };
}

/** A boolean that some answers spell as a string. */
export const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")]);

/** A list of the service, in which each thing counts once: of rows for the same thing the last one stays. */
export const listOf = <Item>(item: z.ZodType<Item>, nameOf: (item: Item) => string): z.ZodType<Item[]> =>
  z.array(item).transform((items) => lastOfEach(items, nameOf));

/** The words with which the service confirms what it was told to do. */
export const messageSchema = z.object({ message: optional(z.string()) });
/** The service's words on what it will do. The specification does not say which words. */
export type Message = z.output<typeof messageSchema>;
/** The service's words on what it will do, if it says anything. */
export type Said = Message | undefined;

/** An item of `GET /api/vpcs`, and the answer of `GET /api/vpcs/<id>`. */
export const vpcSchema = z
  .object({
    id: objectId,
    name: z.string(),
    region: z.string(),
    subnet: z.string(),
    tags: texts,
    plan: optional(z.string()),
    providerid: optional(z.string()),
    instances: z
      .array(id)
      .nullish()
      .transform((value) => value ?? []),
  })
  .transform(withTags);
/** A VPC as the service shows it. */
export type Vpc = z.output<typeof vpcSchema>;

/** The body of `POST /api/vpcs`. `PUT` takes only the name and the tags. */
export interface VpcBody {
  name: string;
  region: string;
  subnet: string;
  tags: string[];
}

/** The answer of the account API to a POST that makes something. */
export const createdSchema = z.object({ id: objectId, apikey: optional(z.string()), url: optional(z.string()) });
/** The result of a create on the account API. */
export type Created = z.output<typeof createdSchema>;

/** The answer of the instance API to a POST that makes something. */
export const createdChildSchema = z.object({ id: objectId });
/** The id of a new object, as far as the answer tells it. */
export interface MadeChild {
  id: string;
}

/** An item of `GET /api/regions`. */
export const regionSchema = z.object({
  provider: z.string(),
  region: z.string(),
  name: optional(z.string()),
  has_shared_plans: optional(flag),
  unavailable: observed(flag),
});
/** A region of the service. */
export type Region = z.output<typeof regionSchema>;

/** An item of `GET /api/instances`. */
export const instanceItemSchema = z
  .object({
    id: objectId,
    name: z.string(),
    plan: z.string(),
    region: z.string(),
    tags: texts,
    providerid: optional(z.string()),
    vpc_id: optional(id),
  })
  .transform(withTags);
/** An instance as the list shows it. */
export type InstanceItem = z.output<typeof instanceItemSchema>;

/** The answer of `GET /api/instances/<id>`. */
export const instanceDetailSchema = z
  .object({
    id,
    name: z.string(),
    plan: z.string(),
    region: z.string(),
    tags: texts,
    providerid: optional(z.string()),
    url: optional(z.string()),
    apikey: optional(z.string().min(1)),
    ready: optional(flag),
    rmq_version: optional(z.string()),
    urls: optional(z.object({ external: optional(z.string()), internal: optional(z.string()) })),
    hostname_external: optional(z.string()),
    hostname_internal: optional(z.string()),
    backend: optional(z.string()),
    nodes: optional(count),
    vpc: optional(z.object({ id, subnet: optional(z.string()) })),
  })
  .transform(withTags);
/** An instance as `GET /api/instances/<id>` shows it. */
export type InstanceDetail = z.output<typeof instanceDetailSchema>;

/** The body of `POST /api/instances`. */
export interface InstanceBody {
  name: string;
  plan: string;
  region: string;
  tags: string[];
  vpc_id?: number;
  vpc_subnet?: string;
  nodes?: number;
  rmq_version?: string;
  copy_settings?: { subscription_id: number; settings: string[] };
  preferred_az?: string[];
}

/**
 * The body of `PUT /api/instances/<id>`, with only the fields that change. A new region needs the plan that moves the
 * instance there.
 */
export type InstanceChanges = Partial<Pick<InstanceBody, "name" | "plan" | "tags" | "nodes" | "region">>;

/** An item of `GET /api/plans`. */
export const planSchema = z.object({
  name: z.string(),
  price: optional(z.number()),
  backend: optional(z.string()),
  shared: optional(flag),
});
/** A plan of the service; the price is in USD per month. */
export type Plan = z.output<typeof planSchema>;

/** An item of `GET /api/nodes`. */
export const nodeSchema = z.object({
  name: z.string(),
  hostname: optional(z.string()),
  hostname_internal: optional(z.string()),
  configured: flag,
  running: optional(flag),
  hipe: optional(flag),
  broker_version: optional(z.string()),
  erlang_version: optional(z.string()),
  disk_size: optional(count),
  additional_disk_size: optional(count),
  availability_zone: optional(z.string()),
});
/** A node of an instance. */
export type Node = z.output<typeof nodeSchema>;

/** The answer of `GET /api/nodes/available-versions`. */
export const availableVersionsSchema = z.object({ broker_versions: strings, erlang_versions: strings });
/** The versions that an instance can be upgraded to. */
export type AvailableVersions = z.output<typeof availableVersionsSchema>;

/** The answer of `GET /api/config`: the value of each setting, of mixed types; null when the setting is not set. */
export const brokerConfigSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  // An error that arrives with status 200 is an object too, and would look like settings that are all unset. The names
  // of all settings have a dot, and the fields of errors have none.
  .refine((settings) => Object.keys(settings).some((name) => name.includes(".")), "holds no setting of a broker");
/** The settings of a broker as the service shows them. */
export type BrokerConfig = z.output<typeof brokerConfigSchema>;

/** An item of `GET /api/config/available_settings`. */
export const availableSettingSchema = z.object({
  name: z.string(),
  type: z.string(),
  desc: optional(z.string()),
  default: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
  min: optional(z.number()),
  max: optional(z.number()),
  version_requirement: optional(z.string()),
});
/** A setting that the broker takes. */
export type AvailableSetting = z.output<typeof availableSettingSchema>;
