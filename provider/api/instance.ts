import { alarmCollections } from "./alarms";
import { brokerApi } from "./broker";
import { createCollection } from "./collection";
import { domainApi } from "./customDomain";
import { ApiError, aboutSubject, isApiError } from "./errors";
import { eventBridgeCollection } from "./eventBridges";
import { firewallApi } from "./firewall";
import { integrationCollections } from "./integrations";
import { maintenanceApi } from "./maintenance";
import { pluginsApi } from "./plugins";
import { privateNetworkApi } from "./privateNetworks";
import type { Connection, Credentials } from "./request";
import { createdChildSchema, type Webhook, type WebhookBody, webhookSchema } from "./schemas";
import type { Call, Client, InstanceClient } from "./types";

/** The collections of one instance. */
export function instanceClient(instance: Connection): InstanceClient {
  return {
    ...alarmCollections(instance),
    ...brokerApi(instance),
    customDomain: domainApi(instance),
    eventBridges: eventBridgeCollection(instance),
    firewall: firewallApi(instance),
    ...integrationCollections(instance),
    maintenance: maintenanceApi(instance),
    plugins: pluginsApi(instance),
    ...privateNetworkApi(instance),
    webhooks: createCollection<Webhook, WebhookBody, { id: string }>(instance, {
      name: "webhook",
      path: "/api/webhooks",
      item: webhookSchema,
      created: createdChildSchema,
      getById: true,
      idOf: (webhook) => webhook.id,
      same: (webhook, body) =>
        webhook.webhook_uri === body.webhook_uri &&
        webhook.vhost === body.vhost &&
        webhook.queue === body.queue &&
        webhook.concurrency === body.concurrency,
      merge: (body, id, before) => ({ last_status: null, ...before, ...body, id }),
      // The URI may carry a token.
      secrets: ["webhook_uri"],
    }),
  };
}

/** A key that was given: there is nothing to look up when it is refused. */
export function givenKey(key: string): Credentials {
  return { key: async () => key, renew: async () => undefined };
}

/**
 * The key of an instance as the account API tells it: once, and again when it is refused, as it may have been rotated.
 * `onTold` is given each key that it tells.
 */
export function lookedUpKey(id: string, instances: Client["instances"], onTold: (key: string) => void): Credentials {
  let current: Promise<string> | undefined;
  /** What came in place of a refused key; asked for once, however many calls met the refusal. */
  const renewals = new Map<string, Promise<string>>();

  async function lookUp(call: Call, fresh: boolean): Promise<string> {
    const { apikey } = await instances.get(id, call, { fresh });
    if (apikey === undefined) {
      throw new ApiError({
        kind: "auth",
        subject: call.subject,
        problem: `the account API does not show the key of instance ${id}`,
        hint: { auth: `set it in broker:instanceApiKeys, or use an account key that may see it` },
      });
    }
    onTold(apikey);
    return apikey;
  }

  return {
    lookedUp: true,
    async key(call) {
      const mine = current ?? lookUp(call, false);
      current = mine;
      try {
        return await mine;
      } catch (error) {
        if (current === mine) {
          current = undefined;
        }
        throw about(error, call);
      }
    },
    async renew(refused, call) {
      const mine = renewals.get(refused) ?? lookUp(call, true);
      renewals.set(refused, mine);
      try {
        const renewed = await mine;
        current = mine;
        return renewed === refused ? undefined : renewed;
      } catch (error) {
        renewals.delete(refused);
        throw about(error, call);
      }
    },
  };
}

/** The look-up is shared: its failure names the resource that waits for the key. */
function about(error: unknown, call: Call): unknown {
  return isApiError(error) ? aboutSubject(error, call.subject) : error;
}
