import type { Fault } from "../../../provider/emulator";
import { type Declared, type Handlers, startHandlers } from "../../helpers/handlers";
import { makeInstanceVpcs } from "../../helpers/instance-vpcs";
import { expectNoErrors, minutes, progress } from "../../helpers/outcomes";
import { act, busyAnswers } from "../everyKind/busy-scene";
import { incoming, peer } from "./scene";

/** A service that is busy, or an instance that is stopped, for ten minutes, with each write of peerings and VPC connect: waited out, and done once. */

const arn = (user: string) => `arn:cloud:iam::200000000002:${user}`;

let at: Handlers;
let instance: string;
let acceptRequest: string;

beforeEach(async () => {
  at = await startHandlers();
  instance = `${at.emulator.instances[0]?.id}`;
  const [vpc_id = ""] = makeInstanceVpcs(at.emulator);
  acceptRequest = incoming(at.emulator, vpc_id);
});
afterEach(() => at.close());

const declared = (type: string, inputs: object): Declared => ({ type, name: "one", inputs: { instance, ...inputs } });
const request = () => declared("vpcPeering", peer);
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

/** Runs it while `end` comes ten minutes later. */
async function outlasts({ before, now, isDone }: Operation, begin: () => Promise<void>, end: () => Promise<void>) {
  const stack = at.stack();
  if (before) expectNoErrors(await stack.up([before()]));
  await begin();
  const ended = at.clock.sleep(minutes(10)).then(end);
  const run = expectNoErrors(await stack.up(now ? [now()] : []));
  await ended;
  expect(run.ms).toBeGreaterThanOrEqual(minutes(10));
  expect(run.ms).toBeLessThan(minutes(14));
  expect(progress(run).length).toBeGreaterThan(10);
  expect(isDone()).toBe(true);
  expect(stack.state).toHaveLength(now ? 1 : 0);
}

describe.each(operations)("$what", (operation) => {
  test.each(busyAnswers)("%s", (_what, fault) =>
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

/** What the service refuses in passing, as recordings of it show. */
const passing: [string, Fault][] = [
  [
    "Failed to list VPC peering connections",
    { status: 400, body: { error: "Failed to list VPC peering connections" } },
  ],
  [
    "a peering operation in progress",
    { status: 400, body: { error: "There is a peering operation in progress, please try again later" } },
  ],
  [
    "firewall rules that are configuring",
    {
      status: 400,
      body: { message: "There are firewall rules that have not finished configuring yet, try again in a few minutes" },
    },
  ],
  ["409 with code 40099", { status: 409, body: { error_code: 40099, error: "The backend is busy" } }],
];

describe.each(operations.slice(0, 3))("$what, refused in passing", (operation) => {
  test.each(
    passing.flatMap(([what, fault]) => ["GET", operation.method].map((method) => [what, method, fault] as const)),
  )("with %s to %s", (_what, method, fault) =>
    outlasts(
      operation,
      async () => at.emulator.fault({ match: { method, path: "/instance/api/vpc-peering*" }, times: "always", fault }),
      async () => at.emulator.clearFaults(),
    ),
  );
});

// Peerings of the VPC do not need the instance.
const onInstance = operations.filter(({ what }) => /acceptance|connect/.test(what));
test.each(onInstance)("$what while the instance is stopped", (operation) =>
  outlasts(
    operation,
    () => act(at, "stop"),
    () => act(at, "start"),
  ),
);
