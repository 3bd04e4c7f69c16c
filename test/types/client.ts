import { createClient, isApiError } from "pulumi-broker/client";

/** Compiled by a test, never run: each line marked `error` must not compile, for the reason beside it, and no other. */
const urls = { customerUrl: "https://customer.example.com", baseUrl: "https://api.example.com" };
const client = createClient({ apiKey: "key", ...urls });
const one = client.instance(5, { apiKey: "key-5" });

// Options come last, and everything that the specification makes optional may be left out.
void client.instances.create({ name: "a", plan: "b", region: "c" }, { timeoutMs: 1000 });
void client.invoices.list({ from: "2026-01" }).then((all) => all[0]?.total?.toFixed());
void one.plugins.enable("broker_web").then((job) => job?.length);
void one.alarms.update("7", { type: "cpu", enabled: false }, { busy: "throw" });
void one.actions.stop({ nodes: ["a-01"] }, { progress: (text) => text.length });
void one.actions.reboot().catch((error: unknown) => isApiError(error) && error.ambiguous);
void one.firewall.patch([{ ip: "10.0.0.0/8" }]);

createClient({ apiKey: "key", customerUrl: "https://customer.example.com" }); // error 2345: Property 'baseUrl' is missing
void client.instances.create({ name: "a", plan: "b" }); // error 2345: Property 'region' is missing
void client.instances.get(5); // error 2345: is not assignable to parameter of type 'string'
void client.team.invite({ role: "member" }); // error 2345: Property 'email' is missing
void client.auditLog.events().then; // error 2339: does not exist on type 'AsyncIterable<AuditEvent
void one.actions.firehose({ enabled: true }); // error 2345: Property 'vhost' is missing
void one.webhooks.create({ webhook_uri: "https://example.com", vhost: "/", queue: "q" }); // error 2345: Property 'concurrency' is missing
void one.eventBridges.update("8", {}); // error 2339: Property 'update' does not exist
void one.plugins.enable("a").then((job) => job.length); // error 18048: 'job' is possibly 'undefined'
void one.alarms.list({ timeout: 5 }); // error 2561: 'timeout' does not exist in type 'CallOptions'
