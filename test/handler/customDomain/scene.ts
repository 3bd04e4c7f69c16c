import type { RecordOf } from "../../../provider/emulator";
import { type Declared, resource, type SceneIn, sceneOf } from "../../helpers/handlers";
import { expectNothingToDo } from "../../helpers/outcomes";
import { lasting } from "../instance/scene";

/** Tests with the custom domain of a seeded instance, made in 30 seconds and removed in 15. */
export const { withScene, it } = sceneOf(({ emulator }) => {
  lasting(emulator, { certifying: 30_000, removingDomain: 15_000 });
  const instance = `${emulator.instances[0]?.id}`;
  const record = () => emulator.state().customDomains[0];
  return {
    program: (inputs?: Record<string, unknown>, timeouts?: Declared["timeouts"]) => [
      resource("customDomain", "one", { instance, hostname: "mq.example.com", ...inputs }, timeouts && { timeouts }),
    ],
    record,
    patch: (fields: Partial<RecordOf<"customDomains">>) =>
      emulator.patch({ op: "set", in: "customDomains", id: record()?.id ?? 0, fields }),
    /** What changed something, with its answer. */
    writes: () =>
      emulator.writes().map(({ method, body, status }) => `${method} ${JSON.stringify(body) ?? ""} ${status}`),
  };
});

export type Scene = SceneIn<typeof withScene>;

/** A request to set a host name, with its answer. */
export const set = (hostname: string) => `POST {"hostname":"${hostname}"} 202`;
/** A request to remove the host name, with its answer. */
export const removed = "DELETE  202";
/** Another host name than the usual one. */
export const other = { hostname: "new.example.com" };

/** Expects that nothing is left to do. */
export async function expectSettled({ one, program }: Scene, inputs = {}, timeouts?: Declared["timeouts"]) {
  expect(one.entry("one").outputs).toMatchObject({ configured: true });
  expect(one.entry("one").outputs).not.toHaveProperty("__pending");
  expect(one.entry("one").outputs).not.toHaveProperty("__sent");
  await expectNothingToDo(one, program(inputs, timeouts));
}
