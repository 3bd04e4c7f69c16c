import type { TestEmulator } from "../helpers/emulator";
import { count, expectWithinTarget } from "../helpers/measures";
import { declare, everything, shop } from "../helpers/monitored-stack";
import { doors } from "../helpers/plugin-door";
import { declareThrough } from "../helpers/plugin-resource";
import { onStack } from "../helpers/shared-stack";
import type { Operation } from "../helpers/stack";

/** Needs the engine: it decides which operations share requests. How many the measured stack costs, and which. */

/** As many operations side by side as a large machine runs. */
const parallel = ["--parallel", "16"];

/** A stack of its own against a service of its own; `send` runs an operation and answers what it sent, polls aside. */
const withMeasuredStack = (
  program: () => void,
  body: (
    send: (operation: Operation, ...flags: string[]) => Promise<string[]>,
    emulator: TestEmulator,
  ) => Promise<void>,
): Promise<void> =>
  onStack("measured", { speed: 100, plugin: true }, ({ emulator, stack }) => {
    // A firewall that shows the end at the first look is looked at once more: this change takes two seconds.
    emulator.patch({ op: "set", in: "timings", id: 1, fields: { configuringFirewall: [200_000, 200_000] } });
    // Integrations whose creates lie over each other share the look that tells whether they work.
    const slow = { delayMs: 2_000, real: true };
    emulator.fault({ match: { method: "POST", path: "/api/integrations/*" }, times: "always", fault: slow });
    stack.program = async () => program();
    return body(async (operation, ...flags) => {
      emulator.clearRequests();
      await stack[operation]({ flags: [...parallel, ...flags] });
      return emulator.calls();
    }, emulator);
  });

const account = "/customer/api";
const lists = ["alarms", "alarms/recipients", "integrations/logs", "integrations/metrics", "webhooks"].map(
  (path) => `GET /instance/api/${path}`,
);
const times = (n: number, call: string): string[] => Array.from({ length: n }, () => call);

const made = [
  ...times(10, "POST /instance/api/alarms"),
  ...times(3, "POST /instance/api/alarms/recipients"),
  ...times(2, "POST /instance/api/integrations/logs/log_vendor_d"),
  "POST /instance/api/integrations/metrics/metric_vendor_b_v3",
  "POST /instance/api/integrations/metrics/metric_vendor_c_v3",
  ...times(2, "POST /instance/api/webhooks"),
];

/** Each list once before the creates; those that tell whether an integration works once more after them. */
const creates = [...lists, "GET /instance/api/integrations/logs", "GET /instance/api/integrations/metrics", ...made];

/** Without `npm run bench`, the dynamic door alone: what each kind sends through the plugin, plugin-lifecycle.test.ts shows. */
const measured = doors.filter((door) => door === "dynamic" || process.env["PULUMI_BROKER_BENCH"]);

test.each(measured)("an instance with 26 resources on it, through the %s door", (door) =>
  withMeasuredStack(
    () => declare(everything, declareThrough(door, "Instance", "shop", shop), door),
    async (send, emulator) => {
      const id = door === "dynamic" ? "B1" : "B10";
      const catalogue = [`GET ${account}/plans`, `GET ${account}/regions`];
      const preview = await send("preview");
      expectWithinTarget(id, "preview of 27 resources", preview.length);
      expect(count(preview)).toEqual(count(catalogue));

      const up = await send("up");
      expectWithinTarget(id, "create", up.length);
      expect(count(up)).toEqual(
        count([
          ...catalogue,
          // With a mark that is looked for first and taken off last.
          `GET ${account}/instances`,
          `POST ${account}/instances`,
          `PUT ${account}/instances/1003`,
          "GET /instance/api/nodes",
          ...creates,
          "GET /instance/api/plugins",
          ...times(5, "POST /instance/api/plugins"),
          "GET /instance/api/security/firewall",
          "PATCH /instance/api/security/firewall",
          "PUT /instance/api/config",
        ]),
      );

      const unchanged = await send("up", "--expect-no-changes");
      expectWithinTarget(id, "up without a change", unchanged.length);
      expect(unchanged).toEqual([]);

      const refresh = await send("refresh", "--expect-no-changes");
      expectWithinTarget(id, "refresh", refresh.length);
      expect(count(refresh)).toEqual(
        count([
          `GET ${account}/instances/1003`,
          // For what an interrupted run has left.
          `GET ${account}/instances`,
          ...lists,
          "GET /instance/api/plugins",
          "GET /instance/api/security/firewall",
          "GET /instance/api/config",
        ]),
      );

      // One for each object of a collection, with the key that is looked up once; the rest goes with the instance.
      const destroy = await send("destroy");
      expectWithinTarget(id, "destroy", destroy.length);
      expect(count(destroy.map((call) => call.replace(/\/\d+$/, "/*")))).toEqual(
        count([
          `GET ${account}/instances/*`,
          ...times(10, "DELETE /instance/api/alarms/*"),
          ...times(3, "DELETE /instance/api/alarms/recipients/*"),
          ...times(2, "DELETE /instance/api/integrations/logs/*"),
          ...times(2, "DELETE /instance/api/integrations/metrics/*"),
          ...times(2, "DELETE /instance/api/webhooks/*"),
          `DELETE ${account}/instances/*`,
        ]),
      );
      expect(emulator.state().instances.map(({ id }) => id)).toEqual([1001, 1002]);
    },
  ),
);
