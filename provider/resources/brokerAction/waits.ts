// `works.ts` waits with these functions for nodes before an action, and for the action's end. Times may change. A later
// run must look for `graceMs` or longer, because one look may miss a restart. A missed action must not be sent again,
// because it may have taken place unseen.
import { type InstanceClient, type Node, waitFor } from "../../api";
import type { OnceResult } from "../../framework/sent/oncePerTriggers";
import type { Ctx } from "../shared/ctx";
import { unlessNone, waitForNodes } from "../shared/nodes";

/** An action under way, and what is needed to carry it out. */
export interface Scene {
  ctx: Ctx;
  api: InstanceClient;
  instance: string;
  /** The action as messages name it. */
  what: string;
  /** The declared nodes; undefined for all nodes. */
  named?: readonly string[];
}

/** The service's answer to an action, if this run got it. */
export type Sent = OnceResult<{ message?: string } | undefined>;

/** A sight: the facts that one look shows of an action that the service has accepted. */
export interface Sight {
  isDone: boolean;
  /** True when the action has certainly begun and has not ended. */
  isUnderWay: boolean;
  /** What is seen, in words. */
  text: string;
}

/** The first interval between looks. Growing intervals from a short one catch a restart at any clock speed. */
const firstIntervalMs = 10;
/** For how many milliseconds after an action was accepted the service may show no effect. */
export const beginMs = 600_000;
/** The shortest time for which a later run looks for the effect of an action that an earlier run sent. */
const graceMs = 60_000;

export const nodesOf = ({ ctx, api, instance }: Scene): Promise<Node[]> =>
  waitForNodes(ctx.call, instance, async () => unlessNone(await api.nodes(ctx.call)));

/** The nodes on which the action is taken, as they are now. */
export const targetsOf = async (scene: Scene): Promise<Node[]> =>
  (await nodesOf(scene)).filter(({ name }) => scene.named?.includes(name) ?? true);

/** Waits until no node of the instance is being configured: the service would refuse an action before. */
export const waitForIdle = (scene: Scene): Promise<Node[]> =>
  waitFor<Node[]>(scene.ctx.call, `an earlier change of instance ${scene.instance} to end`, async () => {
    const nodes = await nodesOf(scene);
    const left = nodes.filter(({ configured }) => !configured).length;
    return left === 0 ? { done: nodes } : { waiting: `${left} of ${nodes.length} nodes being configured` };
  });

/**
 * Waits until an accepted action has ended. An action that shows no effect for ten minutes is missed. A later run may
 * come too late for the effect: it gives up ten minutes after the action was sent, but looks for at least a minute.
 */
export async function waitForEnd(
  { ctx, what }: Scene,
  sent: Sent,
  look: () => Promise<Sight>,
  onMissed: (seen: string) => never,
): Promise<void> {
  const start = ctx.call.clock.now();
  const lateEnd = Math.max(Math.min(sent.at, start) + beginMs, start + graceMs);
  let idleSince: number | undefined;
  await waitFor<undefined>({ ...ctx.call, firstIntervalMs }, `${what} to end`, async () => {
    const { isDone, isUnderWay, text } = await look();
    if (isDone) return { done: undefined };
    idleSince = isUnderWay ? undefined : (idleSince ?? ctx.call.clock.now());
    const patience = sent.isSentNow ? (idleSince ?? 0) + beginMs : lateEnd;
    if (idleSince === undefined || ctx.call.clock.now() < patience) return { waiting: text };
    return onMissed(text);
  });
}

/** The end of a wait in which an action showed no effect. The resource stays unfinished, and the action is not sent again. */
export function throwMissed({ ctx, what }: Scene, { at }: Sent, seen: string): never {
  throw new Error(
    `${ctx.call.subject}: the service accepted ${what} at ${new Date(at).toISOString()}, but shows no effect (${seen}): look at the instance in the control panel. To send the action once more, change the value of the input "triggers"`,
  );
}
