import * as broker from "pulumi-broker";
import { expectNoSecrets, secretsOf, textsOf } from "../helpers/canaries";
import type { Run } from "../helpers/engine-run";
import { emulator, sharedStack, stack } from "../helpers/shared-stack";
import type { Operation, RunOptions } from "../helpers/stack";

/**
 * Needs the engine: it decides what a change of an instance means for its VPC and for the webhook that uses its id.
 * Each single change is in the handler tier. The tests are the steps, in this order.
 */

let args: broker.InstanceArgs = {
  plan: "clustered-medium-1",
  region: "provider-a::region-1",
  tags: ["a"],
  rmqVersion: "3.12.13",
};
let timeouts: { delete?: string } = {};

const program = async () => {
  const vpc = new broker.Vpc("net", { region: "provider-a::region-1", subnet: "10.56.72.0/24" });
  // A shop outside the VPC may move to another region without it.
  const within = args.region === "provider-a::region-1" ? { vpc } : {};
  const instance = new broker.Instance("shop", { ...within, ...args }, { customTimeouts: timeouts });
  new broker.Webhook("hook", { instance, webhookUri: "https://example.com/hook", vhost: "/", queue: "orders" });
  const { url, urls, password, apiKey, host } = instance;
  return { url, urls, password, apiKey, host };
};

sharedStack("instance", { speed: 400 }, () => {
  stack.program = program;
});

/** The service's records of the instance, without those that are on their way out. */
const held = () => emulator.state().instances.filter(({ name, goneAt }) => name === "shop" && goneAt === null);

/** Runs, and looks for secrets in all that it left behind; what was received before is forgotten. */
async function run(operation: Operation, options?: RunOptions): Promise<Run> {
  emulator.clearRequests();
  const done = await stack[operation](options);
  expectNoSecrets(textsOf(operation, done, stack, emulator), secretsOf(emulator));
  return done;
}

/** The requests of the last run that change something, without the instance's number. */
const writes = () =>
  emulator.writes().map(({ method, path, body }) => `${method} ${path.replace(/\/\d+/, "")} ${JSON.stringify(body)}`);
const posts = () =>
  writes()
    .filter((text) => text.startsWith("POST"))
    .map((text) => text.split(" ")[1]);

const said = ({ diagnostics }: Run) => diagnostics.filter(({ ephemeral }) => !ephemeral).map(({ message }) => message);

test("create: previewed with its price, made once, its secrets hidden", async () => {
  const preview = await run("preview");
  expect(preview.changes.sort()).toEqual(["create hook", "create net", "create shop"]);
  expect(said(preview)).toContainEqual(expect.stringContaining("99 USD per month"));
  expect(writes()).toEqual([]);
  const up = await run("up");
  expect(up.changes.sort()).toEqual(["create hook", "create net", "create shop"]);
  expect(posts().sort()).toEqual(["/customer/api/instances", "/customer/api/vpcs", "/instance/api/webhooks"]);
  expect(held()).toMatchObject([{ tags: ["a"], rmq_version: "3.12.13", vpc_id: expect.any(Number) }]);
  for (const name of ["url", "urls", "password", "apiKey"]) {
    expect(up.stdout).toMatch(new RegExp(`\\b${name}\\s*: \\[secret\\]`));
  }
});

test("in place: all that can be; what uses only its id stays as it is", async () => {
  const [before] = held();
  args = {
    ...args,
    ...{ plan: "clustered-medium-3", tags: ["b"], rmqVersion: "3.13.7" },
    ...{ disk: { extraSize: 100 }, config: { heartbeat: 30 } },
  };
  const preview = await run("preview");
  expect(preview.changes).toEqual(["update shop"]);
  expect(writes()).toEqual([]);
  expect(said(preview)).toContainEqual(expect.stringMatching(/99 → 297 USD per month/));
  expect((await run("up")).changes).toEqual(["update shop"]);
  expect(writes().sort()).toEqual([
    'POST /instance/api/actions/upgrade-broker {"version":"3.13.7"}',
    'PUT /customer/api/instances {"name":"shop","tags":["b"]}',
    'PUT /customer/api/instances {"plan":"clustered-medium-3"}',
    'PUT /customer/api/instances/disk {"extra_disk_size":100}',
    'PUT /instance/api/config {"broker.heartbeat":30}',
  ]);
  expect(held()).toMatchObject([{ id: before?.id, nodes: 3, extra_disk_size: 100, rmq_version: "3.13.7" }]);
});

test("replaced: the preview shows what is lost, and its children as replaced; another id, and the old one gone", async () => {
  const [before] = held();
  args = { ...args, region: "provider-a::region-2" };
  const preview = await run("preview");
  expect(preview.changes).toEqual(expect.arrayContaining(["replace shop", "replace hook"]));
  expect(preview.changes.filter((text) => text.endsWith(" net"))).toEqual([]);
  expect(said(preview)).toContainEqual(expect.stringMatching(/replaced because of region: its messages, queues/));
  expect(writes()).toEqual([]);
  const up = await run("up");
  expect(up.changes).toEqual(expect.arrayContaining(["create-replacement shop", "delete-replaced shop"]));
  expect(posts()).toContain("/customer/api/instances");
  expect(held()).toMatchObject([{ region: "provider-a::region-2", extra_disk_size: 100 }]);
  expect(held()[0]?.id).not.toBe(before?.id);
});

test("deleted outside: a refresh drops it with its child, and one up brings both back, once", async () => {
  const [{ id } = { id: 0 }] = held();
  emulator.patch({ op: "delete", in: "instances", id });
  expect((await run("refresh")).changes.sort()).toEqual(["delete hook", "delete shop"]);
  expect((await run("up")).changes.sort()).toEqual(["create hook", "create shop"]);
  expect(posts()).toEqual(["/customer/api/instances", "/instance/api/webhooks"]);
  expect(held()).toHaveLength(1);
  expect(held()[0]?.id).not.toBe(id);
});

test("customTimeouts.delete alone is an update that sends nothing, and the next destroy keeps to it", async () => {
  timeouts = { delete: "1s" };
  expect((await run("up")).changes).toEqual(["update shop"]);
  expect(emulator.requests()).toEqual([]);
  emulator.patch({ op: "set", in: "timings", id: 1, fields: { deleting: [4_000_000, 4_000_000] } });
  const cut = await run("destroy", { exit: "failure" });
  expect(cut.text).toMatch(/gave up waiting for instance \d+ to be gone after [12]s/);
  emulator.patch({ op: "set", in: "timings", id: 1, fields: { deleting: [0, 0] } });
  emulator.advance(4_000_000);
  expect((await run("destroy")).changes).toEqual(["delete shop"]);
  expect(held()).toEqual([]);
});
