import type { EmulatorOptions, LoggedRequest, RecordOf } from "../../../provider/emulator";
import type { TestEmulator } from "../../helpers/emulator";
import { type Declared, resource, type SceneIn, sceneOf } from "../../helpers/handlers";
import { expectNothingToDo } from "../../helpers/outcomes";
import { testsOf } from "../../helpers/tests-of";

export type Inputs = Record<string, unknown>;

/** A dedicated instance on the oldest version, with a disk and a setting of its own. */
export const usual: Inputs = {
  name: "shop",
  plan: "clustered-medium-1",
  region: "provider-a::region-1",
  tags: ["a", "b"],
  disk: { extraSize: 25 },
  config: { heartbeat: 60 },
  rmqVersion: "3.11.28",
};

/** Makes how long something takes exact. */
export function lasting(emulator: TestEmulator, timings: Partial<Record<keyof RecordOf<"timings">, number>>): void {
  const fields = Object.fromEntries(Object.entries(timings).map(([name, ms]) => [name, [ms, ms]]));
  emulator.patch({ op: "set", in: "timings", id: 1, fields });
}

/** Tests on a service on which everything is quick, with a stack that declares nothing yet. */
export const { withScene, it } = sceneOf(({ emulator, one }) => {
  const quick = { creating: 8_000, reconfiguring: 8_000, expandingDisk: 8_000, swappingDisk: 8_000 };
  lasting(emulator, { ...quick, upgrading: 8_000, restarting: 5_000, deleting: 5_000 });
  return {
    /** The program with these inputs over {@link usual}; `undefined` takes one out. */
    program(inputs: Inputs = {}, over: Partial<Declared> = {}) {
      const all = Object.entries({ ...usual, ...inputs }).filter(([, value]) => value !== undefined);
      return [resource("instance", "one", Object.fromEntries(all), over)];
    },
    /** The service's record of the stack's instance. */
    record(): RecordOf<"instances"> {
      const found = emulator.state().instances.find(({ id }) => `${id}` === one.entry("one").id);
      if (found === undefined) throw new Error("the stack's instance is not on the service");
      return found;
    },
  };
});

export type Scene = SceneIn<typeof withScene>;

/** The services that instances are tried on: what no specification promises may be missing. */
export const services: [string, EmulatorOptions][] = [
  ["as a live service answers", {}],
  ["with the specified fields alone", { specifiedOnly: true }],
];

/** The same, with the instance made; what was received until then is forgotten. */
export function withInstance<T>(
  work: (scene: Scene) => Promise<T>,
  inputs: Inputs = {},
  options: EmulatorOptions = {},
): Promise<T> {
  return withScene(async (scene) => {
    expect((await scene.one.up(scene.program(inputs))).errors).toEqual([]);
    scene.emulator.clearRequests();
    return work(scene);
  }, options);
}

/** The same, made with these inputs over the usual ones. */
export const withInstanceOf = <T>(inputs: Inputs, work: (scene: Scene) => Promise<T>) => withInstance(work, inputs);

/** A write on one line, without the instance's number: `PUT /disk {"extra_disk_size":50}`. */
export function line({ method, path, body }: LoggedRequest): string {
  const short = path.replace(/^\/(customer\/api\/instances(\/\d+)?|instance\/api)/, "") || "/";
  return body === undefined ? `${method} ${short}` : `${method} ${short} ${JSON.stringify(body)}`;
}

export const lines = (emulator: TestEmulator): string[] => emulator.writes().map(line);

/** Nothing is left to do, nothing is marked as unfinished, and what the service holds is what is declared. */
export async function expectSettled({ one, program }: Scene, inputs: Inputs = {}): Promise<void> {
  expect(one.state).toMatchObject([{ initErrors: [], condemned: false }]);
  expect(one.entry("one").outputs).not.toHaveProperty("__pending");
  expect(one.entry("one").outputs).not.toHaveProperty("__sent");
  await expectNothingToDo(one, program(inputs));
}

/** Tests on a service with these options. */
export const itOn = (options: EmulatorOptions) =>
  testsOf((work: (scene: Scene) => Promise<unknown>) => withScene(work, options));

/** Tests with the instance made, of these inputs over the usual ones. */
export const onInstanceOf = (inputs: Inputs, options?: EmulatorOptions) =>
  testsOf((work: (scene: Scene) => Promise<unknown>) => withInstance(work, inputs, options));
export const onInstance = onInstanceOf({});
