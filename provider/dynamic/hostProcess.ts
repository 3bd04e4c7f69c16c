import { type Engine, engineAt, noEngine } from "../framework/run/engine";
import { isShown } from "../framework/state/errors";

/**
 * Attaches to the engine that started this process, or returns `noEngine` where this process is no dynamic-provider
 * host. The engine's address is the host's last argument. The engine ends its hosts by SIGINT.
 */
export function attachEngine(): Engine {
  if (!/dynamic-provider/.test(process.argv[1] ?? "")) return noEngine;
  return engineAt(process.argv.at(-1) ?? "", true);
}

/**
 * Keeps the host from printing errors a second time. The host prints those of `read`, `delete`, `check` and `diff`, and
 * the engine shows what a host prints beside the error itself. All other texts are printed.
 */
export function printErrorsOnce(): void {
  // biome-ignore lint/suspicious/noConsole: the host prints with it
  const print = console.error;
  console.error = (...texts: unknown[]) => {
    if (texts.length !== 1 || !isShown(String(texts[0]))) print(...texts);
  };
}
