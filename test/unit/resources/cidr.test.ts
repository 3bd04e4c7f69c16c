import { doNetworksOverlap } from "../../../provider/resources/shared/cidr";

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
])("%s and %s overlap: %s", (one, other, expected) => {
  expect(doNetworksOverlap(one, other)).toBe(expected);
});
