import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withHandlers } from "../../helpers/handlers";

test("a record of the choice that cannot be read decides nothing: the maintenance that is next then is moved", () =>
  withHandlers(async ({ emulator, stack, records }) => {
    const one = stack();
    const inputs = { instance: "1001", maintenance: "next", scheduledBy: "2030-01-20T22:30:00Z" };
    const program = [{ type: "maintenanceDate" as const, name: "one", inputs }];
    await one.up(program, { cut: { request: 3, how: "before" } });
    const files = readdirSync(records);
    expect(files).toHaveLength(1);
    for (const file of files) writeFileSync(join(records, file), "{");
    expect((await one.up(program)).errors).toEqual([]);
    expect(one.entry("one").outputs["maintenanceId"]).toBe("12001");
    expect(emulator.state().maintenances[0]!.scheduled_by).toBe(Date.parse("2030-01-20T22:30:00Z"));
  }));
