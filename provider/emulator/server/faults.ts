// `controls.ts` adds fault rules, and `server.ts` takes a fault for each request. A new effect goes into `FaultEffect`,
// `faultSchema`, `effectKinds` and `deliver.ts`. Present names must stay, because users' tests plant faults. A useless
// field must be an error, because a test would otherwise pass by mistake.
import { METHODS, validateHeaderName, validateHeaderValue } from "node:http";
import { z } from "zod";
import { type BusyName, busyAnswers } from "../service/busyAnswers";

/** The timing of a fault. A fault may have a timing, an effect, or timing and effect. */
export interface FaultTiming {
  /** The milliseconds that the emulator waits before it carries out the request. */
  delayMs?: number;
  /** The milliseconds that the emulator waits after it has carried out the request, and before it answers. */
  holdMs?: number;
  /** With true, the emulator waits on the machine's clock, and not on the emulator's clock. */
  real?: boolean;
  /**
   * The milliseconds for which the emulator's lists do not show an object that the request makes. The time runs on the
   * emulator's clock.
   */
  hideNewFor?: number;
}

/** The effect of a fault: what the emulator sends in place of its usual answer. */
export type FaultEffect =
  /** The timing alone. The emulator sends its usual answer. */
  | { delayMs: number }
  | { holdMs: number }
  | { hideNewFor: number }
  /**
   * An answer with this status, in place of the usual answer. The emulator carries out the request only if
   * `actThen` is true. Without `body`, the body is an error object. Without `body`, a 204 has no body.
   */
  | { status: number; headers?: Record<string, string>; body?: unknown; actThen?: boolean }
  /** An HTML error page, such as a proxy sends. */
  | { html: true; status?: number; actThen?: boolean }
  /** An empty body with a JSON content type. */
  | { empty: true; status?: number; actThen?: boolean }
  /** An answer with this text as its body. The content type is JSON, unless `headers` has another content type. */
  | { raw: string; status?: number; headers?: Record<string, string>; actThen?: boolean }
  /** A passing refusal in the words of the service. The default of `status` is 400. */
  | { busy: BusyName; status?: number; actThen?: boolean }
  /** A redirect to this URL. The default of `status` is 307. */
  | { redirect: string; status?: number; actThen?: boolean }
  /** The emulator resets the connection, before or after it carries out the request. */
  | { reset: "before" | "after" }
  /**
   * The emulator does not answer, and keeps the connection open. With `"after"`, the emulator first carries out the
   * request. With `true` or `"before"`, the emulator does not carry out the request.
   */
  | { blackHole: true | "before" | "after" }
  /** The emulator's usual answer, which ends in the middle of its body. */
  | { truncate: true }
  /** The emulator's usual answer, byte by byte, with this many milliseconds before each byte. */
  | { dribble: number }
  /** An answer with a body of 64 MiB, after the emulator has carried out the request. */
  | { oversize: true }
  /**
   * The emulator's usual answer, compressed also for a client that accepts no compression. With `"bomb"`, the body is
   * 64 MiB, compressed to a few kilobytes.
   */
  | { gzip: true | "bomb" }
  /** The emulator's usual answer with these fields, in the object or in each element of the list. */
  | { merge: Record<string, unknown> }
  /** The emulator's usual list with each element twice, in reverse order, or without any element. */
  | { list: "twice" | "backwards" | "gone" };

/** One fault, with its timing and its effect. */
export type Fault = FaultTiming & FaultEffect;

/** A fault, and the requests to which the emulator applies the fault. */
export interface FaultRule {
  match: {
    /** The HTTP method. Without `method`, every method matches. */
    method?: string;
    /**
     * The whole path (`/customer/api/vpcs`), or the path within an API (`/api/vpcs`). `*` stands for any characters.
     * Without `path`, every path matches.
     */
    path?: string;
    /** The id of an instance. Only requests with this instance's key match. Without `instance`, every key matches. */
    instance?: number;
  };
  /** The number of requests to which the emulator applies the fault. Default 1. */
  times?: number | "always";
  /**
   * The number of matching requests that the emulator answers as usual, before it first applies the fault. Default 0.
   */
  skip?: number;
  fault: Fault;
}

// The range of delays that `setTimeout` takes.
const ms = z
  .number()
  .min(0)
  .max(2 ** 31 - 1);

/** Headers that the emulator sets itself, so a rule must not set them. */
const ownHeaders = ["content-length", "transfer-encoding", "trailer", "upgrade", "connection", "keep-alive"];

const headers = z.record(z.string(), z.string()).superRefine((given, context) => {
  for (const [name, value] of Object.entries(given)) {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      context.addIssue({ code: "custom", path: [name], message: "Can't be sent as a header" });
    }
    if (ownHeaders.includes(name.toLowerCase())) {
      context.addIssue({ code: "custom", path: [name], message: "The emulator sets this header itself" });
    }
  }
});
const status = z.int().min(200).max(599);

const faultSchema = z
  .strictObject({
    delayMs: ms,
    holdMs: ms,
    real: z.boolean(),
    hideNewFor: ms,
    status,
    headers,
    body: z.unknown(),
    actThen: z.boolean(),
    html: z.literal(true),
    empty: z.literal(true),
    raw: z.string(),
    busy: z.enum(Object.keys(busyAnswers) as [BusyName, ...BusyName[]]),
    redirect: z.string().regex(/^[\x21-\x7e]*$/, "Can't be sent as a header"),
    reset: z.enum(["before", "after"]),
    blackHole: z.union([z.literal(true), z.enum(["before", "after"])]),
    truncate: z.literal(true),
    dribble: ms,
    oversize: z.literal(true),
    gzip: z.union([z.literal(true), z.literal("bomb")]),
    merge: z.record(z.string(), z.unknown()),
    list: z.enum(["twice", "backwards", "gone"]),
  })
  .partial();

/** A fault, with the fields of every kind of effect. */
export type AnyFault = z.output<typeof faultSchema>;

/**
 * The kinds of effect, without `status`. Most kinds that make up an answer also take a status. Therefore a status is a
 * kind of its own only when the fault has no other kind.
 */
const effectKinds = [
  "html",
  "empty",
  "raw",
  "busy",
  "redirect",
  "reset",
  "blackHole",
  "truncate",
  "dribble",
  "oversize",
  "gzip",
  "merge",
  "list",
] as const;
const timings = ["delayMs", "holdMs", "hideNewFor"] as const;
const madeUpKinds: readonly string[] = ["html", "empty", "raw", "busy", "redirect", "status"];

/** The kind of a fault's effect. */
export function kindOf(fault: AnyFault): string {
  return effectKinds.find((kind) => fault[kind] !== undefined) ?? (fault.status !== undefined ? "status" : "timing");
}

/** Tells whether the fault makes up the answer. The emulator then does not send the answer of the service. */
export const isMadeUp = (fault: AnyFault) => madeUpKinds.includes(kindOf(fault));

/** The schema of a list of fault rules. */
const faultRulesSchema = z.array(
  z.strictObject({
    // A rule that fits no request at all is a mistake, which would make a test pass for the wrong reason.
    match: z.strictObject({
      method: z
        .string()
        .refine((name) => METHODS.includes(name.toUpperCase()), "Is no HTTP method")
        .optional(),
      path: z.string().regex(/^[/*]/, "Must begin with / or *").optional(),
      instance: z.int().optional(),
    }),
    times: z.union([z.int().positive(), z.literal("always")]).default(1),
    skip: z.int().min(0).default(0),
    fault: faultSchema.superRefine((fault, context) => {
      const given = effectKinds.filter((kind) => fault[kind] !== undefined);
      if (given.length === 0 && timings.every((field) => fault[field] === undefined) && fault.status === undefined)
        context.addIssue({
          code: "custom",
          message: `Give an effect: status, ${[...effectKinds, ...timings].join(", ")}`,
        });
      if (given.length > 1)
        context.addIssue({ code: "custom", message: `Give one effect only, not ${given.join(" and ")} at once` });
      if (!isMadeUp(fault)) {
        for (const field of ["status", "headers", "body", "actThen"] as const) {
          if (fault[field] !== undefined) {
            context.addIssue({ code: "custom", path: [field], message: `Has no effect with ${kindOf(fault)}` });
          }
        }
      }
    }),
  }),
);

/** The request for which `take` looks for a fault. */
interface FaultTarget {
  method: string;
  path: string;
  instance: number | undefined;
}

/** A fault rule in force, and how often the emulator has applied it. */
export type ActiveFault = FaultRule & { played: number };

/** The fault rules in force. */
export interface FaultSwitch {
  add(rules: readonly FaultRule[]): void;
  clear(): void;
  /** The fault rules that the emulator will still apply. */
  active(): ActiveFault[];
  /** Returns the fault for this request, if any. Counts the request for every rule that the request matches. */
  take(target: FaultTarget): AnyFault | undefined;
}

/** Makes a switch without any fault rule. */
export function createFaults(): FaultSwitch {
  let rules: (z.output<typeof faultRulesSchema>[number] & {
    fits: (path: string) => boolean;
    seen: number;
    played: number;
  })[] = [];
  return {
    add: (more) => {
      for (const rule of faultRulesSchema.parse(more)) {
        rules.push({ ...rule, fits: matcherOf(rule.match.path ?? "*"), seen: 0, played: 0 });
      }
    },
    clear: () => {
      rules = [];
    },
    active: () =>
      rules
        .filter(({ times, played }) => times === "always" || played < times)
        .map(({ fits: _fits, seen: _seen, ...rule }) => rule as ActiveFault),
    take: ({ method, path, instance }) => {
      let taken: AnyFault | undefined;
      for (const rule of rules) {
        const { match } = rule;
        if (
          (match.method !== undefined && match.method.toUpperCase() !== method) ||
          (match.instance !== undefined && match.instance !== instance) ||
          !rule.fits(path)
        ) {
          continue;
        }
        // Every rule counts every request that it matches, so that `skip` does not depend on the other rules.
        rule.seen += 1;
        if (!taken && rule.seen > rule.skip && (rule.times === "always" || rule.played < rule.times)) {
          rule.played += 1;
          taken = rule.fault;
        }
      }
      return taken;
    },
  };
}

/**
 * Makes a function that tells whether a path fits a pattern. The function looks for each part between stars once, from
 * the left, so that no pattern takes long.
 */
function matcherOf(pattern: string): (path: string) => boolean {
  const [first = "", ...rest] = pattern.split(/\*+/);
  const last = rest.pop();
  const fits = (path: string): boolean => {
    if (last === undefined) return path === first;
    if (!path.startsWith(first) || path.length < first.length + last.length || !path.endsWith(last)) return false;
    let at = first.length;
    for (const part of rest) {
      const found = path.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at <= path.length - last.length;
  };
  return pattern.startsWith("/api/") ? (path) => /^\/(customer|instance)\//.test(path) && fits(path.slice(9)) : fits;
}
