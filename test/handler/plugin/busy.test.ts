import type { State } from "../../../provider/emulator";
import { type Declared, type Handlers, withHandlers } from "../../helpers/handlers";
import { minutes, progress } from "../../helpers/outcomes";
import { act, busyAnswers } from "../everyKind/busy-scene";
import { lasting } from "../instance/scene";

/**
 * Plugins, custom domains and maintenance settings on an instance that is busy, or stopped, for more than ten minutes: each
 * change is waited out with a progress line, and done once.
 */

interface Operation {
  what: string;
  type: string;
  /** What both steps declare. */
  inputs: Record<string, unknown>;
  /** The step that meets the busy service: made, changed to these inputs, or removed. */
  step: "create" | "delete" | Record<string, unknown>;
  /** The method that changes something. */
  method: string;
  isDone(state: State): boolean;
}

const name = "broker_mqtt";
const hostname = "mq.example.com";
const settings = { preferredMaintenanceDay: "Sunday", preferredMaintenanceTime: "03:30" };

const isEnabled = ({ plugins }: State) => plugins.find((each) => each.name === name)?.enabled;
const timeOf = ({ maintenanceSettings: [first] }: State) => first?.preferred_maintenance_time;

const plugin = { type: "plugin", inputs: { name, community: false } };
const domain = { type: "customDomain", inputs: { hostname } };
const maintenance = { type: "maintenanceSettings", inputs: settings };

const operations: Operation[] = [
  {
    ...plugin,
    what: "a plugin's create",
    step: "create",
    method: "POST",
    isDone: (state) => isEnabled(state) === true,
  },
  { ...plugin, what: "a plugin's delete", step: "delete", method: "DELETE", isDone: (state) => !isEnabled(state) },
  {
    ...domain,
    what: "a custom domain's create",
    step: "create",
    method: "POST",
    isDone: ({ customDomains: [first] }) => first?.hostname === hostname,
  },
  {
    ...domain,
    what: "a custom domain's delete",
    step: "delete",
    method: "DELETE",
    isDone: ({ customDomains: [first] }) => first?.hostname === null && first.change === null,
  },
  {
    ...maintenance,
    what: "the making of maintenance settings",
    step: "create",
    method: "POST",
    isDone: (state) => timeOf(state) === "03:30",
  },
  {
    ...maintenance,
    what: "a change of maintenance settings",
    step: { preferredMaintenanceTime: "04:00" },
    method: "POST",
    isDone: (state) => timeOf(state) === "04:00",
  },
];

/** Longer than ten minutes, so that a line of the wait comes after them. */
const outage = minutes(11);

/** Takes the step while `begin` holds, which `end` ends. */
function meets(
  { type, inputs, step, method, isDone }: Operation,
  begin: (handlers: Handlers) => Promise<void>,
  end: (handlers: Handlers) => Promise<void>,
  expected: { waits: boolean } = { waits: true },
): Promise<void> {
  return withHandlers(async (handlers) => {
    const { clock, emulator, stack } = handlers;
    lasting(emulator, { changingPlugin: 20_000, certifying: minutes(1), removingDomain: 20_000 });
    const one = stack();
    const declare = (over: object = {}): Declared[] => [
      { type, name: "one", inputs: { instance: `${emulator.instances[0]?.id}`, ...inputs, ...over } },
    ];
    if (step !== "create") expect((await one.up(declare())).errors).toEqual([]);
    await begin(handlers);
    emulator.clearRequests();
    const ended = clock.sleep(outage).then(() => end(handlers));
    const run = step === "delete" ? await one.destroy() : await one.up(step === "create" ? declare() : declare(step));
    expect(run.errors).toEqual([]);
    expect(isDone(emulator.state())).toBe(true);
    const done = emulator.requests().filter((each) => each.method === method && each.status < 300);
    // `end` sends a request of its own.
    expect(done.filter(({ path }) => !path.includes("/actions/"))).toHaveLength(1);
    const waited = progress(run).map((text) => Number(/^waiting for the service \((\d+)s\): \S/.exec(text)?.[1] ?? 0));
    if (expected.waits) {
      expect(run.ms).toBeGreaterThanOrEqual(outage);
      expect(run.ms).toBeLessThan(outage + minutes(3));
      expect(Math.max(...waited)).toBeGreaterThanOrEqual(600);
    } else {
      expect(run.ms).toBeLessThan(minutes(3));
      expect(waited).toEqual([]);
    }
    await ended;
    if (step !== "delete") {
      const program = step === "create" ? declare() : declare(step);
      expect(await one.up(program)).toMatchObject({ changes: [], errors: [], requests: 0 });
      expect(await one.refresh()).toMatchObject({ changes: [], errors: [] });
    }
    expect(one.state).toHaveLength(step === "delete" ? 0 : 1);
  });
}

const paths = ["/instance/api/plugins*", "/instance/api/custom-domain", "/instance/api/maintenance/settings"];

describe.each(operations)("$what", (operation) => {
  describe.each(busyAnswers)("with the answer %s to", (_what, fault) => {
    test.each(["every request", operation.method])("%s", (methods) =>
      meets(
        operation,
        async ({ emulator }) => {
          for (const path of paths) {
            const match = methods === "every request" ? { path } : { path, method: methods };
            emulator.fault({ match, times: "always", fault });
          }
        },
        async ({ emulator }) => emulator.clearFaults(),
      ),
    );
  });

  // The settings are the account's, not the broker's.
  const needsBroker = operation.type !== "maintenanceSettings";
  test(needsBroker ? "on an instance that is stopped" : "needs no broker that runs", () =>
    meets(
      operation,
      (at) => act(at, "stop"),
      (at) => act(at, "start"),
      { waits: needsBroker },
    ),
  );
});
