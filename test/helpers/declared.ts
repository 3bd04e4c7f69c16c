import { handlerName, pluginToken, typeToken } from "../../provider/framework/kind/tokens";
import type { Bag, Hidden } from "../../provider/framework/state/hidden";
import { definitions } from "../../provider/resources/definitions";
import type { DoorName } from "./plugin-door";

/** One resource of a program, as its class passes it to the engine. */
export interface Declared {
  /** The definition's handler: `vpc`. */
  type: string;
  name: string;
  /** All inputs, including those that the class sets, such as `name`. */
  inputs: Record<string, unknown>;
  /** The id to import, as in `opts.import`. */
  import?: string;
  /** Earlier names, as in `opts.aliases`. */
  aliases?: readonly string[];
  /** The timeouts, as in `opts.customTimeouts`. */
  timeouts?: Hidden["__timeouts"];
}

/** A resource of a type, with its inputs and whatever else is declared. */
export const resource = (
  type: string,
  name: string,
  inputs: Declared["inputs"],
  over: Partial<Declared> = {},
): Declared => ({ type, name, inputs, ...over });

/** The type token of the resources of a handler, as the engine has it through a door. */
export function tokenOf(type: string, door: DoorName): string {
  const definition = definitions.find((each) => handlerName(each) === type);
  if (definition === undefined) throw new Error(`there is no definition with the handler "${type}"`);
  return door === "plugin" ? pluginToken(definition) : typeToken(definition);
}

/** The properties of a resource as its class sends them. */
export function bagOf({ type, inputs, import: adopt, timeouts }: Declared, urn: string): Bag {
  const all = {
    ...inputs,
    __provider: `exports.handler = () => require('pulumi-broker/host').${type}`,
    __urn: urn,
    __timeouts: timeouts,
    __adopt: adopt,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
