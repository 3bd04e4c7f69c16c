import * as pulumi from "@pulumi/pulumi";
import { Vpc } from "../../../provider/resources/vpc";

beforeAll(() => pulumi.runtime.setMocks({ newResource: () => ({ id: "1", state: {} }), call: () => ({}) }));

const declare = (customTimeouts: pulumi.CustomTimeouts) => () =>
  new Vpc("net", { region: "provider-a::region-1", subnet: "10.0.0.0/24" }, { customTimeouts });

// The documentation of Pulumi's SDK has `1d` as an example, and the engine takes no days. In a program of the Automation
// API, its late refusal of the resource ends in a delete.
test.each(["1d", "5 minutes", "5"])("a time limit of %p ends the program before the resource is registered", (text) => {
  const reason = `must be a duration in hours, minutes and seconds, such as "24h" or "1m30s", is "${text}"`;
  expect(declare({ create: "5m", delete: text })).toThrow(
    new pulumi.RunError(`Vpc "net": customTimeouts: delete ${reason}`),
  );
});

test("a time limit that the engine reads does not", () => {
  expect(declare({ create: "24h", update: "1m30s", delete: "" })).not.toThrow();
});
