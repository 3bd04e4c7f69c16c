import type { Dispatcher } from "undici";
import type { AlarmCollections } from "./alarms";
import type { Clock } from "./clock";
import type { Domain } from "./customDomain";
import type { EventBridges } from "./eventBridges";
import type { Firewall } from "./firewall";
import type { IntegrationCollections } from "./integrations";
import type { Maintenance } from "./maintenance";
import type { Plugins } from "./plugins";
import type { Peerings, VpcConnectApi } from "./privateNetworks";
import type {
  AvailableSetting,
  AvailableVersions,
  BrokerConfig,
  Created,
  InstanceBody,
  InstanceChanges,
  InstanceDetail,
  InstanceItem,
  Node,
  Plan,
  Region,
  Vpc,
  VpcBody,
  Webhook,
  WebhookBody,
} from "./schemas";

/** What every method takes: how long it may last, and on whose behalf it runs. */
export interface Call {
  /** When to give up, in milliseconds of the client's clock. */
  deadline: number;
  /** Aborted when the run is being stopped. */
  signal?: AbortSignal;
  /** On whose behalf, for the error's line: `Vpc "net"`. */
  subject?: string;
  /** Told when a wait for a busy or rate-limiting service goes on. */
  progress?: (text: string) => void;
  /** What to do about a busy answer: wait until the deadline (the default), or throw it at once. */
  busy?: "wait" | "throw";
  /** Awaited before an absence counts; throws where it does not, as with the key of another account. */
  beforeAbsence?: () => Promise<void>;
  /** Called after each write that the service has answered by a success. */
  onWritten?: () => void;
}

/** What a create gives back. */
export interface CreateResult<Answer> {
  /** The id of the new object. */
  id: string;
  /** What the service answered; absent where the object was found in the list after an answer was lost. */
  answer?: Answer;
  /** Ids of objects that stood there before, equal to the declared one and not made by this client. */
  twins: string[];
}

/** One kind of object under one path: read through a shared list, written through methods that keep the list right. */
export interface Collection<Item, Body, Answer extends { id: string } = { id: string }> {
  /** What the objects are called: `VPC`. */
  readonly name: string;
  /** The id of an item. */
  idOf(item: Item): string;
  /** Whether an item is what `body` declares. */
  same(item: Item, body: Body): boolean;
  /** All items; shared by every caller for 30 s unless `fresh`. Never empty because of an error. */
  list(call: Call, options?: { fresh?: boolean }): Promise<Item[]>;
  /** The item from the shared list; absence is confirmed before `undefined` says that it is gone. */
  find(id: string, call: Call): Promise<Item | undefined>;
  /** The item as the service has it now; `undefined` when it is gone. One GET where the path has one, else a fresh list. */
  get(id: string, call: Call): Promise<Item | undefined>;
  /** Makes one; after a failure that leaves it open whether it was made, the list decides. */
  create(body: Body, call: Call): Promise<CreateResult<Answer>>;
  /** Changes one (PUT); gives back what the service then holds, where it says so. */
  update(id: string, body: Body, call: Call): Promise<Item | undefined>;
  /** Deletes one; something gone already is success. */
  delete(id: string, call: Call): Promise<void>;
  /** Ids that a create of this client returned or recognised. */
  readonly claimed: ReadonlySet<string>;
}

/** What a client is made from. */
export interface ClientOptions {
  /** Base URL of the account API. */
  customerUrl: string;
  /** Base URL of the instance API. */
  baseUrl: string;
  /** Key of the account API. */
  apiKey?: string;
  /** Keys of instances by instance id, for who holds no account key. */
  instanceApiKeys?: Record<string, string>;
  /** Where time comes from. Default: the machine's clock. */
  clock?: Clock;
  /** The connection pool. Default: one of its own, closed with the client. */
  dispatcher?: Dispatcher;
  /** Awaited before each attempt of everything but GET; what it throws is thrown as it is. */
  beforeWrite?: () => Promise<void>;
  /** Sent as `User-Agent`. */
  userAgent?: string;
  /** What to do about a refused account key, put at the end of the error's line. */
  authHint?: string;
}

/** Instances of the account. Their lists hold less than the answer for one instance, hence no {@link Collection}. */
export interface Instances {
  /** One instance, shared for 30 s unless `fresh`; throws an error of kind `notFound`, which proves nothing, on a 404. */
  get(id: string, call: Call, options?: { fresh?: boolean }): Promise<InstanceDetail>;
  /** One instance; `undefined` when it is gone: answered 404, and not in the account's list. */
  find(id: string, call: Call, options?: { fresh?: boolean }): Promise<InstanceDetail | undefined>;
  /** All instances of the account, shared for 30 s unless `fresh`. */
  list(call: Call, options?: { fresh?: boolean }): Promise<InstanceItem[]>;
  /** Makes one; after a failure that leaves it open whether it was made, the list decides. */
  create(body: InstanceBody, call: Call): Promise<CreateResult<Created>>;
  /** Changes name, tags, plan, node count, or region with the plan. A new plan is only accepted by this: it takes effect later. */
  update(id: string, changes: InstanceChanges, call: Call): Promise<void>;
  /** Starts a change of the disk that is added to the plan's. */
  resizeDisk(id: string, disk: { extra_disk_size: number; allow_downtime?: boolean }, call: Call): Promise<void>;
  /** Deletes one; something gone already is success. */
  delete(id: string, call: Call): Promise<void>;
}

/** The part of the service that one instance's key opens. */
export interface InstanceClient extends AlarmCollections, IntegrationCollections {
  /** The nodes, as they are now. */
  nodes(call: Call): Promise<Node[]>;
  /** The versions that the instance can be upgraded to now. */
  availableVersions(call: Call): Promise<AvailableVersions>;
  /** Starts an upgrade of the broker; which version is offered is for the service to say. */
  upgradeBroker(version: string, call: Call): Promise<void>;
  readonly config: {
    /** All settings of the broker, shared for 30 s unless `fresh`. */
    get(call: Call, options?: { fresh?: boolean }): Promise<BrokerConfig>;
    /** Changes only the settings that are given. */
    set(changes: BrokerConfig, call: Call): Promise<void>;
    /** The settings that the broker takes, with their defaults. */
    available(call: Call): Promise<AvailableSetting[]>;
  };
  /** The host name of the user's own. */
  readonly customDomain: Domain;
  /** When the instance is maintained. */
  readonly maintenance: Maintenance;
  /** Plugins of the broker. */
  readonly plugins: Plugins;
  /** Queues whose messages go to an event bus. */
  readonly eventBridges: EventBridges;
  /** Who may reach the instance. */
  readonly firewall: Firewall;
  /** Peerings of the instance's VPC. */
  readonly peerings: Peerings;
  /** Private connectivity of the instance. */
  readonly vpcConnect: VpcConnectApi;
  /** Webhooks of the instance. */
  readonly webhooks: Collection<Webhook, WebhookBody>;
}

/** Both APIs of one account. */
export interface Client {
  /** VPCs of the account. Poll one being made with `get` and `busy: "throw"`. */
  readonly vpcs: Collection<Vpc, VpcBody, Created>;
  readonly regions: {
    /** The regions of the service, fetched once per client. */
    list(call: Call): Promise<Region[]>;
  };
  readonly plans: {
    /** The plans of the service, fetched once per client. */
    list(call: Call): Promise<Plan[]>;
  };
  readonly instances: Instances;
  /** The API of one instance, the same object each time. */
  instance(id: string, options?: { apiKey?: string }): InstanceClient;
  /**
   * Which key is missing and how to set it, in one line; undefined where there is one. Asked for the account API, or for
   * the API of one instance (whose id may not be known yet).
   */
  lacksKey(instance?: { id: string | undefined; apiKey?: string }): string | undefined;
  /** The keys that calls for these instances use, as far as they are known: the account's, those given, those looked up. */
  keysOf(instances: readonly string[]): string[];
  /**
   * The key that opens the account API, or the API of one instance; undefined where there is none. `fingerprint` tells two
   * keys apart without giving either away; `lookedUp` says that the account API tells the key.
   */
  keyOf(instance?: {
    id: string;
    apiKey?: string;
  }): { fingerprint(salt: string): string; opens: "account" | "instance"; lookedUp: boolean } | undefined;
  /** Lets requests in flight end, then closes the connections. */
  close(): Promise<void>;
}
