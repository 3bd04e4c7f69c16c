import type { Collection } from "./lists/collection";
import { type AlarmCollections, alarmCollections } from "./nouns/alarms";
import { type Broker, brokerApi } from "./nouns/broker";
import { type Domain, domainApi } from "./nouns/customDomain";
import { type EventBridges, eventBridgeCollection } from "./nouns/eventBridges";
import { type Firewall, firewallApi } from "./nouns/firewall";
import { type IntegrationCollections, integrationCollections } from "./nouns/integrations";
import { type Maintenance, maintenanceApi } from "./nouns/maintenance";
import { type Peerings, peeringsApi } from "./nouns/peerings";
import { type Plugins, pluginsApi } from "./nouns/plugins";
import { type VpcConnectApi, vpcConnectApi } from "./nouns/vpcConnect";
import { type Webhook, type WebhookBody, webhookCollection } from "./nouns/webhooks";
import { type InstanceOperations, instanceOperations } from "./operations";
import type { Api } from "./transport/request";

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
