import type { RecordOf } from "../../../provider/emulator";
import { type Declared, type Handlers, withHandlers } from "../../helpers/handlers";
import { testsOf } from "../../helpers/tests-of";
import { lasting } from "../instance/scene";

/** A stack on the seeded instance, whose plugins take exactly 20 seconds to change. */
export interface Scene extends Handlers {
  one: ReturnType<Handlers["stack"]>;
  instance: string;
  /** A standard plugin, which its resource is named after. */
  declare(name: string, over?: Partial<Declared>): Declared;
  /** One resource "one", for `broker_mqtt` unless the inputs name another plugin. */
  program(inputs?: { name?: string; community?: boolean }, timeouts?: Declared["timeouts"]): Declared[];
  record(name?: string): RecordOf<"plugins">;
  patch(name: string, fields: Partial<RecordOf<"plugins">>): void;
  /** The requests that change something, with their answers: `POST /plugins?async=true 204`. */
  writes(): string[];
  /** The answers to the requests that enable a plugin. */
  posts(): number[];
}

export function scene(work: (scene: Scene) => Promise<void>): Promise<void> {
  return withHandlers(async (handlers) => {
    const { emulator } = handlers;
    lasting(emulator, { changingPlugin: 20_000 });
    const instance = `${emulator.instances[0]?.id}`;
    const record = (name = "broker_mqtt") => {
      const found = emulator.state().plugins.find((each) => each.name === name && `${each.instance_id}` === instance);
      if (found === undefined) throw new Error(`there is no plugin ${name}`);
      return found;
    };
    const declare = (name: string, { inputs, ...over }: Partial<Declared> = {}): Declared => ({
      type: "plugin",
      name,
      inputs: { instance, name, community: false, ...inputs },
      ...over,
    });
    const sent = () => emulator.writes();
    await work({
      ...handlers,
      one: handlers.stack(),
      instance,
      declare,
      program: (inputs, timeouts) => [
        declare("one", { inputs: { name: "broker_mqtt", ...inputs }, ...(timeouts && { timeouts }) }),
      ],
      record,
      patch: (name, fields) => emulator.patch({ op: "set", in: "plugins", id: record(name).id, fields }),
      writes: () =>
        sent().map(({ method, path, query, status }) => {
          return `${method} ${path.replace("/instance/api", "")}?${query} ${status}`;
        }),
      posts: () => sent().flatMap(({ method, status }) => (method === "POST" ? [status] : [])),
    });
  });
}

/** A test with this scene. */
export const it = testsOf(scene);
