import * as pulumi from "@pulumi/pulumi";
import { connectHost, readSettings } from "../../provider/config";

/** What is wrong with the settings, and what is missing: a line for each setting. The table of URLs is in `api/paths`. */

type Changes = Record<string, string | undefined>;

/** Reads settings that are right but for these changes. */
const reading = (changes: Changes) => {
  const urls = { "broker:customerUrl": "https://customer.example.com", "broker:baseUrl": "https://api.example.com" };
  const all: Changes = { "broker:apiKey": "key", ...urls, ...changes };
  return (key: string) => all[key];
};

const url =
  "the URL in broker:baseUrl (or BROKER_BASE_URL) must begin with https:// or http:// and must contain a host, such as https://customer.example.com";
const query =
  "the URL in broker:customerUrl (or BROKER_CUSTOMER_URL) must not contain a query (?) or a fragment (#): remove the query or fragment from the URL";
const http =
  "the URL in broker:baseUrl (or BROKER_BASE_URL) must use https, because http shows the API key to the network; to allow http anyway, set broker:allowHttp true, or BROKER_ALLOW_HTTP=true";
const plain = { "broker:baseUrl": "http://10.0.0.1/instance" };
const asText = { "broker:apiKey": `key-${pulumi.output("x")}`, "broker:customerUrl": `https://${pulumi.output("x")}` };
const mistaken =
  "contains an output that was turned into text, so the value of the output is missing: use pulumi.interpolate or .apply";
const noMap = ['broker:instanceApiKeys must map instance ids to API keys, such as {"123": "<key>"}'];

test.each<[what: string, changes: Changes, env: Record<string, string>, problems: string[]]>([
  ["plain http", plain, {}, [http]],
  ["plain http, expressly not allowed", { ...plain, "broker:allowHttp": "false" }, {}, [http]],
  ["plain http that is allowed", { ...plain, "broker:allowHttp": "true" }, {}, []],
  ["plain http that is allowed by its number", { ...plain, "broker:allowHttp": "1" }, {}, []],
  ["plain http that the environment allows", plain, { BROKER_ALLOW_HTTP: "true" }, []],
  ["outputs in template literals", asText, {}, [`broker:apiKey ${mistaken}`, `broker:customerUrl ${mistaken}`]],
  ["two wrong URLs", { "broker:baseUrl": "/api", "broker:customerUrl": "https://a?b" }, {}, [query, url]],
  ["keys that are no map", { "broker:instanceApiKeys": '["key"]' }, {}, noMap],
  ["keys that are no JSON", { "broker:instanceApiKeys": "hunter2" }, {}, noMap],
])("%s", (_what, changes, env, problems) => expect(readSettings(reading(changes), env).problems).toEqual(problems));

test.each<[string, Changes, string]>([
  ["nothing", { "broker:apiKey": undefined }, "BROKER_API_KEY, BROKER_CUSTOMER_URL, BROKER_BASE_URL"],
  ["only the key", {}, "BROKER_CUSTOMER_URL, BROKER_BASE_URL"],
  ["keys of instances", { "broker:apiKey": undefined, "broker:instanceApiKeys": '{"1":"k"}' }, "BROKER_BASE_URL"],
])("where %s is set, a run without the program names the variables that are not", (_what, changes, names) => {
  const without = { "broker:customerUrl": undefined, "broker:baseUrl": undefined };
  expect(connectHost(reading({ ...without, ...changes }), {} as never)).toMatchObject({
    missingWithoutProgram: expect.stringMatching(
      `^pulumi refresh and pulumi destroy need these environment variables, which are not set: ${names}. Set the variables to the values of the last pulumi up, or add `,
    ),
  });
});

test.each(["https://A.example/", "https://a.example:443"])("%s is the same service", (at) => {
  expect(connectHost(reading({ "broker:baseUrl": at }), {} as never)).toMatchObject({ service: "https://a.example" });
});
