import fc from "fast-check";
import { doNetworksOverlap } from "../../../provider/resources/shared/cidr";
import { isTime, timeOf, wireTime } from "../../../provider/resources/shared/times";
import * as releases from "../../../provider/resources/shared/versions";

test.each<[string, string, boolean]>([
  ["10.56.0.0/16", "10.56.72.0/24", true],
  ["10.56.72.0/24", "10.56.0.0/16", true],
  ["10.56.72.0/24", "10.56.72.0/24", true],
  ["0.0.0.0/0", "10.56.72.0/24", true],
  ["10.56.72.128/25", "10.56.72.0/25", false],
  ["10.57.0.0/16", "10.56.72.0/24", false],
  ["fd00::/8", "fd12::/16", true],
  ["::/0", "0.0.0.0/0", false],
  ["10.56.72.0/24", "none", false],
])("%s and %s overlap: %s", (one, other, expected) => expect(doNetworksOverlap(one, other)).toBe(expected));

const inUtc = ["2030-01-20T22:30:00Z", "2030-01-20T22:30Z", "2030-01-20T22:30:00.000Z", "2030-01-20 22:30:00 +0000"];
const elsewhere = ["2030-01-20T23:30:00+01:00", "2030-01-20 17:30:00 -0500", "2030-01-21 00:00:00 +0130"];
test.each([...inUtc, ...elsewhere])("%s is half past ten in the evening", (text) => {
  expect(timeOf(text)).toBe(Date.UTC(2030, 0, 20, 22, 30));
  expect(wireTime(text)).toBe("2030-01-20 22:30:00 +0000");
});

const noTimes = [
  ...["", "soon", "1893450600000", "2030-01-20", "2030-01-20T22:30:00", "2030-01-20 22:30", "2030-02-29T22:30:00Z"],
  ...["2030-13-01T22:30:00Z", "2030-01-20T24:30:00Z", "2030-01-20T22:60:00Z", "2030-01-20T22:30:00.5Z"],
  ...["2030-01-20T22:30:00+25:00", "2030-01-20T22:30:00Z\n"],
];
test.each(noTimes)("%j is no time with a time zone", (text) => expect(isTime(text)).toBe(false));

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
  expect(Math.sign(releases.compareVersions(a, b))).toBe(sign);
  expect(Math.sign(releases.compareVersions(b, a))).toBe(sign === 0 ? 0 : -sign);
});

test("the releases.highest and the releases.lowest of several, in any order; of none, none", () => {
  const versions = ["3.12.9", "3.12.13", "3.2.0"];
  expect([releases.highest(versions), releases.lowest(versions)]).toEqual(["3.12.13", "3.2.0"]);
  expect([releases.highest([]), releases.lowest([])]).toEqual([undefined, undefined]);
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
])("%s is what was declared as %s: %s", (version, declared, is) =>
  expect(releases.matchesVersion(version, declared)).toBe(is),
);

test("a pre-release does not satisfy its release as a minimum", () => {
  const minimums = ["2.0.0", "2.0", "1.9"];
  expect(minimums.filter((minimum) => releases.isAtLeast("2.0.0-rc.3", minimum))).toEqual(["1.9"]);
});

test("one order, whichever way two versions are compared", () => {
  const release = fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("."));
  const pre = fc.constantFrom("", "-rc", "-rc.1", "-rc.2", "-beta.3", "-1");
  const version = fc.tuple(release, pre).map((parts) => parts.join(""));
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      expect(Math.sign(releases.compareVersions(a, b)) + Math.sign(releases.compareVersions(b, a))).toBe(0);
      if (releases.compareVersions(a, b) <= 0 && releases.compareVersions(b, c) <= 0)
        expect(releases.compareVersions(a, c)).toBeLessThanOrEqual(0);
    }),
  );
});
