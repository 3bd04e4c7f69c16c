import type { Fault } from "../../provider/emulator";
import { type Declared, type Handlers, type Outcome, startHandlers } from "../helpers/handlers";
import { makeInstanceVpcs } from "../helpers/instance-vpcs";

/** A service that is busy, or an instance that is stopped, for ten minutes, with each write of peerings and VPC connect: waited out, and done once. */

const busy: [string, Fault][] = [
  ["Timeout talking to backend", { status: 400, body: { error: "Timeout talking to backend" } }],
  ["40099", { status: 400, body: { error_code: 40099, error: "Busy" } }],
  ["40001", { status: 400, body: { error_code: 40001, message: "Your new firewall rules have not finished" } }],
  ["423", { status: 423, body: { error: "Locked" } }],
];

const minutes = (n: number) => n * 60_000;
const arn = (user: string) => `arn:cloud:iam::200000000002:${user}`;

let at: Handlers;
let instance: string;
let acceptRequest: string;

beforeEach(async () => {
  at = await startHandlers();
  instance = `${at.emulator.instances[0]?.id}`;
  const [vpc_id = ""] = makeInstanceVpcs(at.emulator);
  const accepter = { owner_id: "100000000001", vpc_id, cidr_block: "10.56.72.0/24" };
  at.emulator.patch({ op: "add", in: "peerings", fields: { accepter } });
  acceptRequest = at.emulator.state().peerings[0]?.connection_id ?? "";
});
afterEach(() => at.close());

const declared = (type: string, inputs: object): Declared => ({ type, name: "one", inputs: { instance, ...inputs } });
const request = () =>
  declared("vpcPeering", { peerAccountId: "200000000002", peerVpcId: "vpc-0a1b2c3d", peerSubnet: "10.1.0.0/16" });
const accept = () => declared("vpcPeering", { acceptRequest });
const connect = (user = "root") => declared("vpcConnect", { allowedPrincipals: [arn(user)] });

interface Operation {
  what: string;
  method: string;
  /** What is there before. */
  before?: () => Declared;
  /** What is declared then; nothing where it is removed. */
  now?: () => Declared;
  isDone(): boolean;
}

const peerings = () => at.emulator.state().peerings.filter(({ status }) => status !== "deleting");
const connected = () => at.emulator.state().vpcConnects.find(({ enabled }) => enabled)?.allowed;

const operations: Operation[] = [
  { what: "a request", method: "POST", now: request, isDone: () => peerings().length === 2 },
  { what: "an acceptance", method: "PUT", now: accept, isDone: () => peerings()[0]?.status === "active" },
  { what: "a peering's removal", method: "DELETE", before: request, isDone: () => peerings().length === 1 },
  { what: "VPC connect", method: "POST", now: connect, isDone: () => connected()?.[0] === arn("root") },
  {
    what: "another list of VPC connect",
    method: "PUT",
    before: connect,
    now: () => connect("user/ops"),
    isDone: () => connected()?.[0] === arn("user/ops"),
  },
  { what: "VPC connect's removal", method: "DELETE", before: connect, isDone: () => connected() === undefined },
];

/** As the ends of lines that pass: what the row of the resource showed meanwhile. */
const progress = ({ lines }: Outcome) => lines.filter(({ passing }) => passing).map(({ text }) => text);

/** Runs it while `end` comes ten minutes later. */
async function outlasts({ before, now, isDone }: Operation, begin: () => Promise<void>, end: () => Promise<void>) {
  const stack = at.stack();
  if (before) expect((await stack.up([before()])).errors).toEqual([]);
  await begin();
  const ended = at.clock.sleep(minutes(10)).then(end);
  const run = await stack.up(now ? [now()] : []);
  await ended;
  expect(run.errors).toEqual([]);
  expect(run.ms).toBeGreaterThanOrEqual(minutes(10));
  expect(run.ms).toBeLessThan(minutes(14));
  expect(progress(run).length).toBeGreaterThan(10);
  expect(isDone()).toBe(true);
  expect(stack.state).toHaveLength(now ? 1 : 0);
}

describe.each(operations)("$what", (operation) => {
  test.each(busy)("%s", (_what, fault) =>
    outlasts(
      operation,
      async () =>
        at.emulator.fault({
          match: { method: operation.method, path: "/instance/api/vpc-*" },
          times: "always",
          fault,
        }),
      async () => at.emulator.clearFaults(),
    ),
  );
});

const act = async (action: string) => {
  const { status } = await at.emulator.call("POST", `/instance/api/actions/${action}`, { body: {} });
  expect(status).toBe(200);
  // What is stopped is down a moment later.
  if (action === "stop") await at.clock.advance(30_000);
};

// Peerings of the VPC do not need the instance.
const onInstance = operations.filter(({ what }) => /acceptance|connect/.test(what));
test.each(onInstance)("$what while the instance is stopped", (operation) =>
  outlasts(
    operation,
    () => act("stop"),
    () => act("start"),
  ),
);
