import type { RecordOf } from "../../../provider/emulator";
import { type Declared, resource, type SceneIn, sceneOf } from "../../helpers/handlers";
import { lasting } from "../instance/scene";

/** Tests with plugins of a seeded instance, which take exactly 20 seconds to change. */
export const { withScene, it } = sceneOf(({ emulator }) => {
  lasting(emulator, { changingPlugin: 20_000 });
  const instance = `${emulator.instances[0]?.id}`;
  const record = (name = "broker_mqtt") => {
    const found = emulator.state().plugins.find((each) => each.name === name && `${each.instance_id}` === instance);
    if (found === undefined) throw new Error(`there is no plugin ${name}`);
    return found;
  };
  /** A standard plugin, which its resource is named after. */
  const declare = (name: string, { inputs, ...over }: Partial<Declared> = {}) =>
    resource("plugin", name, { instance, name, community: false, ...inputs }, over);
  return {
    instance,
    declare,
    /** The resource "one", for `broker_mqtt` unless the inputs name another plugin. */
    program: (inputs?: { name?: string; community?: boolean }, timeouts?: Declared["timeouts"]) => [
      declare("one", { inputs: { name: "broker_mqtt", ...inputs }, ...(timeouts && { timeouts }) }),
    ],
    record,
    patch: (name: string, fields: Partial<RecordOf<"plugins">>) =>
      emulator.patch({ op: "set", in: "plugins", id: record(name).id, fields }),
    /** The requests that change something, with their answers: `POST /plugins?async=true 204`. */
    writes: () =>
      emulator.writes().map(({ method, path, query, status }) => {
        return `${method} ${path.replace("/instance/api", "")}?${query} ${status}`;
      }),
    /** The answers to the requests that enable a plugin. */
    posts: () => emulator.writes().flatMap(({ method, status }) => (method === "POST" ? [status] : [])),
  };
});

export type Scene = SceneIn<typeof withScene>;
