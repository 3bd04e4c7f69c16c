import type { RecordOf } from "../../../provider/emulator";
import { type Declared, type HandlerStack, type Handlers, withHandlers } from "../../helpers/handlers";
import type { Inputs, Kind } from "../../helpers/integration-systems";
import { testsOf } from "../../helpers/tests-of";

/** The seeded instance that tests put integrations on, and a stack that declares nothing yet. */
export interface Scene extends Handlers {
  one: HandlerStack;
  declared(system: string, config: unknown, over?: Partial<Declared>): Declared;
  /** The one integration of that kind that there is. */
  only(kind: Kind): RecordOf<Kind>;
  /** What preview says of these inputs. */
  refused(inputs: Inputs): Promise<{ property: string; reason: string }[]>;
}

/** Runs `work` with a service and a stack of its own. */
export function withScene<T>(work: (scene: Scene) => Promise<T>): Promise<T> {
  return withHandlers(async (handlers) => {
    const { emulator, host, stack } = handlers;
    const instance = "1001";
    const checking = host();
    return work({
      ...handlers,
      one: stack(),
      declared: (system, config, over = {}) => ({
        type: "integration",
        name: "one",
        inputs: { instance, system, config },
        ...over,
      }),
      only(kind) {
        const all: RecordOf<Kind>[] = emulator.state()[kind];
        expect(all).toHaveLength(1);
        return all[0]!;
      },
      async refused(inputs) {
        const news = { __provider: "stub", instance, ...inputs };
        const { failures } = await checking.handler("integration").check({}, news);
        expect(emulator.requests()).toEqual([]);
        return failures;
      },
    });
  });
}

/** A test with this scene. */
export const it = testsOf(withScene);
