import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { configOf, it } from "../../helpers/emulator";
import { stubOf } from "../../helpers/host-client";
import { repositoryRoot } from "../../helpers/paths";
import { grpc, Struct } from "../../helpers/pulumi-modules";

/** The processor time that a process has used, in milliseconds; Linux counts it in hundredths of a second. */
function cpuMs(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ").slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

it("a host whose output pipes are broken does not spin, answers, and still exits", async (emulator) => {
  const script = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");
  const child = spawn(process.execPath, [script, "127.0.0.1:1"], {
    cwd: repositoryRoot,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PULUMI_NODEJS_PROJECT: "test" },
  });
  try {
    const port = await new Promise<string>((resolve) => child.stdout.once("data", (line) => resolve(`${line}`.trim())));
    const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
    const configure = new messages.ConfigureRequest().setArgs(Struct.fromJavaScript(configOf(emulator)));
    await new Promise((resolve) => client.configure(configure, resolve));

    const read = new messages.ReadRequest().setId("1");
    read.setProperties(Struct.fromJavaScript({ __provider: stubOf("vpc"), __get: true }));
    // The host prints the error of each failed read, into pipes that nobody holds from the second one on.
    const failing = () => new Promise<string>((resolve) => client.read(read, (error) => resolve(`${error?.details}`)));
    expect(await failing()).toMatch(/there is no Vpc with the id 1/);
    child.stdout.destroy();
    child.stderr.destroy();
    for (let i = 0; i < 5; i += 1) expect(await failing()).toMatch(/there is no Vpc with the id 1/);

    // The answers leave work behind, which ends. A host that spins never has a quiet second.
    let used = Number.POSITIVE_INFINITY;
    for (let second = 0; used >= 50 && second < 20; second += 1) {
      const before = cpuMs(child.pid!);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      used = cpuMs(child.pid!) - before;
    }
    expect(used).toBeLessThan(50);
    client.close();
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.stdin.end();
    expect(await exited).toBe(0);
  } finally {
    child.kill("SIGKILL");
  }
});
