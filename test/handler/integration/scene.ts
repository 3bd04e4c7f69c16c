import type { RecordOf } from "../../../provider/emulator";
import { type Declared, resource, type SceneIn, sceneOf } from "../../helpers/handlers";
import type { Inputs, Kind } from "../../helpers/integration-systems";

/** Tests with integrations on a seeded instance. */
export const { withScene, it } = sceneOf(({ emulator, host }) => {
  const instance = "1001";
  const checking = host();
  return {
    declared: (system: string, config: unknown, over?: Partial<Declared>) =>
      resource("integration", "one", { instance, system, config }, over),
    /** The one integration of that kind that there is. */
    only(kind: Kind): RecordOf<Kind> {
      const all: RecordOf<Kind>[] = emulator.state()[kind];
      expect(all).toHaveLength(1);
      return all[0]!;
    },
    /** What preview says of these inputs. */
    async refused(inputs: Inputs) {
      const news = { __provider: "stub", instance, ...inputs };
      const { failures } = await checking.handler("integration").check({}, news);
      expect(emulator.requests()).toEqual([]);
      return failures;
    },
  };
});

export type Scene = SceneIn<typeof withScene>;
