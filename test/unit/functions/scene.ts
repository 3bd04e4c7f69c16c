import * as pulumi from "@pulumi/pulumi";
import { configOf } from "../../helpers/broker-config";
import { startTestEmulator, type TestEmulator } from "../../helpers/emulator";

/** The functions run in the program: here, with a stack's configuration and the emulator. */

/** The emulator of the tests that run. */
export let emulator: TestEmulator;
/** An instance that it has. */
export const instance = 1001;

async function start(): Promise<void> {
  emulator = await startTestEmulator();
  pulumi.runtime.setAllConfig(configOf(emulator));
}

/** Gives each test of a file an emulator. */
export function emulatorForEach(): void {
  beforeEach(start);
  afterEach(() => emulator.close());
}

/** Gives all tests of a file one emulator, which holds what `prepare` adds. */
export function emulatorForAll(prepare = () => {}): void {
  beforeAll(async () => {
    await start();
    prepare();
  });
  afterAll(() => emulator.close());
}

/** The value of an output, and whether it is secret. */
export async function settled<T>(output: pulumi.Output<T>): Promise<{ value: T; secret: boolean }> {
  const value = await new Promise<T>((resolve) => output.apply((known) => resolve(known as T)));
  return { value, secret: await pulumi.isSecret(output) };
}
