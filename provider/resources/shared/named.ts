/** The inputs with the resource's name where the program gives no name. */
export function named(inputs: Record<string, unknown>, name: string): Record<string, unknown> {
  return { ...inputs, name: inputs["name"] ?? name };
}
