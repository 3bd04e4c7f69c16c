import * as pulumi from "@pulumi/pulumi";
import { getNodes, getNodesOutput, Instance, Vpc, type VpcArgs, Webhook, type WebhookArgs } from "pulumi-broker";
import { onStack } from "../helpers/shared-stack";
import type { TestStack } from "../helpers/stack";

/** Needs the engine: it tells hosts and programs which values are not known yet. */

const region = "provider-a::region-1";

/** A value that only `up` knows: made from the id of something that is made in the same run. */
type Later = <T>(value: T) => pulumi.Output<T>;

type Given = (later: Later) => { net?: VpcArgs; hook?: Partial<WebhookArgs> };

const withProgram = (work: (stack: TestStack, run: (given: Given, source?: string) => void) => Promise<void>) =>
  onStack("unknowns", { speed: 300 }, async ({ stack }) => {
    const base = { instance: 1001, webhookUri: "https://hooks.example.com/a", vhost: "/", queue: "orders" };
    stack.program = async () => {};
    await work(stack, (given, source = "source") => {
      stack.program = async () => {
        const vpc = new Vpc(source, { name: "source", region, subnet: "10.1.1.0/24" });
        const { net, hook } = given((value) => vpc.id.apply(() => value));
        if (net) new Vpc("net", net);
        if (hook) new Webhook("hook", { ...base, ...hook });
      };
    });
  });

// What is known beside them is checked: unit/framework/check.
test("inputs that are not known before up are no failure, and up fills them in", () =>
  withProgram(async (stack, run) => {
    const good: Given = (later) => ({
      net: { name: later("later"), region: later("provider-a::region-2"), subnet: "10.2.0.0/16", tags: later(["a"]) },
      hook: { instance: later("1001"), queue: pulumi.interpolate`q-${later("x")}`, concurrency: later(2) },
    });
    run(good);
    expect((await stack.preview()).changes.sort()).toEqual(["create hook", "create net", "create source"]);

    expect((await stack.up()).changes.sort()).toEqual(["create hook", "create net", "create source"]);
    const made = stack.exportState().deployment.resources?.find(({ urn }) => urn.endsWith("::net"));
    expect(made?.outputs).toMatchObject({ name: "later", region: "provider-a::region-2", tags: ["a"] });
  }));

test("on what exists, an unknown input is previewed as the worst it can be, and is nothing when it turns out the same", () =>
  withProgram(async (stack, run) => {
    const known = { name: "net", region, subnet: "10.2.0.0/16", tags: ["a"] };
    run(() => ({ net: known }));
    await stack.up();

    // The new source is not made yet, so what comes from it is not known.
    run((later) => ({ net: { ...known, tags: later(["a"]) } }), "second");
    const update = await stack.preview();
    expect(update.changes).toContain("update net");
    expect(update.changes).not.toContain("replace net");

    run((later) => ({ net: { ...known, region: later(region) } }), "second");
    const replace = await stack.preview();
    expect(replace.changes).toContain("replace net");
    expect(replace.text).toContain("region is not known before up");

    expect((await stack.up()).changes.sort()).toEqual(["create second", "delete source"]);
  }));

test("a function asks for an instance that this run makes only in its form with outputs, which waits for it", () =>
  withProgram(async (stack) => {
    const failures: unknown[] = [];
    stack.program = async () => {
      const made = new Instance("made", { plan: "clustered-small-1", region });
      await getNodes({ instance: made }).catch((error: Error) => failures.push(error.message));
      const shop = Instance.get("shop", "1001");
      await getNodes({ instance: shop }).catch((error: Error) => failures.push(error.message));
      return { names: getNodesOutput({ instance: made }).apply((nodes) => nodes.map(({ name }) => name)) };
    };
    await stack.preview();
    expect(failures.splice(0)).toEqual(["getNodes: instance is not known before up: use getNodesOutput"]);
    await stack.up();
    expect(failures).toEqual([]);
    expect(await stack.outputs()).toEqual({ names: ["broker-1003-01"] });
  }));
