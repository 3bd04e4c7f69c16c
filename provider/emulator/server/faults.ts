import { validateHeaderName, validateHeaderValue } from "node:http";
import { z } from "zod";
import { type BusyName, busyAnswers } from "../service/busyAnswers";

/** When and how long; every fault takes these beside what it does. */
export interface FaultTiming {
  /** Waits before acting. */
  delayMs?: number;
  /** Waits after acting, before answering. */
  holdMs?: number;
  /** Waits in the machine's time instead of the emulator's. */
  real?: boolean;
  /** What this request makes is missing from lists for so long, on the emulator's clock. */
  hideNewFor?: number;
}

/** What happens instead of, or to, the service's own answer. */
export type FaultEffect =
  /** Nothing else: only the timing. */
  | { delayMs: number }
  | { holdMs: number }
  | { hideNewFor: number }
  /** This answer, without acting, or (`actThen`) after acting. No body: an error object, or nothing with a 204. */
  | { status: number; headers?: Record<string, string>; body?: unknown; actThen?: boolean }
  /** A page as a proxy makes it. */
  | { html: true; status?: number; actThen?: boolean }
  /** A JSON content type and no byte of body. */
  | { empty: true; status?: number; actThen?: boolean }
  /** This text as it is; JSON content type unless a header says otherwise. */
  | { raw: string; status?: number; headers?: Record<string, string>; actThen?: boolean }
  /** A passing refusal in the service's words (400 unless `status` says otherwise, such as 409). */
  | { busy: BusyName; status?: number; actThen?: boolean }
  /** A redirect (307 unless `status` says otherwise). */
  | { redirect: string; status?: number; actThen?: boolean }
  /** The connection is reset, before the service acts or after. */
  | { reset: "before" | "after" }
  /** No answer ever, and the connection stays open; the service acts before (`"after"`) or not (`true`, `"before"`). */
  | { blackHole: true | "before" | "after" }
  /** The service's answer, cut in the middle of its body. */
  | { truncate: true }
  /** The service's answer, one byte each so many milliseconds. */
  | { dribble: number }
  /** After acting, a body of 64 MiB. */
  | { oversize: true }
  /** The service's answer compressed, whatever the client accepts; or 64 MiB of it that arrive as a few kilobytes. */
  | { gzip: true | "bomb" }
  /** The service's answer with these fields over its own, in the object, or in each element or row of the list. */
  | { merge: Record<string, unknown> }
  /** The service's list with its elements twice, backwards, or gone. */
  | { list: "twice" | "backwards" | "gone" };

/** One fault: when it acts up, and what it does. */
export type Fault = FaultTiming & FaultEffect;

/** A fault and the requests it is played on. */
export interface FaultRule {
  match: {
    /** Any, when left out. */
    method?: string;
    /** A whole path (`/customer/api/vpcs`), or one within either API (`/api/vpcs`); `*` is any run of characters. */
    path?: string;
    /** Only requests with this instance's key. */
    instance?: number;
  };
  /** On how many requests; once, when left out. */
  times?: number | "always";
  /** Lets so many matching requests pass first. */
  skip?: number;
  fault: Fault;
}

// What a timer of the machine can wait.
const ms = z
  .number()
  .min(0)
  .max(2 ** 31 - 1);

/** Headers that belong to how an answer is put on the wire, which is not for a rule to say. */
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
      context.addIssue({ code: "custom", path: [name], message: "Is set by the emulator itself" });
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

/** A fault with every field that any kind has. */
export type AnyFault = z.output<typeof faultSchema>;

/** The kinds of effects; `status` alone is a kind, and goes with the others that make an answer up. */
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
const madeUpKinds: readonly string[] = ["html", "empty", "raw", "busy", "redirect", "status"];

/** The name of what a fault does. */
export function kindOf(fault: AnyFault): string {
  return effectKinds.find((kind) => fault[kind] !== undefined) ?? (fault.status !== undefined ? "status" : "timing");
}

/** Whether the answer is made up, so that the service's own is not needed. */
export const isMadeUp = (fault: AnyFault) => madeUpKinds.includes(kindOf(fault));

/** What the faults call takes. */
const faultRulesSchema = z.array(
  z.strictObject({
    match: z.strictObject({ method: z.string().optional(), path: z.string().optional(), instance: z.int().optional() }),
    times: z.union([z.int().positive(), z.literal("always")]).default(1),
    skip: z.int().min(0).default(0),
    fault: faultSchema.superRefine((fault, context) => {
      const given = effectKinds.filter((kind) => fault[kind] !== undefined);
      if (given.length > 1) context.addIssue({ code: "custom", message: `Can't be ${given.join(" and ")} at once` });
      if (!isMadeUp(fault)) {
        for (const field of ["status", "headers", "body", "actThen"] as const) {
          if (fault[field] !== undefined) {
            context.addIssue({ code: "custom", path: [field], message: `Means nothing with ${kindOf(fault)}` });
          }
        }
      }
    }),
  }),
);

/** What is known of a request before it is answered. */
interface FaultTarget {
  method: string;
  path: string;
  instance: number | undefined;
}

/** The faults that wait for their requests. */
export interface FaultSwitch {
  add(rules: readonly FaultRule[]): void;
  clear(): void;
  /** The fault to play on this request, if any. */
  take(target: FaultTarget): AnyFault | undefined;
}

/** A switch with nothing on. */
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
        // Every rule counts every request it matches, so that `skip` means the n-th request whatever else is switched on.
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

/** Whether a path is what a rule names. Each run of stars is looked for once, from the left: no pattern takes long. */
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
