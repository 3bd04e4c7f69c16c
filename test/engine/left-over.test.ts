import type * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import { emulator, sharedStack, stack } from "../helpers/shared-stack";
import type { StateResource } from "../helpers/stack";

/**
 * Needs the engine: it keeps what a cut replacement has left in its state, and deletes it in a later run.
 * An unfinished broker that `--replace` takes up again: the replacement and what it replaces have one id. Where the run
 * ends before it deletes what is replaced, a later run does so, and the broker must stay.
 */

const token = "pulumi-nodejs:dynamic/broker:Instance";
const speed = 300;
/** A creation takes a hundred seconds of the machine's time, and so ends only when a test lets it. */
const lasts = 100_000 * speed;

sharedStack("left-over", { speed });

afterEach(async () => {
  emulator.clearFaults();
  await stack.destroy();
});
beforeEach(() => emulator.clearRequests());

const declared =
  (options: pulumi.CustomResourceOptions = {}, region = "provider-a::region-1") =>
  async () => {
    new broker.Instance("shop", { plan: "clustered-small-1", region, tags: ["a"] }, options);
  };
const hurried = declared({ customTimeouts: { create: "2s" } });
const anew = () => ["--replace", stack.urn(token, "shop")];

/** The instances of the stack that are there. */
const there = () =>
  emulator.state().instances.flatMap(({ id, name, goneAt }) => (goneAt === null && name === "shop" ? [`${id}`] : []));
const deletes = () => emulator.received("DELETE").length;
const inState = () => {
  const { resources = [] } = stack.exportState().deployment;
  return resources
    .filter(({ type }) => type === token)
    .map(({ id, delete: condemned = false }: StateResource & { delete?: boolean }) => ({ id, condemned }));
};
const setCreating = (ms: number) => emulator.patch({ op: "set", in: "timings", id: 1, fields: { creating: [ms, ms] } });

/** Runs a create that is too short, and returns the id of the unfinished broker. */
async function leaveUnfinished(): Promise<string> {
  setCreating(lasts);
  stack.program = hurried;
  await stack.up({ exit: "failure" });
  const [id = ""] = there();
  return id;
}

/** Lets what is being created be ready. */
function finishCreation(): void {
  setCreating(1_000);
  emulator.advance(lasts);
}

/** Two runs that were too short, the second one of them with `--replace`: the state then holds the broker twice. */
async function leaveOver(): Promise<string> {
  const id = await leaveUnfinished();
  await stack.up({ flags: anew(), exit: "failure" });
  expect(inState().sort((a, b) => Number(a.condemned) - Number(b.condemned))).toEqual([
    { id, condemned: false },
    { id, condemned: true },
  ]);
  expect(there()).toEqual([id]);
  finishCreation();
  return id;
}

test("a run that goes on although the replacement failed deletes nothing, and the next one decides", async () => {
  const id = await leaveOver();
  stack.program = declared();
  emulator.fault({ match: { method: "GET", path: "/api/instances" }, times: "always", fault: { status: 403 } });
  const failed = await stack.up({ flags: [...anew(), "--continue-on-error"], exit: "failure" });
  expect(failed.text).toContain(
    `the old object Instance ${id} stays for now, because this run did not make the new object`,
  );
  expect([there(), deletes()]).toEqual([[id], 0]);
  emulator.clearFaults();
  await stack.up();
  expect([there(), deletes(), inState()]).toEqual([[id], 0, [{ id, condemned: false }]]);
  await stack.destroy();
  expect([there(), inState()]).toEqual([[], []]);
});
