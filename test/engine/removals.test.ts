import * as broker from "pulumi-broker";
import type { Run } from "../helpers/engine-run";
import { emulator, sharedStack, stack } from "../helpers/shared-stack";

/**
 * Needs the engine: it decides what a run deletes, and in which order.
 * What a run removes: all that it is to, in whatever order it comes, and with lines that are true.
 */

const region = "provider-a::region-1";
const plan = "clustered-small-1";

sharedStack("removals", { speed: 300 });

/** Ids of what is there, beside what the emulator came with. */
function there() {
  const { instances, vpcs, webhooks } = emulator.state();
  return {
    instances: instances.flatMap(({ id, goneAt }) => (goneAt === null && id > 1002 ? [id] : [])),
    // One that the service made for an instance is named after it, and stays.
    vpcs: vpcs.flatMap(({ id, name, goneAt }) => (goneAt === null && name !== "shop" ? [id] : [])),
    webhooks: webhooks.map(({ id }) => id),
  };
}
const nothing = { instances: [], vpcs: [], webhooks: [] };
const said = (run: Run) =>
  run.diagnostics
    .filter(({ severity, ephemeral }) => !ephemeral && String(severity) !== "debug")
    .map(({ message }) => message)
    .join("\n");

afterEach(async () => {
  await stack.destroy();
  expect(there()).toEqual(nothing);
});

test("a destroy that runs the program removes what it makes, also where it reads it with .get", async () => {
  stack.program = async () => {
    const net = new broker.Vpc("net", { region, subnet: "10.56.72.0/24" });
    broker.Vpc.get("net-again", net.id);
    const instance = emulator.instances[0]?.id ?? 0;
    const hook = new broker.Webhook("hook", {
      instance,
      webhookUri: "https://example.com/hook",
      vhost: "/",
      queue: "orders",
    });
    broker.Webhook.get("hook-again", hook.id);
  };
  await stack.up();
  expect(there()).toMatchObject({ vpcs: [expect.any(Number)], webhooks: [expect.any(Number)] });
  const run = await stack.destroy({ flags: ["--run-program"] });
  expect(said(run)).not.toContain("is not deleted");
  expect(there()).toEqual(nothing);
});

test("a VPC whose instance depends on it no more: the destroy waits for the instance that goes, too", async () => {
  stack.program = async () => void new broker.Vpc("net", { region, subnet: "10.56.72.0/24" });
  await stack.up();
  const [vpc = 0] = there().vpcs;
  stack.program = async () => {
    new broker.Vpc("net", { region, subnet: "10.56.72.0/24" });
    new broker.Instance("shop", { plan, region, vpc });
  };
  await stack.up();
  await stack.destroy();
  expect(there()).toEqual(nothing);
});

test("a replacement does not warn of what it replaces, nor a VPC of one that the same run makes", async () => {
  const program = (subnet: string) => async () => {
    new broker.Instance("shop", { name: "shop", plan, region, vpcSubnet: subnet });
    for (const name of ["one", "two"]) new broker.Vpc(name, { name: "net", region, subnet: "10.57.0.0/24" });
  };
  stack.program = program("10.56.72.0/24");
  const made = await stack.up({ flags: ["--parallel", "1"] });
  expect(said(made)).not.toContain("exists already");
  stack.program = program("10.56.73.0/24");
  const replaced = await stack.up();
  expect(replaced.changes).toContain("replace shop");
  expect(said(replaced)).not.toContain("exists already");
  await stack.destroy();
});
