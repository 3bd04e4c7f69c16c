// The definitions of `Instance`, `Vpc`, `Plugin` and `Recipient` call `named` in `arrange`. The input `name` must keep
// its name, and an empty name must stay empty, so that the schema refuses it.

/** The inputs with the resource's name where the program gives no name. */
export function named(inputs: Record<string, unknown>, name: string): Record<string, unknown> {
  return { ...inputs, name: inputs["name"] ?? name };
}
