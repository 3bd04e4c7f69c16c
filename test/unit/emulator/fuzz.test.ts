import { jumpingClock, withEmulator } from "../../helpers/emulator";
import { fuzz } from "../../helpers/fuzz";

test.each([1, 2, 3])("nonsense everywhere is never the emulator's own failure (seed %i)", (seed) => {
  const options = { clock: jumpingClock() };
  return withEmulator(async (emulator) => {
    const { sent, statuses, failures } = await fuzz(emulator, seed, (before) => before < 400);
    expect(failures).toEqual([]);
    expect(sent).toBe(400);
    // Both what is right and what is wrong was among it.
    expect([200, 400, 401, 404, 405].filter((status) => !statuses[status])).toEqual([]);
  }, options);
});
