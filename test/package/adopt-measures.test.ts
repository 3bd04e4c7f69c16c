import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withEmulator } from "../helpers/emulator";
import { fillAccount } from "../helpers/large-account";
import { count } from "../helpers/measures";
import { peakMemory } from "../helpers/paths";
import { withProject } from "../helpers/project";
import { kinds } from "../kinds";

/** Reads an account of this size and writes the program for it; the rest of the command asks nothing of the service. */
const write = (instances: number) =>
  withEmulator(async (emulator) => {
    const held = await fillAccount(emulator, { instances, names: "plain" });
    const dedicated = emulator.state().instances.filter(({ shared }) => !shared).length;
    emulator.clearRequests();
    return withProject(emulator, async (project) => {
      const file = join(project.folder, "..", "peak");
      project.shell.env["PEAK_MEMORY_FILE"] = file;
      await project.run(["adopt", "--stack", "dev", "--write-only"], { execArgv: ["--require", peakMemory] });
      const counts = count(emulator.requests().map(({ method, path }) => `${method} ${path.replace(/\d+$/, "ID")}`));
      return { held: held.length, dedicated, counts, peakKb: Number(readFileSync(file, "utf8")) };
    });
  });

test("40 instances take one list of each kind for each of them, and hardly more memory than two", async () => {
  const [few, many] = [await write(2), await write(40)];
  expect([many.held > 1_600, many.dedicated]).toEqual([true, 33]);

  // The list of instances is read again from time to time.
  const { "GET /customer/api/instances": all, ...counts } = many.counts;
  expect(all).toBeLessThan(40);
  const lists = kinds.flatMap(({ things }) => things?.path ?? []).filter((path) => path.startsWith("/instance/"));
  const [onAll, onDedicated] = [40, many.dedicated];
  expect(counts).toEqual({
    ...{ "GET /customer/api/instances/ID": onAll, "GET /customer/api/vpcs": 1 },
    ...{ "GET /customer/api/team": 1, "GET /customer/api/plans": 1 },
    "GET /instance/api/security/firewall": onAll,
    ...Object.fromEntries(lists.map((path) => [`GET ${path}`, onAll])),
    "GET /instance/api/plugins": onAll,
    "GET /instance/api/custom-domain": onAll,
    "GET /instance/api/maintenance/settings": onAll,
    "GET /instance/api/plugins/community": onDedicated,
    "GET /instance/api/maintenance": onDedicated,
    "GET /instance/api/vpc-peering": onDedicated,
    "GET /instance/api/vpc-connect": onDedicated,
    // Once for the instance, and once for HiPE.
    "GET /instance/api/nodes": 2 * onDedicated,
    "GET /instance/api/config/available_settings": onDedicated,
    "GET /instance/api/config": onDedicated,
  });
  expect(many.peakKb - few.peakKb).toBeLessThan(60 * 1024);
});
