import * as pulumi from "@pulumi/pulumi";
import { EventBridge, Integration, type IntegrationArgs } from "pulumi-broker";

/** Compiled by a test, never run: each line marked `error` must not compile, for the reason beside it, and no other. */
const secret = new pulumi.Config().requireSecret("secret");
const on = { instance: 123 };
const region = "region-1";
const event = { token: secret, hostPort: "collector.example.com:8088", sourcetype: "broker" };
const role = { region, iamRole: secret, iamExternalId: "id" };
const access = { accessKeyId: "i", secretAccessKey: secret };
const options = { tags: "a=b", queueRegex: "^q", vhostRegex: secret, includeAdQueues: true };

const monitor = { tenantId: "t", applicationId: "a", applicationSecret: secret, dceUri: "https://dce.example.com" };
new Integration("a", { ...on, system: "log_vendor_a", config: { ...monitor, table: "logs", dcrId: "dcr" } });
new Integration("b", { ...on, system: "log_vendor_b", config: { region, ...access } });
const syslog = { privateKey: secret, endpoint: "syslog.example.com:6514" };
new Integration("c", { ...on, system: "log_vendor_c", config: { ...syslog, application: "a", subsystem: "s" } });
new Integration("d", { ...on, system: "log_vendor_d", config: { apiKey: secret, region: "us1", tags: "a=b" } });
new Integration("e", { ...on, system: "log_vendor_e", config: { token: secret } });
new Integration("f", { ...on, system: "log_vendor_f", config: { token: secret } });
new Integration("g", { ...on, system: "log_vendor_g", config: { url: "logs.example.com:514" } });
new Integration("h", { ...on, system: "log_vendor_h", config: { token: secret, host: "logs.example.com" } });
new Integration("i", { ...on, system: "log_vendor_i", config: event });
new Integration("a", { ...on, system: "metric_vendor_a", config: { connectionString: secret, ...options } });
new Integration("b", { ...on, system: "metric_vendor_b", config: { ...role, ...options } });
new Integration("b", { ...on, system: "metric_vendor_b_v2", config: { region, ...access } });
new Integration("b", { ...on, system: "metric_vendor_b_v3", config: role });
new Integration("c", { ...on, system: "metric_vendor_c", config: { apiKey: secret, region: "us5" } });
new Integration("c", { ...on, system: "metric_vendor_c_v2", config: { apiKey: secret, region: "eu" } });
new Integration("c", { ...on, system: "metric_vendor_c_v3", config: { apiKey: secret } });
new Integration("d", { ...on, system: "metric_vendor_d", config: { environmentId: "e", accessToken: secret } });
new Integration("e", { ...on, system: "metric_vendor_e", config: { email: "a@example.com", apiKey: secret } });
new Integration("f", { ...on, system: "metric_vendor_f_v2", config: { apiKey: secret, region: "EU" } });
new Integration("f", { ...on, system: "metric_vendor_f_v3", config: { apiKey: secret, region: "us" } });
new Integration("g", { ...on, system: "metric_vendor_g", config: { ...event, ...options } });
new Integration("g", { ...on, system: "metric_vendor_g_v2", config: { token: secret, endpoint: "https://a.example" } });
new Integration("h", { ...on, system: "metric_vendor_h", config: { parameters: { any: secret }, ...options } });
new Integration("h", { ...on, system: "metric_vendor_h_v2", config: { parameters: {} } });
new Integration("new", { ...on, system: "log_vendor_z", config: { parameters: { any_key: secret } } });
new Integration("new", { ...on, system: "metric_vendor_z_v2", config: { parameters: { a_b: secret }, ...options } });
new Integration("new", { ...on, system: "log_vendor_e", config: { token: secret, parameters: { any_key: secret } } });
new Integration("new", { ...on, system: "metric_vendor_c_v3", config: { apiKey: "k", parameters: { any_key: "1" } } });

// What a system does not take.
new Integration("x", { ...on, system: "log_vendor_e", config: { token: secret, host: "h" } }); // error 2345: 'host' does not exist in type 'LogVendorEConfig | OtherLogConfig'
new Integration("x", { ...on, system: "log_vendor_e", config: { token: secret, tags: "a=b" } }); // error 2345: 'tags' does not exist in type 'LogVendorEConfig | OtherLogConfig'
new Integration("x", { ...on, system: "metric_vendor_e", config: { email: "e", apiKey: "k", region } }); // error 2345: 'region' does not exist in type 'MetricVendorEConfig | OtherMetricConfig'
new Integration("x", { ...on, system: "metric_vendor_b_v3", config: { ...role, accessKeyId: "i" } }); // error 2345: 'accessKeyId' does not exist in type 'MetricVendorBV3Config | OtherMetricConfig'
new Integration("x", { ...on, system: "log_vendor_e", token: secret, config: { token: secret } }); // error 2353: 'token' does not exist in type 'IntegrationArgsOf<"log_vendor_e", LogVendorEConfig> |
new Integration("x", { ...on, system: "metric_vendor_b", config: { ...role, accessKeyId: "i", secretAccessKey: "k" } }); // error 2345: Types of property 'iamRole' are incompatible

// What a system needs.
new Integration("x", { ...on, system: "log_vendor_h", config: { token: secret } }); // error 2345: Property 'host' is missing
new Integration("x", { ...on, system: "metric_vendor_b", config: { region } }); // error 2322: Type 'string' is not assignable
new Integration("x", { ...on, system: "metric_vendor_h", config: { any: secret } }); // error 2353: 'any' does not exist in type
new Integration("x", { ...on, system: "log_vendor_e" }); // error 2345: Property 'config' is missing
new Integration("x", { system: "log_vendor_e", config: { token: secret } }); // error 2345: Property 'instance' is missing

// What is none.
new Integration("x", { ...on, system: "log_vendor_z", config: { token: secret } }); // error 2345: 'token' does not exist in type 'OtherLogConfig'
new Integration("x", { ...on, system: "log_vendor_z", config: { parameters: { any: 1 } } }); // error 2322: Type 'number' is not assignable to type 'Input<string>'
new Integration("x", { ...on, system: "logs_vendor_e", config: { token: secret } }); // error 2322: Type '"logs_vendor_e"' is not assignable to type
new Integration("x", { ...on, system: "log_vendor_d", config: { apiKey: secret, region: "us2" } }); // error 2345: Type '"us2"' is not assignable to type 'Input<SiteRegion> | undefined'
new Integration("x", { ...on, system: "metric_vendor_f_v2", config: { apiKey: secret, region: "us1" } }); // error 2345: Type '"us1"' is not assignable to type 'Input<
new Integration("x", { ...on, system: "metric_vendor_c_v3", config: { apiKey: 1 } }); // error 2322: Type 'number' is not assignable to type 'Input<string>'
new Integration("x", { ...on, system: "metric_vendor_c_v3", config: { apiKey: "k", includeAdQueues: "true" } }); // error 2322: Type 'string' is not assignable to type 'Input<boolean> | undefined'
new Integration("x", { ...on, system: "metric_vendor_h", config: { parameters: { any: 1 } } }); // error 2322: Type 'number' is not assignable to type 'Input<string>'

const bus = { instance: 123, vhost: "/", queue: "orders", cloudRegion: region };
new EventBridge("bus", { ...bus, cloudAccountId: "012345678901", withHeaders: true });
new EventBridge("x", { ...bus, cloudAccountId: 12345678901 }); // error 2322: Type 'number' is not assignable to type 'Input<string>'
new EventBridge("x", bus); // error 2345: Property 'cloudAccountId' is missing

/** One of each system, for the test that each argument has a doc comment. */
export type Args = IntegrationArgs;
