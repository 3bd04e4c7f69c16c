import * as pulumi from "@pulumi/pulumi";
import { getNodes, getNodesOutput, Instance, Vpc, Webhook } from "pulumi-broker";
import { onStack } from "../helpers/shared-stack";

/** Needs the engine: it tells hosts and programs which values are not known yet. */

const region = "provider-a::region-1";

// What is known beside them is checked, and what is unknown on what exists is compared: unit/framework/check and diff.
test("inputs that are not known before up are no failure, and up fills them in", () =>
  onStack("unknowns", { speed: 300 }, async ({ stack }) => {
    stack.program = async () => {
      const source = new Vpc("source", { name: "source", region, subnet: "10.1.1.0/24" });
      const later = <T>(value: T) => source.id.apply(() => value);
      const net = { name: later("later"), region: later("provider-a::region-2"), tags: later(["a"]) };
      new Vpc("net", { ...net, subnet: "10.2.0.0/16" });
      const hook = { instance: later("1001"), queue: pulumi.interpolate`q-${later("x")}`, concurrency: later(2) };
      new Webhook("hook", { ...hook, webhookUri: "https://hooks.example.com/a", vhost: "/" });
    };
    const all = ["create hook", "create net", "create source"];
    expect((await stack.preview()).changes.sort()).toEqual(all);
    expect((await stack.up()).changes.sort()).toEqual(all);
    const made = stack.exportState().deployment.resources?.find(({ urn }) => urn.endsWith("::net"));
    expect(made?.outputs).toMatchObject({ name: "later", region: "provider-a::region-2", tags: ["a"] });
  }));

test("a function asks for an instance that this run makes only in its form with outputs, which waits for it", () =>
  onStack("unknowns", { speed: 300 }, async ({ stack }) => {
    const failures: unknown[] = [];
    stack.program = async () => {
      const made = new Instance("made", { plan: "clustered-small-1", region });
      await getNodes({ instance: made }).catch((error: Error) => failures.push(error.message));
      const shop = Instance.get("shop", "1001");
      await getNodes({ instance: shop }).catch((error: Error) => failures.push(error.message));
      return { names: getNodesOutput({ instance: made }).apply((nodes) => nodes.map(({ name }) => name)) };
    };
    await stack.preview();
    expect(failures.splice(0)).toEqual([
      "getNodes: the value of instance is not known before pulumi up: call the function getNodesOutput instead",
    ]);
    await stack.up();
    expect(failures).toEqual([]);
    expect(await stack.outputs()).toEqual({ names: ["broker-1003-01"] });
  }));
