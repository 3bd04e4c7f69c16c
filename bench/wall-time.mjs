import { median, row } from "./rows.mjs";
import { withMeasuredStack } from "./stacks.mjs";

/** How often each operation runs. */
const repeats = 7;

/** B3: the wall time of operations without a change. */
export const measure = (context) => measureBesideEmpty(context, "B3", "broker");

/** The wall time of operations without a change, as a ratio to an empty dynamic provider with the same resources. */
export async function measureBesideEmpty({ cli, say, keep }, id, program) {
  return withMeasuredStack({ cli, program: "empty" }, (empty) =>
    withMeasuredStack({ cli, program }, async (broker) => {
      await empty.run("up");
      await broker.run("up");
      const rows = [];
      const runs = [];
      for (const [name, command] of Object.entries({ "up without a change": "up", refresh: "refresh" })) {
        const ratios = [];
        for (let i = 0; i < repeats; i += 1) {
          const [yardstick, ours] = [await empty.run(command), await broker.run(command)];
          ratios.push(ours.ms / yardstick.ms);
          runs.push({ name, broker: costsOf(ours), empty: costsOf(yardstick) });
          say(
            `  ${name}: ${Math.round(ours.ms)} ms beside ${Math.round(yardstick.ms)} ms; host CPU ${Math.round(ours.cpuMs)} ms beside ${Math.round(yardstick.cpuMs)} ms`,
          );
        }
        rows.push(row(id, `${name} ÷ empty provider`, median(ratios)));
      }
      keep(id, runs);
      return rows;
    }),
  );
}

const costsOf = ({ ms, cpuMs, memoryMb }) => ({ ms, cpuMs, memoryMb });
