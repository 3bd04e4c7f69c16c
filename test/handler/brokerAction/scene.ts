import type { actionNames } from "../../../provider/resources/brokerAction/schema";
import type { TestEmulator } from "../../helpers/emulator";
import { type Declared, type Handlers, resource } from "../../helpers/handlers";

/** What each action leaves on the nodes, and the shortest time that it takes on the service. */
export const results: Record<(typeof actionNames)[number], { field: string; values: unknown[]; leastMs: number }> = {
  restart: { field: "running", values: [true, true, true], leastMs: 12_000 },
  "cluster-restart": { field: "running", values: [true, true, true], leastMs: 12_000 },
  "mgmt-restart": { field: "running", values: [true, true, true], leastMs: 0 },
  stop: { field: "running", values: [false, false, false], leastMs: 2_000 },
  start: { field: "running", values: [true, true, true], leastMs: 5_000 },
  reboot: { field: "running", values: [true, true, true], leastMs: 12_000 },
  "upgrade-erlang": { field: "erlang_version", values: Array(3).fill("26.2.5.2"), leastMs: 120_000 },
  "upgrade-broker-erlang": { field: "broker_version", values: Array(3).fill("3.13.7"), leastMs: 120_000 },
  "run-maintenance": { field: "configured", values: [true, true, true], leastMs: 120_000 },
};

/** An action as a program declares it, on the first instance unless the inputs name another. */
export const declare = (emulator: TestEmulator, inputs: object, more?: Partial<Declared>) =>
  resource("brokerAction", "one", { instance: `${emulator.instances[0]?.id}`, triggers: ["first"], ...inputs }, more);

/** The requests that carry out an action, as the service received them. */
export const sent = (emulator: TestEmulator) =>
  emulator
    .requests()
    .filter(({ method, path }) => method === "POST" && /\/(actions|maintenance)\//.test(path))
    .map(({ path, body }) => {
      const { nodes } = (body ?? {}) as { nodes?: string[] };
      return `${path.replace("/instance/api/", "")}${nodes === undefined ? "" : ` ${nodes.join(" ")}`}`;
    });

/** One field of each node of the first instance. */
export async function fieldOfNodes(emulator: TestEmulator, field: string): Promise<unknown[]> {
  const { body } = await emulator.call("GET", "/instance/api/nodes");
  return (body as Record<string, unknown>[]).map((node) => node[field]);
}

export const pathOf = (action: string) =>
  action === "run-maintenance" ? "maintenance/12001/run" : `actions/${action}`;

/** Brings the first instance into the state in which an action has an effect. */
export async function prepare({ emulator, clock }: Handlers, action: string): Promise<void> {
  emulator.patch({ op: "set", in: "instances", id: 1001, fields: { erlang_version: "25.3.2" } });
  if (action !== "start") return;
  await emulator.call("POST", "/instance/api/actions/stop");
  await clock.advance(3_000);
  emulator.clearRequests();
}
