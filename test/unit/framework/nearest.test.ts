import { nearest } from "../../../provider/framework/preview/nearest";

const regions = ["provider-a::region-1", "provider-a::region-2", "provider-b::region-1", "elsewhere::far"];

const shovels = ["broker_shovel", "broker_shovel_management"];

test.each<[string, readonly string[], number | undefined, string[]]>([
  ["provider-a::region1", regions, 1, ["provider-a::region-1"]],
  ["provider-a::region-3", regions, 2, ["provider-a::region-1", "provider-a::region-2"]],
  ["PROVIDER-B::REGION-1", regions, 1, ["provider-b::region-1"]],
  ["provider-a::region-1", regions, undefined, regions.slice(0, 3)],
  ["nothing like it at all", regions, undefined, []],
  ["nmae", ["name", "tags"], undefined, ["name"]],
  ["tag", ["name", "tags"], undefined, ["tags"]],
  ["x", [], undefined, []],
  ["", ["ab", "abc"], undefined, ["ab"]],
  ["ac", ["ad", "ab"], 1, ["ab"]],
  ["shovel", ["broker_shovel_management", "broker_shovel", "broker_shovels"], 2, shovels],
  ["SHOVEL", shovels, 1, []],
  ["region-1", ["provider-a::region-1", "provider-a::region-11"], 1, ["provider-a::region-1"]],
  ["a", ["provider::a"], 1, []],
  ["ab", ["a", "ab"], undefined, ["ab", "a"]],
])("%p among %p, at most %p", (written, names, count, expected) => {
  expect(nearest(written, names, count)).toEqual(expected);
});

test("with a limit of its own, no longer name is meant", () => {
  expect(nearest("shovel", shovels, 3, 2)).toEqual([]);
});
