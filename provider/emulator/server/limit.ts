// Controls set the rate limit, and `server.ts` asks `take` before each API request; `test/unit/api/gates.test.ts` also
// uses it. New fields may come in with a default. Present names must stay, because users' tests set them. Time must
// come from `now`, because tests move the clock.
import { z } from "zod";
import type { Reply } from "./reply";

/** A rate limit. The emulator takes `burst` requests at once, and from then on `perSecond` requests each second. */
const limitSchema = z.strictObject({
  perSecond: z.number().min(1e-6).max(1e9),
  burst: z.number().min(1).max(1e9),
  /**
   * The header `Retry-After` of the 429. With `true`, the default, the header has the seconds until a request passes.
   * With `"date"`, the header has the date at which a request passes. With any other text, the header has this text.
   * With `false`, the 429 has no header `Retry-After`.
   */
  retryAfter: z
    .union([z.boolean(), z.literal("date"), z.string().regex(/^[\x20-\x7e]*$/, "Can't be sent as a header")])
    .default(true),
});

/**
 * A rate limit, as the control `limit` takes it. The emulator takes `burst` requests at once, and from then on
 * `perSecond` requests each second.
 */
export type Limit = z.input<typeof limitSchema>;

/** The emulator's rate limit. Requests are unlimited until a limit is set. */
export interface Limiter {
  set(limit: Limit): void;
  /** The present limit, or undefined without a limit. */
  current(): Limit | undefined;
  lift(): void;
  /** Counts a request. Returns a 429 when the limit lets no request pass now. */
  take(): Reply | undefined;
}

/** A limiter on the emulator's clock. */
export function createLimiter(now: () => number): Limiter {
  let limit: z.output<typeof limitSchema> | undefined;
  let tokens = 0;
  let filledAt = 0;
  return {
    set: (wanted) => {
      limit = limitSchema.parse(wanted);
      tokens = limit.burst;
      filledAt = now();
    },
    current: () => limit,
    lift: () => {
      limit = undefined;
    },
    take: () => {
      if (!limit) return undefined;
      const time = now();
      tokens = Math.min(limit.burst, tokens + ((time - filledAt) / 1000) * limit.perSecond);
      filledAt = time;
      // A sum of fractions can end slightly below a whole token.
      if (tokens >= 1 - 1e-9) {
        tokens -= 1;
        return undefined;
      }
      const seconds = Math.ceil((1 - tokens) / limit.perSecond);
      const { retryAfter } = limit;
      const value =
        retryAfter === true
          ? `${seconds}`
          : retryAfter === "date"
            ? new Date(time + seconds * 1000).toUTCString()
            : retryAfter;
      return {
        status: 429,
        body: { error: "Too many requests" },
        ...(value === false ? {} : { headers: { "retry-after": value } }),
      };
    },
  };
}
