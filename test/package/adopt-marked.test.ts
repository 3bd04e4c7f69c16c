import { markerOf } from "../../provider/resources/shared/marker";
import { withEmulator } from "../helpers/emulator";
import { withProject } from "../helpers/project";

// Many runs of the CLI take long where the machine has other work.
jest.setTimeout(1_800_000);

test("what another program's run has marked is listed and not taken over, with all that stands on it", () =>
  withEmulator(async (emulator) => {
    const marker = markerOf("urn:pulumi:prod::orders::pulumi-nodejs:dynamic/broker:Instance::orders");
    emulator.patch({ op: "set", in: "instances", id: 1001, fields: { tags: ["shop", marker] } });
    const why = `the tag ${marker} marks an object that a run is making now, or that an interrupted run left behind. When the program that made the object runs again, that run continues with the object. If that program no longer exists, delete the object, or remove the tag from the object`;
    await withProject(emulator, async (project) => {
      const choice = ["--stack", "dev", "--instance", "1001", "--instance", "1002"];
      const table = await project.run(["adopt", "--check", ...choice], { exit: 7 });
      expect(table.stdout.trimEnd().split("\n").at(-1)).toBe(`Instance 1001 is not taken over: ${why}`);

      expect((await project.run(["adopt", ...choice])).stdout).toMatch(
        /^Instance 1001, .*Plugin 1001\/plugins\/broker_shovel.* {2,}the tag pulumi-broker-/m,
      );
      const ids = project.resources().map(({ id }) => id);
      expect(ids).toContain("1002");
      expect(ids.filter((id) => `${id}`.startsWith("1001"))).toEqual([]);
      expect(emulator.writes()).toEqual([]);
    });
  }));
