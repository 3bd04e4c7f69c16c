// The file reads durations and finds time limits. `run/createContext.ts` and `tools/reference-kinds.mjs` call
// `timeoutMs`; `dynamic/resource.ts` calls `explainTimeouts`. `defaultMinutes` may change. `durationMs` must read
// exactly what the engine reads, because the engine refuses every other text.
const units = { ns: 1e-6, us: 1e-3, µs: 1e-3, μs: 1e-3, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** The milliseconds of a duration as the engine reads it (`5s`, `1h30m`), or undefined where the text is no duration. */
export function durationMs(text: string): number | undefined {
  const [, sign, rest = ""] = /^([-+]?)(.*)$/.exec(text) ?? [];
  if (rest === "0") return 0;
  const parts = [...rest.matchAll(/(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join("") !== rest) return undefined;
  const sum = parts.reduce((all, [, count, unit]) => all + Number(count) * units[unit as keyof typeof units], 0);
  return sign === "-" ? -sum : sum;
}

/** The reason why the engine refuses the time limits of `customTimeouts`. To the engine, an empty text is no limit. */
export function explainTimeouts(given: object): string | undefined {
  const isWrong = (text: unknown) => text && typeof text === "string" && durationMs(text) === undefined;
  const wrong = Object.entries(given).find(([, text]) => isWrong(text));
  if (wrong === undefined) return undefined;
  return `customTimeouts.${wrong[0]} must be a duration in hours, minutes and seconds, such as "24h" or "1m30s", but is "${wrong[1]}"`;
}

/** The time limits of a resource's operations, in minutes. The limit of a create may depend on the inputs. */
export interface Timeouts<Args> {
  create?: number | ((args: Args) => number);
  update?: number;
  delete?: number;
}

const defaultMinutes = { create: 60, update: 180, delete: 30 };

/** The time limit of an operation: the program's, the kind's, or the general one. A limit of zero does not count. */
export function timeoutMs(
  operation: "create" | "update" | "delete",
  given: { create?: string; update?: string; delete?: string } | undefined,
  own: Timeouts<Record<string, unknown>> | undefined,
  inputs: Record<string, unknown> = {},
): number {
  const asked = given?.[operation];
  const read = asked === undefined ? undefined : durationMs(asked);
  const usual = own?.[operation] ?? defaultMinutes[operation];
  if (read !== undefined && read > 0) return read;
  return (typeof usual === "function" ? usual(inputs) : usual) * 60_000;
}
