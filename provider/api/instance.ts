import { type AlarmCollections, alarmCollections } from "./alarms";
import { type Broker, brokerApi } from "./broker";
import type { Collection } from "./collection";
import { type Domain, domainApi } from "./customDomain";
import { type EventBridges, eventBridgeCollection } from "./eventBridges";
import { type Firewall, firewallApi } from "./firewall";
import { type IntegrationCollections, integrationCollections } from "./integrations";
import { type Maintenance, maintenanceApi } from "./maintenance";
import { type InstanceOperations, instanceOperations } from "./operations/instance";
import { type Peerings, peeringsApi } from "./peerings";
import { type Plugins, pluginsApi } from "./plugins";
import type { Api } from "./request";
import { type VpcConnectApi, vpcConnectApi } from "./vpcConnect";
import { type Webhook, type WebhookBody, webhookCollection } from "./webhooks";

/** The part of the service that one instance's key opens. */
export interface InstanceClient extends AlarmCollections, Broker, IntegrationCollections {
  /** The user's own host name. */
  readonly customDomain: Domain;
  /** The times at which the instance is maintained. */
  readonly maintenance: Maintenance;
  /** Plugins of the broker. */
  readonly plugins: Plugins;
  /** Event bridges of the instance, which send the messages of a queue to an event bus. */
  readonly eventBridges: EventBridges;
  /** The firewall of the instance. */
  readonly firewall: Firewall;
  /** Peerings of the instance's VPC. */
  readonly peerings: Peerings;
  /** Private connectivity of the instance. */
  readonly vpcConnect: VpcConnectApi;
  /** The operations of the instance's API. Each one is a single request, whose answer is neither shared nor checked. */
  readonly operations: InstanceOperations;
  /** Webhooks of the instance. */
  readonly webhooks: Collection<Webhook, WebhookBody>;
}

/** Opens the API of one instance. */
export function instanceClient(instance: Api): InstanceClient {
  return {
    ...alarmCollections(instance),
    ...brokerApi(instance),
    customDomain: domainApi(instance),
    eventBridges: eventBridgeCollection(instance),
    firewall: firewallApi(instance),
    ...integrationCollections(instance),
    maintenance: maintenanceApi(instance),
    operations: instanceOperations(instance),
    plugins: pluginsApi(instance),
    peerings: peeringsApi(instance),
    vpcConnect: vpcConnectApi(instance),
    webhooks: webhookCollection(instance),
  };
}
