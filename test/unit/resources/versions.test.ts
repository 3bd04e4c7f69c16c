import fc from "fast-check";
import {
  compareVersions,
  highest,
  isAtLeast,
  lowest,
  matchesVersion,
} from "../../../provider/resources/shared/versions";

test.each([
  ["3.12.13", "3.12.14", -1],
  ["3.9.0", "3.12.0", -1],
  ["3.12", "3.12.0", 0],
  ["4", "3.99.99", 1],
  ["2.0.0-rc.3", "2.0.0", -1],
  ["2.0.0-rc.3", "1.9.9", 1],
  ["2.0.0-rc.3", "2.0.0-rc.10", -1],
  ["2.0.0-beta.9", "2.0.0-rc.1", -1],
  ["2.0.0-rc", "2.0.0-rc.1", -1],
  ["2.0.0-1", "2.0.0-rc", -1],
  ["2.0.0-rc.1", "2.0.0-rc.1", 0],
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

test.each([
  ["3.13.7", "3.13", true],
  ["3.130.7", "3.13", false],
  ["3.13.7", "3", true],
  ["3.13.7", "3.13.7", true],
  ["3.13.70", "3.13.7", false],
  ["3.13.0-rc.1", "3.13", false],
  ["3.13.0-rc.1", "3.13.0-rc.1", true],
  ["4.0.0", "3.13", false],
])("%s is what was declared as %s: %s", (version, declared, is) => {
  expect(matchesVersion(version, declared)).toBe(is);
});

test("a pre-release does not satisfy its release as a minimum", () => {
  expect([isAtLeast("2.0.0-rc.3", "2.0.0"), isAtLeast("2.0.0-rc.3", "2.0"), isAtLeast("2.0.0-rc.3", "1.9")]).toEqual([
    false,
    false,
    true,
  ]);
});

test("one order, whichever way two versions are compared", () => {
  const release = fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("."));
  const pre = fc.constantFrom("", "-rc", "-rc.1", "-rc.2", "-beta.3", "-1");
  const version = fc.tuple(release, pre).map((parts) => parts.join(""));
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      expect(Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a))).toBe(0);
      if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
        expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
    }),
  );
});
