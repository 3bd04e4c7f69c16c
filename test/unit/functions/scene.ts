import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import { configOf, startTestEmulator, type TestEmulator } from "../../helpers/emulator";

/** The functions run in the program: here, with a stack's configuration and the emulator. */

export let emulator: TestEmulator;
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

const functions = broker as unknown as Record<string, (args?: unknown) => unknown>;

/** Asks a function by its name. A program in JavaScript can give it what the compiler refuses. */
export const ask = (name: string, args?: object) => functions[name]?.(args) as Promise<unknown>;

/** What the `Output` form of a function answers, where each argument is an output, and where all of them are one. */
export function outputsOf(name: string, args?: object): Promise<{ value: unknown; secret: boolean }[]> {
  const each = (given: object) =>
    Object.fromEntries(Object.entries(given).map(([key, value]) => [key, pulumi.output(value)]));
  const forms = args === undefined ? [undefined] : [each(args), pulumi.output(args)];
  const outputs = forms.map((given) => functions[`${name}Output`]?.(given) as pulumi.Output<unknown>);
  return Promise.all(outputs.map(settled));
}
