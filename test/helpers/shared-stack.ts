import { stackConfigOf } from "./broker-config";
import { startTestEmulator, type TestEmulator } from "./emulator";
import { pluginFolder } from "./paths";
import { createStack, type TestStack } from "./stack";

/** An emulator, and a stack that leads to it and has no program yet. */
interface Shared {
  emulator: TestEmulator;
  stack: TestStack;
}

/**
 * Makes a stack and its emulator before the tests of a file, hands both to `take`, and removes them after the tests. With
 * `plugin`, programs may declare resources of the provider plugin.
 */
export function sharedStack(
  name: string,
  { plugin, ...options }: { speed?: number; plugin?: boolean },
  take: (shared: Shared) => unknown,
): void {
  let shared: Shared | undefined;
  beforeAll(async () => {
    const emulator = await startTestEmulator(options);
    const config = stackConfigOf(emulator);
    const stack = await createStack(name, async () => {}, { config, ...(plugin && { plugin: pluginFolder }) });
    shared = { emulator, stack };
    await take(shared);
  });
  afterAll(async () => {
    // An emulator that stays open would keep jest from ending.
    await shared?.stack.remove().finally(() => shared?.emulator.close());
  });
}
