import { systemClock } from "../../../provider/api";

test("the clock shows the time of day, and goes on where that is set back", () => {
  const before = systemClock.now();
  expect(Math.abs(before - Date.now())).toBeLessThan(5_000);
  const setBack = jest.spyOn(Date, "now").mockReturnValue(before - 3_600_000);
  expect(systemClock.now()).toBeGreaterThanOrEqual(before);
  setBack.mockRestore();
});
