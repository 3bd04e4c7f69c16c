import { runtime } from "@pulumi/pulumi";
import { SupportsFeatureRequest } from "@pulumi/pulumi/proto/resource_pb";
import "../../helpers/inline-program";
import { grpc, listen } from "../../helpers/pulumi-modules";

/** Asks the engine at a port as the SDK does for a program of this process, and returns how the question ended. */
function ask(port: number): Promise<number | undefined> {
  const address = `127.0.0.1:${port}`;
  runtime.resetOptions("shop", "test", 1, address, address, false, "");
  return new Promise((resolve) => {
    runtime.getMonitor()?.supportsFeature(new SupportsFeatureRequest(), (error) => resolve(error?.code));
  });
}

test("a program reaches an engine that listens where a killed one did", async () => {
  // An engine without services answers "unimplemented" to whatever reaches it.
  const first = new grpc.Server();
  const port = await listen(first);
  first.forceShutdown();
  expect(await ask(port)).toBe(grpc.status.UNAVAILABLE);

  const second = new grpc.Server();
  await listen(second, port);
  const answered = await ask(port);
  second.forceShutdown();
  expect(answered).toBe(grpc.status.UNIMPLEMENTED);
});
