import { stackConfigOf, startTestEmulator, type TestEmulator, withEmulator } from "./emulator";
import type { StackConfig } from "./new-stack";
import { pluginFolder } from "./paths";
import { createStack, type StackOptions, type TestStack, withStack } from "./stack";

export let emulator: TestEmulator;
export let stack: TestStack;

/**
 * Makes a stack without a program, and its emulator, before the tests of a file, does what `prepare` says, and removes
 * both after the tests. With `plugin`, programs may declare resources of the provider plugin.
 */
export function sharedStack(
  name: string,
  { plugin, ...options }: { speed?: number; plugin?: boolean },
  prepare: () => unknown = () => {},
): void {
  let made: TestStack | undefined;
  beforeAll(async () => {
    emulator = await startTestEmulator(options);
    made = await createStack(name, optionsFor(emulator, { plugin }));
    stack = made;
    await prepare();
  });
  afterAll(async () => {
    // An emulator that stays open would keep jest from ending.
    await made?.remove().finally(() => emulator.close());
  });
}

interface OwnStackOptions extends Pick<StackOptions, "env" | "project" | "showsSecrets"> {
  /** How fast the emulator's time passes. */
  speed?: number;
  /** True where programs may declare resources of the provider plugin. */
  plugin?: boolean;
  /** The configuration. Default: what leads to the emulator. */
  config?: (emulator: TestEmulator) => StackConfig;
}

/** Runs `body` with an emulator and a stack of its own, which has no program yet, and removes both. */
export const onStack = (
  name: string,
  { speed, ...options }: OwnStackOptions,
  body: (on: { emulator: TestEmulator; stack: TestStack }) => Promise<void>,
): Promise<void> =>
  withEmulator(
    (emulator) => withStack(name, optionsFor(emulator, options), (stack) => body({ emulator, stack })),
    speed === undefined ? {} : { speed },
  );

function optionsFor(emulator: TestEmulator, { plugin, config = stackConfigOf, ...more }: OwnStackOptions) {
  return { ...more, config: config(emulator), ...(plugin && { plugin: pluginFolder }) };
}
