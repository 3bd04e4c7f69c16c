import { createClient } from "../../provider/client";
import { type TestEmulator, withEmulator } from "../helpers/emulator";
import { withProject } from "../helpers/project";

// Many runs of the CLI take long where the machine has other work.
jest.setTimeout(1_800_000);

/** Makes a broker in a network, with things on it that refer to one another. */
async function fill(emulator: TestEmulator): Promise<string> {
  const { customerUrl, baseUrl, apiKey } = emulator;
  const client = createClient({ customerUrl, baseUrl, apiKey });
  const region = "provider-a::region-1";
  try {
    const vpc = await client.vpcs.create({ name: "net", region, subnet: "10.56.72.0/24" });
    emulator.advance(10 * 60_000);
    const broker = { name: "orders", plan: "clustered-small-1", region, vpc_id: Number(vpc.id) };
    const { id } = await client.instances.create(broker);
    emulator.advance(20 * 60_000);
    const on = client.instance(id);
    const recipient = await on.recipients.create({ type: "email", value: "ops@example.com", name: "ops" });
    await on.alarms.create({ type: "flow", time_threshold: 30, recipients: [Number(recipient.id)] });
    await on.plugins.enable("broker_mqtt");
    await on.firewall.patch([{ ip: "192.0.2.7/32", services: ["AMQPS"] }]);
    emulator.advance(20 * 60_000);
    return id;
  } finally {
    await client.close();
  }
}

test("what was taken over is protected; without the protection a destroy removes it in an order that works", () =>
  withEmulator(
    async (emulator) => {
      const id = await fill(emulator);
      await withProject(emulator, async (project) => {
        await project.run(["adopt", "--stack", "dev", "--instance", id]);
        emulator.clearRequests();
        const refused = await project.pulumi(["destroy", "--yes", "--skip-preview"], "failure");
        expect(refused.text).toMatch(/protect/);
        expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);

        await project.pulumi(["state", "unprotect", "--all", "--yes"]);
        await project.pulumi(["destroy", "--yes", "--skip-preview"]);
        expect(project.resources()).toEqual([]);
        const { instances, vpcs } = emulator.state();
        const left = instances.filter(({ goneAt }) => goneAt === null).map((each) => String(each.id));
        expect(left.sort()).toEqual(emulator.instances.map((each) => String(each.id)).sort());
        expect(vpcs.filter(({ name }) => name === "net")).toEqual([]);
        // The update at the end of adopt has recorded the order: the network goes when the broker is gone.
        const deleted = emulator.requests().flatMap(({ method, path }) => (method === "DELETE" ? [path] : []));
        const ofAccount = deleted.filter((path) => path.startsWith("/customer/"));
        expect(ofAccount).toEqual([`/customer/api/instances/${id}`, expect.stringMatching(/\/vpcs\/\d+$/)]);
      });
    },
    { speed: 600 },
  ));
