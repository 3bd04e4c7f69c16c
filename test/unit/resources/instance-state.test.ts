import { instanceDetailSchema } from "../../../provider/api/nouns/instances";
import { toState } from "../../../provider/resources/instance/state";
import { markerOf } from "../../../provider/resources/shared/marker";

const seen = instanceDetailSchema.parse({
  id: "7",
  name: "shop",
  plan: "clustered-medium-1",
  region: "provider-a::region-1",
  tags: ["a", markerOf("urn:one")],
  url: "amqps://us%40er:p%2Fw@host.example/v%2Fhost",
  apikey: "key",
  nodes: 1,
});

test("the parts of the URL are told decoded, and markers are no tags", () =>
  expect(toState(seen)).toMatchObject({ username: "us@er", password: "p/w", vhost: "v/host", tags: ["a"] }));

test.each([
  ["amqps://u:p@host.example/", "/"],
  ["amqps://u:p@host.example", "/"],
  ["amqps://u:p@host.example/%2F", "/"],
  ["amqps://u:p@host.example/orders", "orders"],
  ["amqps://u:p%zz@host.example/%zz", "%zz"],
])("the vhost of %s is %s", (url, vhost) => expect(toState({ ...seen, url })).toMatchObject({ vhost }));

test("an address that is none takes nothing from what is known", () =>
  expect(toState({ ...seen, url: "none" })).not.toHaveProperty("username"));

test("a VPC that is not shown is no proof that there is none", () => {
  expect(toState(seen)).toMatchObject({ vpc: undefined, vpcSubnet: undefined });
  const vpc = { id: "45", subnet: "10.0.0.0/24" };
  expect(toState({ ...seen, vpc })).toMatchObject({ vpc: "45", vpcSubnet: "10.0.0.0/24" });
});

test("ready is what the service says, and true where it says nothing", () =>
  expect([toState(seen).ready, toState({ ...seen, ready: false }).ready]).toEqual([true, false]));
