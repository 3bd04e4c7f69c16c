import {
  type Alarm,
  type AlarmBody,
  alarmSchema,
  alarmSpec,
  type Recipient,
  type RecipientBody,
  recipientSchema,
  recipientSpec,
} from "../nouns/alarms";
import { getConfig, listNodes, listSettings, listVersions, putConfig } from "../nouns/broker";
import { type CustomDomain, getDomain, setDomain, unsetDomain } from "../nouns/customDomain";
import { type EventBridge, type EventBridgeBody, eventBridgeSpec } from "../nouns/eventBridges";
import { type FirewallRule, listRules, patchRules, postRules } from "../nouns/firewall";
import { type Integration, type IntegrationBody, integrationSpec } from "../nouns/integrations";
import {
  getMaintenanceSettings,
  listMaintenance,
  type MaintenanceSettings,
  type MaintenanceSettingsBody,
  moveMaintenance,
  type PlannedMaintenance,
  runMaintenance,
  setMaintenanceSettings,
} from "../nouns/maintenance";
import {
  acceptPeering,
  deletePeering,
  listPeerings,
  type PeeringBody,
  type PeeringList,
  postPeering,
} from "../nouns/peerings";
import {
  type CommunityPlugin,
  changeCommunityPlugin,
  changePlugin,
  listCommunityPlugins,
  listPlugins,
  type Plugin,
} from "../nouns/plugins";
import { type RotatedKey, rotateInstanceKey, rotatePassword } from "../nouns/rotations";
import {
  type AllowList,
  deleteConnect,
  getConnect,
  postConnect,
  putConnect,
  type VpcConnectInfo,
} from "../nouns/vpcConnect";
import { type Webhook, type WebhookBody, webhookSpec } from "../nouns/webhooks";
import type { CallOptions } from "../transport/call";
import type { Api, Endpoint } from "../transport/endpoint";
import { request } from "../transport/request";
import {
  type AvailableSetting,
  type AvailableVersions,
  type BrokerConfig,
  createdChildSchema,
  type Node,
} from "../transport/schemas";
import { type ActionOperations, actionOperations, type Said } from "./actions";
import { type ChangeableOperations, collectionOperations, type ItemOperations } from "./collections";

/** The id of a new object, as far as the answer tells it. */
export interface MadeChild {
  id: string;
}

/** A rule of the firewall as it is sent. A rule with neither services nor ports removes the rule of its network. */
export interface FirewallRuleBody {
  /** The network in CIDR form. */
  ip: string;
  services?: string[];
  ports?: number[];
  description?: string;
}

/** The operations on plugins of one kind. */
export interface PluginOperations<Item> {
  /** All plugins of this kind. */
  list(options?: CallOptions): Promise<Item[]>;
  /**
   * Enables a plugin. With `async` the service answers at once, and the list shows when the plugin is enabled. Returns
   * the id of the job, if the service names one.
   */
  enable(name: string, query?: { async?: boolean }, options?: CallOptions): Promise<string | undefined>;
  /**
   * Disables a plugin. With `async` the service answers at once, and the list shows when the plugin is disabled.
   * Returns the id of the job, if the service names one.
   */
  disable(name: string, query?: { async?: boolean }, options?: CallOptions): Promise<string | undefined>;
}

/** The operations on integrations of one kind. Each system has parameters of its own. */
export interface IntegrationOperations {
  /** All integrations, with their credentials in plain text. */
  list(options?: CallOptions): Promise<Integration[]>;
  /**
   * Makes an integration, in one attempt. When it is unclear whether the integration was made, the error is
   * `ambiguous`.
   */
  create(system: string, parameters: IntegrationBody["config"], options?: CallOptions): Promise<MadeChild | undefined>;
  /** Replaces the parameters of an integration. */
  update(id: string, parameters: IntegrationBody["config"], options?: CallOptions): Promise<void>;
  /** Deletes an integration. */
  delete(id: string, options?: CallOptions): Promise<void>;
}

/** The operations of the API of one instance. Fields have the names that the service gives them. */
export interface InstanceOperations {
  readonly nodes: {
    /** The nodes. A shared instance has no nodes of its own. */
    list(options?: CallOptions): Promise<Node[]>;
    /** The versions that the instance can be upgraded to. */
    availableVersions(options?: CallOptions): Promise<AvailableVersions>;
  };
  readonly plugins: PluginOperations<Plugin>;
  readonly communityPlugins: PluginOperations<CommunityPlugin>;
  readonly customDomain: {
    /** The host name that is set. */
    get(options?: CallOptions): Promise<CustomDomain>;
    /**
     * Starts to set a host name. While the service does not see the DNS record of the host name, the call is repeated
     * until the deadline.
     */
    set(domain: { hostname: string }, options?: CallOptions): Promise<void>;
    /** Starts to remove the host name. */
    remove(options?: CallOptions): Promise<void>;
  };
  readonly firewall: {
    /** The rules in force. */
    list(options?: CallOptions): Promise<FirewallRule[]>;
    /** Sends rules by POST. The specification does not say what happens to the rules that are not sent. */
    post(rules: FirewallRuleBody[], options?: CallOptions): Promise<void>;
    /** Overwrites or adds the rule of each network; the other rules stay. */
    patch(rules: FirewallRuleBody[], options?: CallOptions): Promise<void>;
  };
  readonly recipients: ChangeableOperations<Recipient, RecipientRequest, RecipientRequest, Recipient>;
  readonly alarms: ChangeableOperations<Alarm, AlarmRequest, AlarmRequest, Alarm>;
  readonly eventBridges: ItemOperations<EventBridge, EventBridgeBody, MadeChild>;
  readonly webhooks: ChangeableOperations<Webhook, WebhookBody, WebhookBody, MadeChild | undefined>;
  readonly config: {
    /** All settings of the broker. */
    get(options?: CallOptions): Promise<BrokerConfig>;
    /** The settings that the broker takes, with their defaults. */
    availableSettings(options?: CallOptions): Promise<AvailableSetting[]>;
    /** Changes the settings that are given. */
    update(changes: BrokerConfig, options?: CallOptions): Promise<void>;
  };
  readonly instancePassword: {
    /**
     * Starts to change the password of the instance's user, in one attempt. The account API then shows the new
     * password.
     */
    rotate(options?: CallOptions): Promise<void>;
  };
  readonly instanceKey: {
    /**
     * Replaces the instance's key by a new one, in one attempt. This client then uses the new key. Undefined when the
     * answer does not show the key; the account API shows it.
     */
    rotate(options?: CallOptions): Promise<RotatedKey | undefined>;
  };
  readonly actions: ActionOperations;
  readonly logs: IntegrationOperations;
  readonly metrics: IntegrationOperations;
  readonly maintenance: {
    /** The maintenance that is planned or running. */
    list(options?: CallOptions): Promise<PlannedMaintenance[]>;
    /** Moves a planned maintenance. */
    reschedule(id: string, to: { scheduled_by: string }, options?: CallOptions): Promise<Said>;
    /** Runs a planned maintenance now, in one attempt. */
    run(id: string, options?: CallOptions): Promise<Said>;
  };
  readonly maintenanceSettings: {
    /** The times at which the instance is maintained. */
    get(options?: CallOptions): Promise<MaintenanceSettings>;
    /** Overwrites the settings. Automatic updates stay as they are when the body leaves them out. */
    update(settings: MaintenanceSettingsBody, options?: CallOptions): Promise<void>;
  };
  readonly peerings: {
    /** The peerings of the instance's VPC, in one form for all providers. */
    list(options?: CallOptions): Promise<PeeringList>;
    /** Asks the other side for a peering, in one attempt. The answer holds no id: the list shows the request. */
    request(body: PeeringBody, options?: CallOptions): Promise<void>;
    /** Accepts a request of the other side. */
    accept(id: string, options?: CallOptions): Promise<void>;
    /** Removes a peering. */
    delete(id: string, options?: CallOptions): Promise<void>;
  };
  readonly vpcConnect: {
    /** The state of the private connectivity. */
    get(options?: CallOptions): Promise<VpcConnectInfo>;
    /** Enables private connectivity for those on the list. */
    enable(list: AllowList, options?: CallOptions): Promise<void>;
    /** Replaces the whole list of those who may connect. */
    update(list: AllowList, options?: CallOptions): Promise<void>;
    /** Disables private connectivity. */
    disable(options?: CallOptions): Promise<void>;
  };
}

/** The body of a POST or PUT of an alarm. Which fields are used depends on the type. */
export type AlarmRequest = Pick<AlarmBody, "type"> & Partial<AlarmBody>;

/** The body of a POST or PUT of a recipient. */
export type RecipientRequest = Omit<RecipientBody, "name"> & { name?: string };

/** Makes the operations of the API of one instance. Each operation is one request. */
export function instanceOperations(instance: Api): InstanceOperations {
  const send =
    <T>(endpoint: Endpoint<T>) =>
    (options?: CallOptions) =>
      request(instance, endpoint, {}, options);
  const sendBody =
    <T>(endpoint: Endpoint<T>) =>
    (body: object, options?: CallOptions) =>
      request(instance, endpoint, { body }, options);
  const sendId =
    <T>(endpoint: Endpoint<T>) =>
    (id: string, options?: CallOptions) =>
      request(instance, endpoint, { params: { id } }, options);
  const { update: _never, ...eventBridges } = collectionOperations(instance, eventBridgeSpec, {
    answer: createdChildSchema,
  });
  return {
    nodes: { list: send(listNodes), availableVersions: send(listVersions) },
    plugins: pluginOperations(instance, listPlugins, changePlugin),
    communityPlugins: pluginOperations(instance, listCommunityPlugins, changeCommunityPlugin),
    customDomain: { get: send(getDomain), set: sendBody(setDomain), remove: send(unsetDomain) },
    firewall: { list: send(listRules), post: sendBody(postRules), patch: sendBody(patchRules) },
    recipients: collectionOperations(instance, recipientSpec, { answer: recipientSchema }),
    alarms: collectionOperations(instance, alarmSpec, { answer: alarmSchema }),
    eventBridges,
    webhooks: collectionOperations(instance, webhookSpec, { echo: createdChildSchema }),
    config: { get: send(getConfig), availableSettings: send(listSettings), update: sendBody(putConfig) },
    instancePassword: { rotate: send(rotatePassword) },
    instanceKey: {
      async rotate(options) {
        const rotated = await request(instance, rotateInstanceKey, {}, options);
        if (rotated !== undefined) instance.credentials.replace?.(rotated.apikey);
        return rotated;
      },
    },
    actions: actionOperations(instance),
    logs: integrationOperations(instance, "logs"),
    metrics: integrationOperations(instance, "metrics"),
    maintenance: {
      list: send(listMaintenance),
      reschedule: (id, body, options) => request(instance, moveMaintenance, { params: { id }, body }, options),
      run: sendId(runMaintenance),
    },
    maintenanceSettings: { get: send(getMaintenanceSettings), update: sendBody(setMaintenanceSettings) },
    peerings: {
      list: send(listPeerings),
      request: sendBody(postPeering),
      accept: sendId(acceptPeering),
      delete: sendId(deletePeering),
    },
    vpcConnect: {
      get: send(getConnect),
      enable: sendBody(postConnect),
      update: sendBody(putConnect),
      disable: send(deleteConnect),
    },
  };
}

function pluginOperations<Item>(
  instance: Api,
  listing: Endpoint<Item[]>,
  { enable, disable }: typeof changePlugin,
): PluginOperations<Item> {
  return {
    list: (options) => request(instance, listing, {}, options),
    enable: (name, query, options) =>
      request(instance, enable, { query: { ...query }, body: { plugin_name: name } }, options),
    disable: (name, query, options) => request(instance, disable, { query: { ...query }, params: { name } }, options),
  };
}

function integrationOperations(instance: Api, kind: "logs" | "metrics"): IntegrationOperations {
  const all = collectionOperations(instance, integrationSpec(kind), { echo: createdChildSchema });
  return {
    list: all.list,
    create: (type, config, options) => all.create({ type, config }, options),
    async update(id, config, options) {
      await all.update(id, { config }, options);
    },
    delete: all.delete,
  };
}
