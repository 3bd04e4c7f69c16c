import * as pulumi from "@pulumi/pulumi";
import { Vpc } from "../../../provider";
import { CustomResource } from "../../../provider/dynamic/resource";

const noMocks: pulumi.runtime.Mocks = {
  newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs }),
  call: () => ({}),
};
beforeEach(() => pulumi.runtime.setMocks(noMocks));

const network = { region: "provider-a::region-1", subnet: "10.56.72.0/24" };

/** The numbers of calls in the traces that are taken while `act` runs, by a function of the SDK. */
function traceLengths(act: () => void): number[] {
  const lengths: number[] = [];
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (_error, calls) => {
    if (calls[0]?.getFunctionName()?.endsWith("debuggablePromise") ?? true) lengths.push(calls.length);
    return "";
  };
  try {
    act();
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
  return lengths;
}

test("the SDK keeps no trace of the calls with a property, unless promises that never settle are looked for", () => {
  const make = (name: string) => () => void new Vpc(name, network);
  const quiet = traceLengths(make("quiet"));
  expect(quiet.length).toBeGreaterThan(20);
  expect(Math.max(...quiet)).toBe(0);

  process.env["PULUMI_DEBUG_PROMISE_LEAKS"] = "true";
  try {
    expect(Math.max(...traceLengths(make("traced")))).toBeGreaterThan(0);
  } finally {
    delete process.env["PULUMI_DEBUG_PROMISE_LEAKS"];
  }
});

test("an error of the constructor tells where the program made the resource, and traces are as long as before", () => {
  const limit = Error.stackTraceLimit;
  expect(new Vpc("net", network)).toBeInstanceOf(pulumi.CustomResource);
  expect(Error.stackTraceLimit).toBe(limit);

  let failure: Error | undefined;
  try {
    new (class extends CustomResource {})("test:index:Thing", "");
  } catch (error) {
    failure = error as Error;
  }
  expect(failure?.message).toMatch(/Missing resource name/);
  expect(failure?.stack?.split("\n")[1]).toContain("customResource.test.ts");
  expect(Error.stackTraceLimit).toBe(limit);
});
