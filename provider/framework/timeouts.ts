const units: Record<string, number> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/**
 * The milliseconds of a duration as Pulumi writes it (`5s`, `1h30m`), or undefined where it is none. The engine has
 * already refused what it cannot read itself.
 */
export function durationMs(text: string): number | undefined {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join("") !== text.trim()) return undefined;
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ""] ?? 0), 0);
}

/** How long the operations of a resource may take, in minutes; a create, by what is declared. */
export interface Timeouts<Args> {
  create?: number | ((args: Args) => number);
  update?: number;
  delete?: number;
}

const defaultMinutes = { create: 60, update: 180, delete: 30 };

/**
 * How long an operation may take: what the program says, else the resource's own default, which for a create may depend
 * on the inputs, else the general one.
 */
export function timeoutMs(
  operation: "create" | "update" | "delete",
  given: { create?: string; update?: string; delete?: string } | undefined,
  own: Timeouts<Record<string, unknown>> | undefined,
  inputs: Record<string, unknown> = {},
): number {
  const asked = given?.[operation];
  const read = asked === undefined ? undefined : durationMs(asked);
  const usual = own?.[operation] ?? defaultMinutes[operation];
  return read ?? (typeof usual === "function" ? usual(inputs) : usual) * 60_000;
}
