import type { Fault, FaultRule } from "../../../provider/emulator";
import type { TestEmulator } from "../../helpers/emulator";
import { type Entry, type HandlerStack, type Handlers, startHandlers } from "../../helpers/handlers";
import type { DoorName } from "../../helpers/plugin-door";
import type { Subject } from "./answers-subjects";

/** One object in the state of a stack, and the service that holds it. */
export interface SharedScene {
  emulator: TestEmulator;
  one: HandlerStack;
  /** The path of the object's collection, for a kind that a refresh looks for in a list. */
  list?: string;
  path: string;
  /** The paths that a refresh reads. */
  looked: readonly string[];
  /** Makes the state of now the one that is put back. */
  keep(): void;
}

/** The kinds on which the faults are played that no kind sees: in a list, on its own, and in a part of an instance. */
export const plainKinds = ["webhook", "instance", "brokerConfig"];

/** Plays this fault at each GET of a path. */
export const always = (path: string, fault: Fault): FaultRule => ({
  match: { method: "GET", path },
  times: "always",
  fault,
});

/** Plays this fault at each request that changes something. */
export const refuseWrites = (emulator: TestEmulator, fault: Fault) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"])
    emulator.fault({ match: { method, path: "*" }, times: "always", fault });
};

/**
 * Makes one object for all tests of a `describe`. Each call of the returned function ends the faults and puts the state
 * back, so that a test that leaves the service as it was needs no object of its own.
 */
export function shareScene(subject: Subject, door: DoorName): () => SharedScene {
  let handlers: Handlers;
  let scene: SharedScene;
  let state: readonly Entry[];
  beforeAll(async () => {
    handlers = await startHandlers({ door });
    const { emulator } = handlers;
    const one = handlers.stack();
    const { list, one: path } = await subject.prepare(one, emulator);
    emulator.clearRequests();
    // After an import, the first refresh notes in the state what the program declares.
    expect((await one.refresh()).errors).toEqual([]);
    state = one.state;
    const looked = [...new Set(emulator.requests().map((each) => each.path))];
    const keep = () => {
      state = one.state;
    };
    scene = { emulator, one, path, looked, keep, ...(list !== undefined && { list }) };
  });
  afterAll(() => handlers.close());
  return () => {
    scene.emulator.clearFaults();
    scene.one.state = [...state];
    return scene;
  };
}
