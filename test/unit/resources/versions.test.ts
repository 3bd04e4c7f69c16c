import fc from "fast-check";
import { compareVersions, highest, lowest } from "../../../provider/resources/versions";

test.each([
  ["3.12.13", "3.12.14", -1],
  ["3.9.0", "3.12.0", -1],
  ["3.12", "3.12.0", 0],
  ["4", "3.99.99", 1],
  ["3.13.0-rc.1", "3.13.0", 1],
  ["", "0.0.1", -1],
])("%s against %s", (a, b, sign) => {
  expect(Math.sign(compareVersions(a, b))).toBe(sign);
  expect(Math.sign(compareVersions(b, a))).toBe(sign === 0 ? 0 : -sign);
});

test("the highest and the lowest of several, in any order; of none, none", () => {
  const versions = ["3.12.9", "3.12.13", "3.2.0"];
  expect([highest(versions), lowest(versions)]).toEqual(["3.12.13", "3.2.0"]);
  expect([highest([]), lowest([])]).toEqual([undefined, undefined]);
  expect(versions).toEqual(["3.12.9", "3.12.13", "3.2.0"]);
});

test("one order, whichever way two versions are compared", () => {
  const version = fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("."));
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      expect(Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a))).toBe(0);
      if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
        expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
    }),
  );
});
