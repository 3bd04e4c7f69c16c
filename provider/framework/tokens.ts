/** The type token of a dynamic resource, which is part of every URN and never changes. */
export function typeToken(definition: { type: string }): string {
  return `pulumi-nodejs:dynamic/broker:${definition.type}`;
}

/** The type token of a resource of the provider plugin, which never changes either. */
export function pluginToken(definition: { type: string }): string {
  return `broker:index:${definition.type}`;
}
