// `customDomain.ts` calls `setHostname` and `removeHostname`, which wait for their effect. The id and the names of
// steps, `set <host name>` and `remove <host name>`, must stay, because state holds them. Texts may change.
import type { CustomDomain as CustomDomainWire, Domain, Poll } from "../../api";
import { isApiError, lacksRecord, waitFor } from "../../api";
import type { Keeping } from "../../framework/kind/context";
import type { Calling, Ctx } from "../shared/ctx";
import { idsOf } from "../shared/ids";
import { noneIfNotFound } from "../shared/refusals";
import { sendOnce, sentSteps, waitForSentStep } from "../shared/sent";

export const customDomainIds = idsOf("CustomDomain", "<instance>/custom-domain");

/** The host name to set, and the host names that may be replaced. */
interface Wanted {
  /** The Pulumi id of the custom domain. */
  id: string;
  instance: string;
  hostname: string;
  /** The host name that this resource has set and may replace. */
  own?: string;
  /** True when any other host name may be replaced too. */
  takeOver?: boolean;
}

/** The time after which a request without effect counts as lost: half an hour. A certificate takes a few minutes. */
const lostMs = 30 * 60_000;

const sameHost = (a: string | undefined, b: string | undefined): boolean => a?.toLowerCase() === b?.toLowerCase();

/** Sets the host name, after the removal of a different one, and waits until the service has configured it. */
export async function setHostname(ctx: Ctx, domain: Domain, wanted: Wanted): Promise<CustomDomainWire> {
  const { id, instance, hostname } = wanted;
  const before = await waitForEarlierHostname(ctx, domain, wanted);
  // The service still shows a host name whose removal an earlier run has requested, until the removal is done.
  const leaving = sentSteps(ctx.kept).some(({ name }) => name === `remove ${before.hostname}`);
  let removed: string | undefined;
  if (before.hostname !== undefined && (leaving || !sameHost(before.hostname, hostname))) {
    if (!leaving) throwIfOthers(ctx.call, wanted, before.hostname);
    await removeOther(ctx, domain, wanted, before.hostname);
    removed = before.hostname;
  } else if (before.configured) {
    for (const step of ctx.kept.sent()) ctx.kept.dropSent(step);
    if (!ctx.kept.pending) ctx.say.note(`${before.hostname} is set already: nothing was sent`);
    return before;
  }
  // The removals that an earlier run requested are done by now.
  for (const { name, text } of sentSteps(ctx.kept)) if (name.startsWith("remove ")) ctx.kept.dropSent(text);
  const set = () =>
    sendOnce<CustomDomainWire>(ctx, {
      id,
      name: `set ${hostname}`,
      what: `custom domain ${hostname} of instance ${instance}`,
      lostMs,
      send: async () => {
        await askForHostname(ctx, domain, wanted);
        ctx.kept.hold(id, { hostname, configured: false });
        return undefined;
      },
      poll: async () => {
        const seen = await domain.get(ctx.call, { fresh: true });
        const ready = seen.configured && sameHost(seen.hostname, hostname);
        return ready ? { done: seen } : { waiting: "the certificate is being made" };
      },
    });
  return removed === undefined ? set() : withState(explainRemoved(wanted, removed), set);
}

/** Explains that an instance has no custom domain, because the earlier one had to go before the new one is set. */
const explainRemoved = ({ instance, hostname }: Wanted, removed: string): string =>
  `the earlier custom domain ${removed} is already removed, so instance ${instance} has no custom domain now. Correct the error that this run reports, then run again to set the custom domain ${hostname}`;

/** Runs `work`; its error ends with the state in which the work leaves the custom domain. */
async function withState<T>(state: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}; ${state}`);
  }
}

/** Throws when this resource may not replace the host name that is set. */
function throwIfOthers({ subject }: Calling, { instance, own, takeOver }: Wanted, other: string): void {
  if (takeOver || sameHost(other, own)) return;
  throw new Error(
    `${subject}: instance ${instance} already has the custom domain ${other}: declare the host name ${other}, or set takeOver: true to replace the custom domain ${other}`,
  );
}

/** Removes a different host name and waits until it is gone. */
async function removeOther(ctx: Ctx, domain: Domain, { id, instance, hostname }: Wanted, other: string) {
  const { what, poll } = removal(domain, instance, ctx.call);
  const asked = `Pulumi asked the service to remove the custom domain ${other}, but Pulumi has not set the new custom domain ${hostname} yet: run again`;
  await sendOnce<undefined>(ctx, {
    id,
    name: `remove ${other}`,
    lostMs,
    what,
    poll: () => withState(asked, poll),
    send: async () => {
      await askToRemove(domain, ctx.call);
      ctx.kept.hold(id, { configured: false });
      return undefined;
    },
  });
  // The service may set the new host name although no run sees the answer: a later removal must know the name.
  ctx.kept.hold(id, { hostname, configured: false });
}

/** Asks for the host name. Another name may appear only now, because the service hides a name that is being set. */
async function askForHostname(ctx: Ctx, domain: Domain, wanted: Wanted): Promise<void> {
  const { hostname } = wanted;
  const ask = () =>
    domain.set({ hostname }, ctx.call).catch((error: unknown) => {
      if (!lacksRecord(error)) throw error;
      const said = error.serviceMessage?.replace(/\.$/, "") ?? "";
      throw new Error(
        `${ctx.call.subject}: the service finds no DNS record of ${hostname} (${said}): make a record that points to the host name of instance ${wanted.instance}, then run again`,
      );
    });
  try {
    await ask();
  } catch (error) {
    if (!isApiError(error) || (error.kind !== "invalid" && error.kind !== "conflict")) throw error;
    const { hostname: other } = await domain.get(ctx.call, { fresh: true });
    if (other === undefined || sameHost(other, hostname)) throw error;
    throwIfOthers(ctx.call, wanted, other);
    await removeOther(ctx, domain, wanted, other);
    await withState(explainRemoved(wanted, other), ask);
  }
}

/** True for the host name in state, and for a host name that an earlier run asked the service to set or to remove. */
export function isOwn(kept: Keeping, inState: string | null | undefined, hostname: string): boolean {
  const asked = sentSteps(kept).map(({ name }) => name.replace(/^(set|remove) /, ""));
  return [inState ?? undefined, ...asked].some((own) => sameHost(own, hostname));
}

/** Removes the host name and waits until it is gone. */
export async function removeHostname(call: Calling, domain: Domain, instance: string): Promise<void> {
  await askToRemove(domain, call);
  const { what, poll } = removal(domain, instance, call);
  await waitFor<undefined>(call, what, poll);
}

const askToRemove = (domain: Domain, call: Calling) => domain.remove(call).catch(noneIfNotFound);

const removal = (domain: Domain, instance: string, call: Calling) => ({
  what: `the custom domain of instance ${instance} to be removed`,
  poll: async (): Promise<Poll<undefined>> => {
    const { hostname } = await domain.get(call, { fresh: true });
    return hostname === undefined ? { done: undefined } : { waiting: `${hostname} is still there` };
  },
});

/** Returns the present host name, after a wait for another one of an earlier run that would overwrite ours. */
async function waitForEarlierHostname(ctx: Ctx, domain: Domain, { hostname }: Wanted): Promise<CustomDomainWire> {
  const other = sentSteps(ctx.kept).find(({ name }) => name.startsWith("set ") && name !== `set ${hostname}`);
  if (other === undefined) return domain.get(ctx.call);
  const seen = await waitForSentStep<CustomDomainWire>(ctx.call, {
    what: `an earlier change to ${other.name.slice("set ".length)}`,
    sent: other,
    lostMs,
    poll: async () => {
      const found = await domain.get(ctx.call, { fresh: true });
      return found.configured ? { done: found } : { waiting: "the certificate is being made" };
    },
  });
  ctx.kept.dropSent(other.text);
  return seen?.effect ?? domain.get(ctx.call, { fresh: true });
}
