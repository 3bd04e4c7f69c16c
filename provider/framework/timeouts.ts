const units: Record<string, number> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/**
 * The milliseconds of a duration as Pulumi writes it (`5s`, `1h30m`), or undefined where the text is no duration. The
 * engine has already refused texts that the engine cannot read.
 */
export function durationMs(text: string): number | undefined {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join("") !== text.trim()) return undefined;
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ""] ?? 0), 0);
}

/** The time limits of a resource's operations, in minutes. The limit of a create may depend on the inputs. */
export interface Timeouts<Args> {
  create?: number | ((args: Args) => number);
  update?: number;
  delete?: number;
}

const defaultMinutes = { create: 60, update: 180, delete: 30 };

/**
 * The time limit of an operation: the one that the program sets, else the resource's own default, else the general
 * default.
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
