import type { Definition } from "../framework/definition";
import { makeOperations, type Operations } from "../framework/operations";
import type { Run } from "../framework/run";

/** The object whose functions the dynamic-provider host calls. */
export interface Handler extends Operations {
  configure(request: { config: { get(key: string): string | undefined } }): Promise<void>;
}

/** Puts a resource's definition behind the protocol of the dynamic-provider host. */
export function makeHandler<Args extends object, State extends object, Client>(
  definition: Definition<Args, State, Client>,
  run: Run<Client>,
): Handler {
  return {
    ...makeOperations(definition, run),
    async configure(request) {
      run.configure((key) => request.config.get(key));
    },
  };
}
