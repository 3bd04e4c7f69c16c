import * as broker from "pulumi-broker";
import type { Run } from "../helpers/engine-run";
import { onStack } from "../helpers/shared-stack";

/** Needs the engine: it keeps id and errors of a half-made create, which the next run updates without refresh. */

const net = { name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24", tags: ["a"] };
const type = "pulumi-nodejs:dynamic/broker:Vpc";

test("a check and a preview name what is unfinished and the hidden value that was changed outside, and show no value", () =>
  onStack("found", {}, async ({ emulator, stack }) => {
    const hook = { instance: 1001, webhookUri: "https://example.com/hook-4711", vhost: "/", queue: "orders" };
    stack.program = async () => {
      new broker.Vpc("net", net, { customTimeouts: { create: "5s" } });
      new broker.Webhook("orders", hook);
      new broker.Webhook("others", { ...hook, queue: "others" });
    };
    await stack.up({ exit: "failure", flags: ["--continue-on-error"] });
    const inState = () => stack.exportState().deployment.resources?.find((each) => each.type === type);
    const { vpcs, webhooks } = emulator.state();
    expect(inState()).toMatchObject({
      id: `${vpcs[0]?.id}`,
      initErrors: [expect.stringMatching(/gave up waiting for .* after/)],
    });
    const orders = webhooks.find(({ queue }) => queue === "orders")!;
    const theirs = "https://theirs.example.com/token-4712";
    emulator.patch({ op: "set", in: "webhooks", id: orders.id, fields: { webhook_uri: theirs } });

    const linesOf = (run: Run) =>
      run.diagnostics
        .filter(({ urn, ephemeral }) => urn.includes("dynamic/broker:") && !ephemeral)
        .map(({ severity, message }) => `${severity}: ${message}`);
    const reason = `gave up waiting for VPC ${vpcs[0]?.id} after 5s: being created; run again`;
    const unfinished = (who: string) =>
      expect.stringMatching(
        RegExp(`^info: Vpc "net": is unfinished: ${who} goes on with it; the last up ended with: ${reason}`),
      );
    const found = await stack.refresh({ flags: ["--preview-only", "--expect-no-changes"], exit: 7 });
    expect(found.changes.sort()).toEqual(["update net", "update orders"]);
    expect(linesOf(found).sort()).toEqual([
      unfinished("the next up"),
      'warning: Webhook "orders": webhookUri was changed outside; pulumi up --refresh changes it back',
    ]);
    expect(linesOf(await stack.preview())).toEqual([unfinished("the update")]);

    // The engine shows a secret that changes as one that stays, so a line names it.
    await stack.refresh();
    const shown = await stack.preview({ flags: ["--diff"] });
    expect(linesOf(shown).sort()).toEqual([unfinished("the update"), 'info: Webhook "orders": webhookUri changes']);
    for (const run of [found, shown]) for (const uri of [theirs, hook.webhookUri]) expect(run.text).not.toContain(uri);

    const kept = inState();
    expect([kept?.id, kept?.initErrors ?? []]).toEqual([`${vpcs[0]?.id}`, []]);
    emulator.advance(200_000);
    emulator.clearRequests();
    expect((await stack.up()).changes.sort()).toEqual(["update net", "update orders"]);
    expect(emulator.received("POST")).toEqual([]);
    expect(emulator.state().vpcs).toMatchObject([{ ...net, id: vpcs[0]?.id }]);
    expect(emulator.state().webhooks.map(({ webhook_uri }) => webhook_uri)).toEqual(Array(2).fill(hook.webhookUri));
    expect(linesOf(await stack.refresh({ flags: ["--preview-only", "--expect-no-changes"] }))).toEqual([]);
  }));
