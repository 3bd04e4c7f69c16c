import { PluginResource } from "../helpers/plugin-resource";
import { rows } from ".";
import type { Row } from "./row";

/** The rows of the general suite, declared through the provider plugin. */
export const pluginRows: readonly Row[] = rows.map((row) => ({
  ...row,
  token: `broker:index:${row.className}`,
  make: (name, variant, on, options) => new PluginResource(row.className, name, row.argsOf(variant, on), options),
  get: (name, id) => new PluginResource(row.className, name, {}, { id }),
}));
