import { type ApiErrorFields, describeFailure } from "../../../provider/api/transport/errorText";
import { describeUnreachable } from "../../../provider/api/transport/unreachable";

/** What each failure tells a person to do next. */

const url = "broker:customerUrl (or BROKER_CUSTOMER_URL)";
const longer = "If the work needs more time, set a longer time limit (customTimeouts)";
const missing = { kind: "notFound", isOfOne: true } as const;
const odd = { kind: "badResponse", hint: { url } } as const;
const proxy = "nothing listens at the proxy 10.0.0.9:3128 (ECONNREFUSED)";
const noTls = "no TLS connection is possible (ERR_SSL_WRONG_VERSION_NUMBER)";
const request = { method: "GET", path: "/api/x", problem: "failed" };

test.each<[string, Partial<ApiErrorFields> & Pick<ApiErrorFields, "kind">, string]>([
  ["server", { kind: "server", requestId: "r1" }, "If the error stays, send the request id to the service's support"],
  ["server, no id", { kind: "server" }, "If the error stays, send the time and this line to the service's support"],
  ["invalid", { kind: "invalid", method: "PUT" }, "correct the arguments, then run again"],
  ["invalid delete", { kind: "invalid", method: "DELETE" }, "remove the cause that this error shows, then run again"],
  ["invalid read", { kind: "invalid" }, "the service refuses this read request: run again later"],
  ["on a shared plan", { kind: "invalid", serviceMessage: "It isn't available on shared plans" }, "from the program"],
  ["one timeout", { kind: "timeout", attempts: 1 }, longer],
  ["two timeouts", { kind: "timeout", attempts: 2 }, "the service is silent: run again later"],
  ["out of time", { kind: "timeout", attempts: 2, isOutOfTime: true }, longer],
  [
    "a missing list",
    { kind: "notFound", hint: { url } },
    `check that the API key and the ids in the program belong to the right account or instance, and that ${url} is correct`,
  ],
  [
    "a missing list of a known API",
    { kind: "notFound", hint: { url }, hasAnswered: true },
    "; check that the API key and the ids in the program belong to the right account or instance, then run again",
  ],
  [
    "a missing object",
    { ...missing, hint: { url } },
    "; check the id; if the object was deleted outside Pulumi, run `pulumi refresh`",
  ],
  ["one at an untried address", { ...missing, unprovenUrl: "X (Y)" }, "run `pulumi refresh`; perhaps X (Y) is wrong"],
  [
    "a missing instance without state",
    { ...missing, hasNoState: true, path: "/api/instances/7" },
    "; the account has no instance 7: check the id",
  ],
  ["an odd answer", odd, `check that ${url} is the address of the API`],
  [
    "an odd answer of a known API",
    { ...odd, hasAnswered: true },
    "; this version of pulumi-broker cannot read the answer: run again. If the error stays, look for a newer version of pulumi-broker",
  ],
])("%s", (_what, fields, advice) => {
  const text = describeFailure({ ...request, ...fields });
  expect(text).toContain(`${fields.method ?? "GET"} ${fields.path ?? "/api/x"} failed`);
  expect(text.endsWith(advice)).toBe(true);
});

test.each<[string, string, string, { base?: string; address?: string; port?: number }]>([
  ["ECONNREFUSED", "no server listens at this address (ECONNREFUSED)", `check ${url}`, { port: 443 }],
  ["ECONNREFUSED", proxy, "check HTTPS_PROXY and NO_PROXY", { address: "10.0.0.9", port: 3128 }],
  ["ENOTFOUND", "no host has this name (ENOTFOUND)", `check the network and ${url}`, {}],
  ["ERR_SSL_WRONG_VERSION_NUMBER", noTls, `check ${url}`, {}],
  ["EHOSTUNREACH", "EHOSTUNREACH", `check the network and ${url}`, {}],
  [
    "ECONNREFUSED",
    "no server listens at this address (ECONNREFUSED)",
    `start the emulator (npx pulumi-broker emulator), or change the address in ${url}`,
    { base: "http://127.0.0.1:4160", port: 4160 },
  ],
])("nobody answers: %s", (code, why, advice, { base = "https://x.example.com", ...at }) => {
  const failure = { cause: Object.assign(new Error(code), { code, ...at }), problem: `could not connect (${code})` };
  const line = `could not connect to the account API at ${base}: ${why}; ${advice}`;
  expect(describeUnreachable("account", `${base}/base`, url, failure)).toBe(line);
});
