// `host.ts` calls the last three functions. Names of methods must stay, because Pulumi's dynamic host calls the methods
// by name. Every operation must run inside `hiding`, because its messages could otherwise quote a value that the
// program marks as secret. `printErrorsOnce` must print each text that the engine does not show. Texts may change.
import type { AnyDefinition } from "../framework/kind/definition";
import { once } from "../framework/kind/once";
import { handlerName } from "../framework/kind/tokens";
import { makeOperations, type Operations } from "../framework/operations";
import { withoutValues } from "../framework/preview/check";
import { type Engine, engineAt, noEngine } from "../framework/run/engine";
import { addLookouts } from "../framework/run/leftOver";
import type { Run } from "../framework/run/run";
import { isShown } from "../framework/state/errors";
import type { Bag } from "../framework/state/hidden";
import { hideValues, withSecretTexts } from "../framework/state/secretValues";

/** The object whose functions the dynamic-provider host calls. */
export interface Handler extends Operations {
  configure(request: { config: { get(key: string): string | undefined } }): Promise<void>;
}

/** Runs an operation, and hides secrets in its messages. Old properties may lack names, so all bags share the names. */
function hiding<T>(bags: readonly Bag[], operation: () => T): T {
  const names = new Set(bags.flatMap((bag) => bag.__secrets ?? []));
  const valuesOf = (name: string) => bags.map((bag) => bag[name]);
  return withSecretTexts(() => {
    for (const name of names) hideValues(name, valuesOf(name));
    return operation();
  });
}

/** Puts a resource's definition behind the protocol of the dynamic-provider host. */
export function makeHandler<Client>(definition: AnyDefinition<Client>, run: Run<Client>): Handler {
  const operations = makeOperations(definition, run);
  return {
    check: (olds, news) =>
      hiding([olds, news], async () => {
        const { inputs, failures } = await operations.check(olds, news);
        return { inputs, failures: withoutValues(failures, new Set(news.__secrets)) };
      }),
    diff: (id, olds, news) => hiding([olds, news], () => operations.diff(id, olds, news)),
    create: (inputs) => hiding([inputs], () => operations.create(inputs)),
    read: (id, props) => hiding([props], () => operations.read(id, props)),
    update: (id, olds, news) => hiding([olds, news], () => operations.update(id, olds, news)),
    delete: (id, props) => hiding([props], () => operations.delete(id, props)),
    async configure(request) {
      run.configure((key) => request.config.get(key));
    },
  };
}

/** The handlers of a run, by the names that stubs call. A handler is made when a stub first asks for it. */
export function handlersOf<Client>(
  definitions: readonly AnyDefinition<Client>[],
  run: Run<Client>,
): ReadonlyMap<string, () => Handler> {
  addLookouts(definitions, run);
  return new Map(definitions.map((each) => [handlerName(each), once(() => makeHandler(each, run))]));
}

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
