import type { RecordOf } from "../../../provider/emulator";
import { type Declared, type Handlers, withHandlers } from "../../helpers/handlers";
import { expectNothingToDo } from "../../helpers/outcomes";
import { testsOf } from "../../helpers/tests-of";
import { lasting } from "../instance/scene";

/** A stack with the custom domain of the seeded instance. */
export interface Scene extends Handlers {
  one: ReturnType<Handlers["stack"]>;
  program(inputs?: Record<string, unknown>, timeouts?: Declared["timeouts"]): Declared[];
  record(): RecordOf<"customDomains"> | undefined;
  patch(fields: Partial<RecordOf<"customDomains">>): void;
  /** What changed something, with its answer. */
  writes(): string[];
}

/** The custom domain of the seeded instance, made in 30 seconds and removed in 15. */
export function scene(work: (scene: Scene) => Promise<void>): Promise<void> {
  return withHandlers(async (handlers) => {
    const { emulator } = handlers;
    lasting(emulator, { certifying: 30_000, removingDomain: 15_000 });
    const record = () => emulator.state().customDomains[0];
    const patch = (fields: object) => emulator.patch({ op: "set", in: "customDomains", id: record()?.id ?? 0, fields });
    await work({
      ...handlers,
      one: handlers.stack(),
      program: (inputs, timeouts) => [
        {
          type: "customDomain",
          name: "one",
          inputs: { instance: `${emulator.instances[0]?.id}`, hostname: "mq.example.com", ...inputs },
          ...(timeouts && { timeouts }),
        },
      ],
      record,
      patch,
      writes: () =>
        emulator.writes().map(({ method, body, status }) => `${method} ${JSON.stringify(body) ?? ""} ${status}`),
    });
  });
}

/** A request to set a host name, with its answer. */
export const set = (hostname: string) => `POST {"hostname":"${hostname}"} 202`;
/** A request to remove the host name, with its answer. */
export const removed = "DELETE  202";
/** Another host name than the usual one. */
export const other = { hostname: "new.example.com" };

/** Expects that nothing is left to do. */
export async function expectSettled(
  { one, program }: Scene,
  inputs = {},
  timeouts?: Declared["timeouts"],
): Promise<void> {
  expect(one.entry("one").outputs).toMatchObject({ configured: true });
  expect(one.entry("one").outputs).not.toHaveProperty("__pending");
  expect(one.entry("one").outputs).not.toHaveProperty("__sent");
  await expectNothingToDo(one, program(inputs, timeouts));
}

/** A test with this scene. */
export const it = testsOf(scene);
