import * as broker from "pulumi-broker";

/** Compiled by a test, never run: each line marked `error` must not compile, for the reason beside it, and no other. */
declare const later: import("@pulumi/pulumi").Output<string>;
const shop = broker.Instance.get("shop", "123");
const net = broker.Vpc.get("net", "45");
const cpu = broker.Alarm.get("cpu", "123/alarms/7");
const ops = broker.Recipient.get("ops", "123/recipients/7");
const hook = broker.Webhook.get("hook", "123/webhooks/7");
const bridge = broker.EventBridge.get("bridge", "123/eventbridges/7");

// The resource itself, an id that is known, and (in the form with outputs) one that is not known yet.
void broker.getNodes({ instance: shop }).then((nodes) => nodes[0]?.diskSize);
void broker.getNodes({ instance: 123, instanceApiKey: "key" });
broker.getNodesOutput({ instance: shop }).apply((nodes) => nodes.length);
broker.getNodesOutput({ instance: shop.id, instanceApiKey: later });
broker.getNodesOutput({ instance: "123" });
void broker.getInstance({ id: shop }).then(({ disk, monthlyPrice }) => [disk?.extraSize, monthlyPrice]);
void broker.getInstance({ name: "shop" });
broker.getInstanceOutput({ id: shop }).host;
broker.getInstanceOutput({ name: later }).host;
void broker.getVpc({ id: net });
broker.getVpcOutput({ id: net }).subnet;
void broker.getAlarm({ instance: shop, id: cpu });
broker.getAlarmOutput({ instance: shop, id: cpu }).valueThreshold;
void broker.getAlarms({ instance: shop, type: "cpu" });
broker.getRecipientOutput({ instance: shop, id: ops }).value;
broker.getRecipientOutput({ instance: shop, name: later }).value;
broker.getWebhookOutput({ instance: shop, id: hook }).queue;
broker.getEventBridgeOutput({ instance: shop, id: bridge }).queue;
broker.getPlansOutput({ backend: "clustered" }).apply((plans) => plans[0]?.price?.toFixed());

// What is not known yet, in a form that asks at once.
void broker.getNodes({ instance: later }); // error 2322: is not assignable to type 'string | number | Instance'
void broker.getAlarm({ instance: 123, id: later }); // error 2322: is not assignable to type 'string | number | Alarm
void broker.getInstance({ name: later }); // error 2322: is not assignable to type 'string | undefined'
// Another kind of resource.
void broker.getNodes({ instance: net }); // error 2322: is not assignable to type 'string | number | Instance'
broker.getNodesOutput({ instance: cpu }); // error 2322: is not assignable to type 'InstanceInput'
broker.getVpcOutput({ id: shop }); // error 2322: is not assignable to type
// What may be missing.
void broker.getPlans().then((plans) => plans.map((plan) => plan.price.toFixed())); // error 18048: 'plan.price' is possibly 'undefined'
void broker.getNodes({}); // error 2345: 'instance' is missing
