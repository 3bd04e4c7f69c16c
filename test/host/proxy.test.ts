import { certificateFile, connectProxy, serviceName, tlsServer } from "../helpers/connect-proxy";
import { hostClient, stubOf } from "../helpers/host-client";

const vpc = {
  __urn: "urn:pulumi:s::p::pulumi-nodejs:dynamic/broker:Vpc::net",
  name: "net",
  region: "provider-a::region-1",
  subnet: "10.56.72.0/24",
};

test("a host takes proxy and certificate authority from its environment", async () => {
  const service = await tlsServer([{ provider: "provider-a", region: "region-1", has_shared_plans: true }]);
  const proxy = await connectProxy();
  const url = `https://${serviceName}:${service.port}`;
  const host = await hostClient({
    stub: stubOf("vpc"),
    config: { "broker:apiKey": "account-key", "broker:customerUrl": url, "broker:baseUrl": url },
    env: { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, NODE_EXTRA_CA_CERTS: certificateFile },
  });
  try {
    expect(await host.check({}, vpc)).toMatchObject({ failures: [] });
    expect(host.log).toEqual([]);
    expect(service.asked).toEqual(["GET /api/regions"]);
    expect(proxy.asked).toEqual([`CONNECT ${serviceName}:${service.port}`]);
  } finally {
    await Promise.all([host.close(), service.close(), proxy.close()]);
  }
});
