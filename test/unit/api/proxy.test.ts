import { readFileSync } from "node:fs";
import type { LookupFunction } from "node:net";
import { createClient } from "../../../provider/api";
import { openConnections, proxyProblems } from "../../../provider/api/transport/connections";
import { readSettings } from "../../../provider/config";
import { failureOf } from "../../helpers/api-setup";
import { certificateFile, connectProxy, type Listening, serviceName, tlsServer } from "../../helpers/connect-proxy";
import { VirtualClock } from "../../helpers/virtual-clock";

const regions = [{ provider: "p", region: "r", has_shared_plans: true }];
const ca = readFileSync(certificateFile, "utf8");
/** Every name is this machine. */
const lookup: LookupFunction = (_name, _options, answer) => answer(null, [{ address: "127.0.0.1", family: 4 }]);

let service: Listening;
let proxy: Listening;
beforeEach(async () => {
  service = await tlsServer(regions);
  proxy = await connectProxy();
});
afterEach(() => Promise.all([service.close(), proxy.close()]));

/** Asks the service for its regions with these variables; `connect` as `openConnections` takes it. */
async function ask(env: Record<string, string>, { host = serviceName, connect = { ca } as object } = {}) {
  const clock = new VirtualClock();
  const url = `https://${host}:${service.port}`;
  const connections = openConnections(env, [url], connect);
  const dispatcher = clock.dispatcher(connections);
  const client = createClient({ customerUrl: url, baseUrl: url, apiKey: "secret-key", clock, dispatcher });
  try {
    return await client.regions.list({ deadline: clock.now() + 60_000 });
  } finally {
    await connections.destroy();
  }
}

const through = () => `http://127.0.0.1:${proxy.port}`;

test.each(["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"])(
  "%s: the service is asked through it",
  async (name) => {
    expect(await ask({ [name]: through() })).toEqual(regions);
    expect(proxy.asked).toEqual([`CONNECT ${serviceName}:${service.port}`]);
    expect(service.asked).toEqual(["GET /api/regions"]);
  },
);

test("a proxy without a scheme is one of plain http; the variable in lower case comes first", async () => {
  expect(await ask({ HTTPS_PROXY: `127.0.0.1:${proxy.port}` })).toEqual(regions);
  expect(proxy.asked).toHaveLength(1);
  expect(await ask({ HTTPS_PROXY: "http://127.0.0.1:9", https_proxy: through() })).toEqual(regions);
});

const left: Record<string, string>[] = [
  { NO_PROXY: "other.example.test,.example.test" },
  { no_proxy: serviceName },
  { NO_PROXY: " * " },
];
test.each(left)("%j leaves the proxy out", async (env) => {
  expect(await ask({ HTTPS_PROXY: through(), ...env }, { connect: { ca, lookup } })).toEqual(regions);
  expect(proxy.asked).toEqual([]);
});

test.each(["localhost", "127.0.0.1", "127.0.0.2"])("%s is this machine, and no proxy is asked for it", async (host) => {
  const connect = { ca, lookup, servername: serviceName };
  const named = host === "127.0.0.2" ? { ...connect, checkServerIdentity: () => undefined } : connect;
  const asking = ask({ HTTPS_PROXY: through() }, { host, connect: named });
  // The server listens on one address only; what counts is that the proxy was left out.
  await (host === "127.0.0.2" ? failureOf(asking) : expect(asking).resolves.toEqual(regions));
  expect(proxy.asked).toEqual([]);
});

test("what a proxy refuses was not sent, and the error says so without its password", async () => {
  await proxy.close();
  proxy = await connectProxy("right-password");
  const error = await failureOf(ask({ HTTPS_PROXY: through().replace("//", "//user:wrong-password@") }));
  expect(error).toMatchObject({ kind: "network", ambiguous: false });
  expect(error.message).toMatch(
    /^could not connect to .* https:\/\/service\.example\.test:\d+: the proxy answered 407 to CONNECT; /,
  );
  expect(error.message).not.toContain("wrong-password");
  expect(await ask({ HTTPS_PROXY: through().replace("//", "//user:right-password@") })).toEqual(regions);
});

test("a certificate that nobody vouches for is named, with the variable that helps", async () => {
  const error = await failureOf(ask({ HTTPS_PROXY: through() }, { connect: {} }));
  expect(error.message).toContain("the certificate at this address is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)");
  expect(error.message).toContain("NODE_EXTRA_CA_CERTS");
  expect(service.asked).toEqual([]);
});

test("a proxy that is no URL is named at preview, and never shown", () => {
  const usual = {
    HTTPS_PROXY: "proxy.example.com:3128",
    http_proxy: "socks5://a:1",
    HTTP_PROXY: "ftp://a",
    NO_PROXY: "%",
  };
  expect(proxyProblems(usual)).toEqual([]);
  const must = "must be the URL of a proxy, such as http://proxy.example.com:3128";
  const line = (name: string) => `the environment variable ${name} ${must}`;
  const odd = { HTTPS_PROXY: "ftp://user:password@proxy", http_proxy: "http://:" };
  expect(proxyProblems(odd)).toEqual([line("http_proxy"), line("HTTPS_PROXY")]);
  expect(readSettings(() => undefined, odd).problems).toContain(line("HTTPS_PROXY"));
});
