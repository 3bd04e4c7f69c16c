// `resources/index.ts` exports all names to programs, so each must stay. A new argument also goes into
// `maintenanceDateSchema` and `MaintenanceDateState`, a new field of a result into `api/nouns/maintenance.ts`.
import type * as pulumi from "@pulumi/pulumi";
import { askOutput, inCamelCase } from "../../ask/ask";
import { CustomResource, idOf, isInstanceOf, type Outputs } from "../../dynamic/resource";
import type { Agrees } from "../shared/agrees";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "../shared/askInstance";
import { type ChildArgs, partSuper } from "../shared/child";
import { type MaintenanceDateState, maintenanceDateDefinition, type maintenanceDateSchema } from "./definition";

/** What a {@link MaintenanceDate} is made from. */
export interface MaintenanceDateArgs extends ChildArgs {
  /**
   * The id of a planned maintenance, as `getMaintenance` lists it, or `"next"` for the one that is planned first. What
   * is next is found out once, when the resource is made, and then kept. Changing it to another id replaces the resource;
   * a later change to `"next"` changes nothing.
   */
  maintenance: pulumi.Input<string | number>;
  /**
   * The time for which the maintenance is planned, with its time zone: `2030-01-20T22:30:00Z`, or
   * `2030-01-20 22:30:00 +0000` as the service writes it. The time must be in the future, and not after the time by
   * which the service requires the maintenance. Changed in place, as long as the maintenance has not begun.
   */
  scheduledBy: pulumi.Input<string>;
}

/** Arguments and schema agree, or this does not compile. The constructor makes a text of the `maintenance`. */
type ArgsAgree = Agrees<MaintenanceDateArgs, typeof maintenanceDateSchema, never, "maintenance">;

/**
 * The date of a maintenance that the service has planned for an instance.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * const upgrade = new broker.MaintenanceDate("upgrade", {
 *   instance: 123,
 *   maintenance: "next",
 *   scheduledBy: "2030-01-20T22:30:00Z",
 * });
 * ```
 *
 * Creating this resource moves the maintenance, and fails where none is planned. An instance that is new or replaced
 * has none: add this resource once one is planned. One that was carried out, or called off by the service, stays in
 * state with the status `done`, and its date changes nothing any more; `pulumi up --replace` with the URN of the
 * resource then moves the next one. Changing `scheduledBy` moves the maintenance again; changing the instance or the id
 * replaces the resource. Removing the resource sends nothing: the maintenance stays planned for its date. Take over a
 * date without moving it with `{ import: "<instance>/maintenance/<number>" }`.
 *
 * @category Settings, plugins and maintenance
 */
export class MaintenanceDate extends CustomResource {
  /**
   * @throws at preview: a time without a time zone, in the past, or after the time by which the service requires the
   * maintenance. Also: an instance without this maintenance, a maintenance declared twice, no key for the instance.
   */
  constructor(name: string, args: MaintenanceDateArgs, opts?: pulumi.CustomResourceOptions) {
    const given = opts?.id === undefined ? { ...args, maintenance: idOf(args.maintenance) } : args;
    super(...partSuper<ArgsAgree>(maintenanceDateDefinition, name, given, opts));
  }

  /**
   * Reads the date of a maintenance by the id `<instance>/maintenance/<number>`. Fails when no such maintenance is
   * planned.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): MaintenanceDate {
    return new MaintenanceDate(name, {} as MaintenanceDateArgs, { ...opts, id });
  }

  /** True when a value is a MaintenanceDate, made by this copy of the package or by another. */
  static override isInstance(value: unknown): value is MaintenanceDate {
    return isInstanceOf(maintenanceDateDefinition, value);
  }
}

export interface MaintenanceDate extends Outputs<MaintenanceDateState> {}

/** A maintenance as {@link getMaintenance} lists it. Times have the form `YYYY-MM-DD HH:MM:SS +0000`. */
export interface MaintenanceResult {
  /** The id. */
  id: string;
  /** The time for which the maintenance is planned. */
  scheduledBy?: string;
  /** The time by which the maintenance must be done. */
  requiredBy?: string;
  /** The state, such as `scheduled`. */
  status?: string;
  /** The time that the maintenance is expected to take, in words. */
  duration?: string;
  /** The work that is done. */
  description?: string;
}

/**
 * The maintenance of an instance that is planned or running.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const planned = broker
 *   .getMaintenance({ instance: 123 })
 *   .then((all) => all.map((each) => `${each.scheduledBy}: ${each.description}`));
 * ```
 */
export const getMaintenance = askInstance<OnInstanceArgs, MaintenanceResult[]>({
  name: "getMaintenance",
  list: true,
  answer: async (api, call) => (await api.operations.maintenance.list(call)).map(inCamelCase),
});

/** {@link getMaintenance} for arguments that are outputs of resources. */
export const getMaintenanceOutput = askOutput<OnInstanceOutputArgs, MaintenanceResult[]>(getMaintenance);
