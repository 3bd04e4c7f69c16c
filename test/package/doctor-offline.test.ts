import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand, withCli } from "../helpers/command";
import { certificateFile, connectProxy, serviceName, silentProxy, tlsServer } from "../helpers/connect-proxy";
import { offlineEnv } from "../helpers/stack";
import { emulator, home, linesOf, runWith } from "./doctor-scene";

test("a certificate that is not trusted is named with the way to trust it", async () => {
  const server = await tlsServer([]);
  try {
    const run = await runWith({ BROKER_CUSTOMER_URL: `https://localhost:${server.port}` });
    expect(linesOf(run)).toContainEqual(
      expect.stringMatching(
        /^FAULT Account API: .* the certificate at this address is not trusted .* NODE_EXTRA_CA_CERTS to the file of your certificate authority, or change/,
      ),
    );
    expect(server.asked).toEqual([]);
  } finally {
    await server.close();
  }
});

test("both hosts are reached through the proxy, and with the authority, that a run would use", async () => {
  const [server, proxy] = [await tlsServer([]), await connectProxy()];
  try {
    const url = `https://${serviceName}:${server.port}`;
    const lines = linesOf(
      await runWith({
        ...{ BROKER_CUSTOMER_URL: `${url}/customer`, BROKER_BASE_URL: `${url}/instance` },
        ...{ HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, NODE_EXTRA_CA_CERTS: certificateFile },
      }),
    );
    expect(lines.slice(-5)).toEqual([
      "ok Network: in effect: HTTPS_PROXY, NODE_EXTRA_CA_CERTS",
      "ok Account API: it answers",
      // The account has no instance, so nothing shows whether the key may see the key of one.
      "ok Account key: accepted; the role of the key can see invoices",
      "ok Instance API: it answers",
      "ok Rate limit: none was met",
    ]);
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${serviceName}:${server.port}`]));
  } finally {
    await Promise.all([server.close(), proxy.close()]);
  }
});

test("it ends by itself when nobody answers, and tells of a limit on the rate", async () => {
  emulator.fault({ match: {}, times: 100, fault: { blackHole: true } });
  const silent = linesOf(await runWith({}, ["--timeout", "4"]));
  expect(silent.filter((line) => / API:/.test(line))).toEqual([
    "FAULT Account API: the account API gave no answer in time: check the network, the proxy and broker:customerUrl",
    "FAULT Instance API: the instance API gave no answer in time: check the network, the proxy and broker:baseUrl",
  ]);
  emulator.reset();
  emulator.fault({ match: { path: "/customer/api/regions" }, times: 1, fault: { status: 429 } });
  expect(linesOf(await runWith({}))).toContainEqual(
    expect.stringMatching(/^note Rate limit: the service limits the rate of calls now: /),
  );
});

test("a proxy that never answers is named, and neither the proxy nor what the CLI has started keeps the command from ending", async () => {
  const proxy = await silentProxy();
  try {
    const url = `https://${serviceName}`;
    const settings = {
      ...{ BROKER_CUSTOMER_URL: `${url}/customer`, BROKER_BASE_URL: `${url}/instance` },
      HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
    };
    const unanswered = (api: string, setting: string) =>
      `FAULT ${api} API: could not connect to the ${api.toLowerCase()} API at ${url}: the proxy does not answer CONNECT; check the network and ${setting}`;
    expect(linesOf(await runWith(settings)).filter((line) => / API:/.test(line))).toEqual([
      unanswered("Account", "broker:customerUrl (or BROKER_CUSTOMER_URL)"),
      unanswered("Instance", "broker:baseUrl (or BROKER_BASE_URL)"),
    ]);
    const replaced = await runCommand(["rotate-key", "--yes"], {
      cwd: home,
      env: withCli({ ...offlineEnv(home, join(home, "backend")), ...settings, BROKER_API_KEY: emulator.apiKey }),
    });
    expect([replaced.code, replaced.stdout]).toEqual([1, ""]);
    expect(replaced.stderr).toContain("the proxy does not answer CONNECT");
  } finally {
    await proxy.close();
  }
  const bin = join(home, "holding");
  mkdirSync(bin);
  const held = join(bin, "held");
  const script = `#!/bin/sh\nsleep 600 & echo $! >> ${held}\nwait\n`;
  writeFileSync(join(bin, "pulumi"), script, { mode: 0o755 });
  const env: Record<string, string> = { ...offlineEnv(home, join(home, "backend")), BROKER_API_KEY: emulator.apiKey };
  const run = await runCommand(["doctor", "--timeout", "2"], {
    cwd: home,
    env: { ...env, PATH: `${bin}:${env["PATH"]}` },
  });
  expect(linesOf(run)).toContainEqual(
    expect.stringMatching(/^FAULT Pulumi CLI: the Pulumi CLI gave no answer in time/),
  );
  for (const pid of readFileSync(held, "utf8").trim().split("\n")) process.kill(Number(pid));
});
