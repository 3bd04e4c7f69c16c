import type { TestEmulator } from "../helpers/emulator";
import { type Cut, type Declared, type HandlerStack, withHandlers } from "../helpers/handlers";
import { makeInstanceVpcs } from "../helpers/instance-vpcs";
import { incoming, peer } from "./peering-scene";

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

const operations = {
  async create({ stack, program, count }: Scene, cut: Cut) {
    const { requests } = await stack.up(program, { cut });
    expect((await stack.up(program)).errors).toEqual([]);
    expect(count()).toBe(1);
    expect(await stack.up(program)).toMatchObject({ changes: [], errors: [], calls: [] });
    return requests;
  },
  async destroy({ stack, program, count }: Scene, cut: Cut) {
    expect((await stack.up(program)).errors).toEqual([]);
    const { requests } = await stack.destroy({ cut });
    expect((await stack.destroy()).errors).toEqual([]);
    expect([stack.state, count()]).toEqual([[], 0]);
    return requests;
  },
};

describe.each(subjects)("%s", (_what, type, subject) => {
  test.each(Object.entries(operations))("%s", async (_name, operation) => {
    let cut = 0;
    for (const how of ["before", "after", "gone"] as const) {
      // Until a run ends before its request of this number.
      for (let request = 1, hit = true; hit; request += 1) {
        const requests = await scene(type, subject, (made) => operation(made, { request, how })).catch(
          (error: Error) => {
            throw new Error(`${how} request ${request}: ${error.message}`);
          },
        );
        hit = requests >= request;
        cut += Number(hit);
      }
    }
    expect(cut).toBeGreaterThanOrEqual(9);
  });
});
