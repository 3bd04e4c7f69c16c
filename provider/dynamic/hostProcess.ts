// `host.ts` calls `attachEngine` and `printErrorsOnce` while it loads. `printErrorsOnce` must print each text that the
// engine does not show, because no person would see the text otherwise. The rest may follow Pulumi's dynamic host.
import { type Engine, engineAt, noEngine } from "../framework/run/engine";
import { isShown } from "../framework/state/errors";

/** Attaches to the engine, whose address is the last argument of a dynamic host. Another process gets `noEngine`. */
export function attachEngine(): Engine {
  if (!/dynamic-provider/.test(process.argv[1] ?? "")) return noEngine;
  return engineAt(process.argv.at(-1) ?? "", true);
}

/** Keeps the host from printing errors that the engine shows anyway. All other texts are printed. */
export function printErrorsOnce(): void {
  // biome-ignore lint/suspicious/noConsole: the host prints with it
  const print = console.error;
  console.error = (...texts: unknown[]) => {
    if (texts.length !== 1 || !isShown(String(texts[0]))) print(...texts);
  };
}
