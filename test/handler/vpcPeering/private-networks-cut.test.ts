import type { TestEmulator } from "../../helpers/emulator";
import { type Cut, type Declared, type HandlerStack, type Outcome, withHandlers } from "../../helpers/handlers";
import { makeInstanceVpcs } from "../../helpers/instance-vpcs";
import { momentsOf } from "../../helpers/moments";
import { expectNoErrors } from "../../helpers/outcomes";
import { incoming, peer } from "./scene";

/** The process is killed, or its engine goes, at each request of each operation; then the same run again. */

/** What is declared, given the emulator and the instance's VPC at the cloud provider. */
interface Subject {
  platform?: string;
  inputs(emulator: TestEmulator, ownVpc: string): Record<string, unknown>;
}

const peerings: Record<string, Subject> = {
  "a request": {
    inputs: () => ({ ...peer }),
  },
  "a request on provider C": {
    platform: "provider-c",
    inputs: () => ({ peerNetworkUri: "projects/my-project/global/networks/default" }),
  },
  "an acceptance": {
    inputs: (emulator, ownVpc) => ({ acceptRequest: incoming(emulator, ownVpc) }),
  },
};
const connects: Record<string, Subject> = {
  "VPC connect": { inputs: () => ({ allowedPrincipals: ["arn:cloud:iam::200000000002:root"] }) },
};

const subjects = [
  ...Object.entries(peerings).map(([what, subject]) => [what, "vpcPeering", subject] as const),
  ...Object.entries(connects).map(([what, subject]) => [what, "vpcConnect", subject] as const),
];

interface Scene {
  emulator: TestEmulator;
  stack: HandlerStack;
  program: Declared[];
  /** How many peerings and connectivities there are. */
  count(): number;
}

function scene<T>(type: string, { platform, inputs }: Subject, work: (scene: Scene) => Promise<T>): Promise<T> {
  return withHandlers(({ emulator, stack }) => {
    const [ownVpc = ""] = makeInstanceVpcs(emulator, platform);
    const instance = `${emulator.instances[0]?.id}`;
    return work({
      emulator,
      stack: stack(),
      program: [{ type, name: "one", inputs: { instance, ...inputs(emulator, ownVpc) } }],
      count() {
        const state = emulator.state();
        const connected = state.vpcConnects.filter(({ enabled }) => enabled);
        return [...state.peerings, ...state.networkPeerings, ...connected].length;
      },
    });
  });
}

/** An operation: what is there before it, the run that is cut, and what is there after the same run again. */
interface Operation {
  prepare(scene: Scene): Promise<unknown>;
  run(scene: Scene, cut?: Cut): Promise<Outcome>;
  expectDone(scene: Scene): Promise<void>;
}

const operations: Record<string, Operation> = {
  create: {
    prepare: async () => {},
    run: ({ stack, program }, cut) => stack.up(program, { cut }),
    async expectDone({ stack, program, count }) {
      expect(count()).toBe(1);
      expect(await stack.up(program)).toMatchObject({ changes: [], errors: [], calls: [] });
    },
  },
  destroy: {
    prepare: async ({ stack, program }) => expectNoErrors(await stack.up(program)),
    run: ({ stack }, cut) => stack.destroy({ cut }),
    async expectDone({ stack, count }) {
      expect([stack.state, count()]).toEqual([[], 0]);
    },
  },
};

/** Prepares an operation and runs it; a run that is cut is run again. The answer is what the first one's requests were. */
async function cutAt(made: Scene, operation: Operation, cut?: Cut) {
  const { emulator } = made;
  await operation.prepare(made);
  emulator.clearRequests();
  const run = await operation.run(made, cut);
  const requests = emulator.requests();
  if (cut) expect(run.requests).toBeGreaterThanOrEqual(cut.request);
  expectNoErrors(cut ? await operation.run(made) : run);
  await operation.expectDone(made);
  return requests;
}

let cuts = 0;
afterAll(() => console.log(`private network cuts: ${cuts} cases (kind, operation, state, fault)`));

describe.each(subjects)("%s", (_what, type, subject) => {
  test.each(Object.entries(operations))("%s", async (_name, operation) => {
    const moments = momentsOf(await scene(type, subject, (made) => cutAt(made, operation)));
    expect(moments.length).toBeGreaterThanOrEqual(3);
    for (const how of ["before", "after", "gone"] as const) {
      for (const request of moments) {
        await scene(type, subject, (made) => cutAt(made, operation, { request, how })).catch((error: Error) => {
          throw new Error(`${how} request ${request}: ${error.message}`);
        });
        cuts += 1;
      }
    }
  });
});
