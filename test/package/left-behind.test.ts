import * as broker from "pulumi-broker";
import { markerOf } from "../../provider/resources/shared/marker";
import { runOnStack } from "../helpers/command";
import { languageHost } from "../helpers/paths";
import { onStack } from "../helpers/shared-stack";

const shop = { name: "shop", plan: "clustered-small-1", region: "provider-a::region-1", tags: ["a"] };
const token = "pulumi-nodejs:dynamic/broker:Instance";

test("doctor, drift and adopt --check name the broker that a cut-off replacement has left", () =>
  onStack("dev", { speed: 100 }, async ({ emulator, stack }) => {
    stack.program = async () => void new broker.Instance("shop", shop);
    await stack.cli(["stack", "select", stack.name]);
    await stack.up();
    const run = (...args: string[]) => runOnStack(stack, args);
    // Without the language host, which would say so in drift, doctor finds a fault.
    const env = { PATH: `${languageHost}:${stack.shell.env["PATH"]}` };
    const examine = (...args: string[]) => runOnStack(stack, ["doctor", "--timeout", "240", ...args], env);
    expect((await examine()).stdout).not.toContain("left over");

    const tags = [markerOf(stack.urn(token, "shop"))];
    const [id] = emulator.patch({ op: "add", in: "instances", fields: { ...shop, tags } });
    const said = `instance ${id} ("shop", plan clustered-small-1, 50 USD per month) is left over. An interrupted run made this left-over object for Instance "shop"`;
    const command = `curl -X DELETE -u ":$BROKER_API_KEY" '${emulator.customerUrl}/api/instances/${id}?keep_vpc=true'`;
    const named = expect.stringMatching(new RegExp(`${escaped(said)}.*${escaped(command)}`));

    const doctor = JSON.parse((await examine("--json")).stdout);
    expect(doctor).toMatchObject({
      faults: 0,
      checks: expect.arrayContaining([{ name: "Left over", state: "note", text: named }]),
    });
    const drift = await run("drift", "--json");
    expect(drift.code).toBe(0);
    expect(JSON.parse(drift.stdout)).toMatchObject({ drift: false, notes: [named] });
    const check = await run("adopt", "--check", "--json", "--instance", `${id}`);
    expect(check.code).toBe(7);
    expect(JSON.parse(check.stdout).outside).toContainEqual({
      type: "Instance",
      id: `${id}`,
      name: "shop",
      withheld: named,
    });
  }));

const escaped = (text: string) => text.replace(/[$()?.]/g, "\\$&");
