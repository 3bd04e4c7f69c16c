import { kinds } from "../kinds";
import type { Row } from "../kinds/kind";
import { PluginResource } from "./plugin-resource";

/** The rows of the general suite, declared through the provider plugin. */
export const pluginRows: readonly Row[] = kinds.map((row) => ({
  ...row,
  token: `broker:index:${row.className}`,
  make: (name, variant, on, options) => new PluginResource(row.className, name, row.argsOf(variant, on), options),
  get: (name, id) => new PluginResource(row.className, name, {}, { id }),
}));
