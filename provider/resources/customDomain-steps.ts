import { type Client, type CustomDomain as CustomDomainWire, type Domain, isGone, waitFor } from "../api";
import type { Context } from "../framework/definition";
import { singletonId } from "./ids";
import { sendOnce } from "./sent";

type Ctx = Context<Client>;

/** What is to be brought about, and what this resource is known to have set. */
export interface Wanted {
  instance: string;
  hostname: string;
  /** The host name that may be replaced without asking. */
  own: string | undefined;
  /** Whether any other may be. */
  takeOver: boolean;
}

/** A certificate takes a minute or a few: after half an hour of nothing an earlier request for it was lost. */
const lostMs = 30 * 60_000;

/** Case means nothing in a host name. */
export const sameHost = (a: string | undefined, b: string | undefined): boolean =>
  a?.toLowerCase() === b?.toLowerCase();

/** Makes a host name the instance's own: removes another one, waits, sets it, waits until it is configured. */
export async function bring(ctx: Ctx, domain: Domain, wanted: Wanted): Promise<CustomDomainWire> {
  const { instance, hostname, own, takeOver } = wanted;
  const id = singletonId(instance, "custom-domain");
  const setting = `set ${hostname}`;
  const before = await untilEarlierSetEnded(ctx, domain, wanted);
  if (before.hostname !== undefined && !sameHost(before.hostname, hostname)) {
    if (!takeOver && !sameHost(before.hostname, own)) {
      throw new Error(
        `${ctx.subject}: instance ${instance} has the custom domain ${before.hostname} already: set takeOver to true to replace it`,
      );
    }
    await unset(ctx, domain, instance, () => ctx.hold(id, { configured: false }));
    ctx.hold(id, { hostname: null });
  } else if (before.configured) {
    ctx.dropSent(setting);
    if (!ctx.pending) ctx.note(`${before.hostname} is set already: nothing was sent`);
    return before;
  }
  return sendOnce<CustomDomainWire>(ctx, {
    id,
    name: setting,
    what: `custom domain ${hostname} of instance ${instance}`,
    lostMs,
    send: async () => {
      await domain.set(hostname, ctx);
      ctx.hold(id, { hostname, configured: false });
    },
    poll: async () => {
      const seen = await domain.get(ctx, { fresh: true });
      const ready = seen.configured && sameHost(seen.hostname, hostname);
      return ready ? { done: seen } : { waiting: "the certificate is being made" };
    },
  });
}

/** Takes the host name away and waits until it is; `accepted` is called once the service has taken the request. */
export async function unset(ctx: Ctx, domain: Domain, instance: string, accepted: () => void): Promise<void> {
  await domain.unset(ctx).catch((error: unknown) => {
    if (!isGone(error)) throw error;
  });
  accepted();
  await waitFor<undefined>({
    ...ctx,
    what: `the custom domain of instance ${instance} to be removed`,
    poll: async () => {
      const { hostname } = await domain.get(ctx, { fresh: true });
      return hostname === undefined ? { done: undefined } : { waiting: `${hostname} is still there` };
    },
  });
}

/**
 * What is set now. While one is being set none is shown, so a host name that an earlier run asked for, and that is not
 * the one declared any more, is waited for: it would come after all, over the one that is set now.
 */
async function untilEarlierSetEnded(ctx: Ctx, domain: Domain, { hostname }: Wanted): Promise<CustomDomainWire> {
  const other = ctx.sent().find((step) => step.startsWith("set ") && step !== `set ${hostname}`);
  if (other === undefined) return domain.get(ctx);
  const now = ctx.clock.now();
  const lostAt = now + Math.min(lostMs, (ctx.deadline - now) / 2);
  const seen = await waitFor<CustomDomainWire>({
    ...ctx,
    what: `an earlier change to ${other.slice("set ".length)}`,
    poll: async () => {
      const found = await domain.get(ctx, { fresh: true });
      const ended = found.configured || ctx.clock.now() >= lostAt;
      return ended ? { done: found } : { waiting: "the certificate is being made" };
    },
  });
  ctx.dropSent(other);
  return seen;
}
