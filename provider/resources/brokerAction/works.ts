// `definition.ts` looks in `works` for the way in which an action is looked at, sent and waited for. A new action gets
// a line there. The names in `notes` (`versions`, `maintenance`) must stay, because records on users' disks have them.
import type { Node, OnNodes } from "../../api";
import type { OnceOperation } from "../../framework/sent/oncePerTriggers";
import { choose, explainNone, hasBegun } from "../shared/planned";
import { throwIfRefused } from "../shared/refusals";
import { compareVersions } from "../shared/versions";
import type { BrokerActionName } from "./schema";
import type { Scene, Sent, Sight } from "./waits";
import { beginMs, nodesOf, targetsOf, throwMissed, waitForEnd, waitForIdle } from "./waits";

/** How an action is looked at, sent and waited for. */
interface Work extends Pick<OnceOperation<{ message?: string } | undefined>, "look" | "send"> {
  /** Waits until the action has ended. */
  wait(sent: Sent): Promise<void>;
}

/** How each action is carried out. */
export const works: Record<BrokerActionName, (scene: Scene) => Work> = {
  restart: (scene) => restarting(scene, () => actionsOf(scene).restart(bodyOf(scene), scene.ctx.call)),
  "cluster-restart": (scene) => restarting(scene, () => actionsOf(scene).clusterRestart(scene.ctx.call)),
  reboot: (scene) => restarting(scene, () => actionsOf(scene).reboot(bodyOf(scene), scene.ctx.call)),
  "mgmt-restart": (scene) => ({
    ...restarting(scene, () => actionsOf(scene).mgmtRestart(bodyOf(scene), scene.ctx.call)),
    wait: async () => noteUnseen(scene),
  }),
  stop: (scene) => running(scene, false, () => actionsOf(scene).stop(bodyOf(scene), scene.ctx.call)),
  start: (scene) => running(scene, true, () => actionsOf(scene).start(bodyOf(scene), scene.ctx.call)),
  "upgrade-erlang": (scene) => upgrading(scene, isNewestErlang, () => actionsOf(scene).upgradeErlang(scene.ctx.call)),
  "upgrade-broker-erlang": (scene) =>
    upgrading(scene, isNewestBoth, () => actionsOf(scene).upgradeBrokerErlang(scene.ctx.call)),
  "run-maintenance": maintaining,
};

const actionsOf = ({ api }: Scene) => api.operations.actions;
const bodyOf = ({ named }: Scene): OnNodes => (named === undefined ? {} : { nodes: [...named] });

const noteUnseen = ({ ctx, what }: Scene) =>
  ctx.say.note(`the service has accepted ${what}, but will not show the end of the action`);

/** For how many milliseconds all nodes must run before a restart counts as ended, if a node was not seen to stop. */
const settledMs = 15_000;
/** For how many milliseconds after the request an accepted restart may begin. */
const lateMs = 60_000;

const warnOfShort = ({ ctx, what }: Scene, nodes: readonly Node[]) =>
  ctx.say.warn(
    `the service has accepted ${what}, but within ${lateMs / 1000}s the provider saw no node that stopped. Either a node stopped too briefly to be seen, or no node has stopped yet. ${countNodes(nodes, nodes, "run")}. To check, look at the uptime of the nodes in the control panel`,
  );

const describeUnbegun = (nodes: readonly Node[], mostMs: number) =>
  `no node has stopped so far (${countNodes(nodes, nodes, "run")}; the limit of this wait is ${mostMs / 1000}s, and later runs do not send the request again)`;

/** A restart: nothing shows afterwards whether it took place, so it must be seen while it lasts. */
function restarting(scene: Scene, send: Work["send"]): Work {
  return {
    send,
    async look(sent) {
      if (sent === undefined) await waitForIdle(scene);
      return {};
    },
    async wait(sent) {
      const { ctx, what } = scene;
      const since = sinceOf(scene, sent);
      // An answer that names the nodes proves the restart: if no look caught it, the restart was too short.
      const names = (nodes: Node[]) => nodes.every(({ name }) => sent.answer?.message?.includes(name));
      const stopped = new Set<string>();
      let lastSeen: number | undefined;
      const look = async (): Promise<Sight> => {
        const nodes = await targetsOf(scene);
        const left = nodes.filter(({ running, configured }) => running === false || !configured);
        for (const { name } of left) stopped.add(name);
        if (left.length > 0) lastSeen = ctx.call.clock.now();
        if (lastSeen === undefined) {
          const isAccepted = !sent.isSentNow || names(nodes);
          const isPast = isAccepted && ctx.call.clock.now() >= since + lateMs;
          if (isPast && sent.isSentNow) warnOfShort(scene, nodes);
          else if (isPast || isUnseen(nodes)) noteUnseen(scene);
          const text = describeUnbegun(nodes, isAccepted ? lateMs : beginMs);
          return { isDone: isPast || isUnseen(nodes), isUnderWay: false, text };
        }
        const isSettled = nodes.every(({ name }) => stopped.has(name)) || ctx.call.clock.now() - lastSeen >= settledMs;
        const text = left.length > 0 ? countNodes(left, nodes, "do not run yet") : "looking whether more nodes restart";
        return { isDone: isNone(left, nodes) && isSettled, isUnderWay: true, text };
      };
      await waitForEnd(scene, sent, look, () => {
        throw new Error(
          `${ctx.call.subject}: the service accepted ${what}, but the provider saw no node that stopped. Perhaps a node stopped only for a short time. Run again: the next run looks at the nodes once more, and sends no second request`,
        );
      });
    },
  };
}

/** The start or stop of nodes, which the nodes show. */
function running(scene: Scene, isOn: boolean, send: Work["send"]): Work {
  const isReached = (node: Node) => node.running === isOn && (!isOn || node.configured);
  return {
    send,
    async look(sent) {
      if (sent === undefined) await waitForIdle(scene);
      const nodes = await targetsOf(scene);
      if (isUnseen(nodes)) return {};
      // A node may be as wanted before the request, so only a look after the request can find the effect.
      return { evidence: sent !== undefined && nodes.every(isReached) ? "reached" : "not reached" };
    },
    async wait(sent) {
      let isSeen = true;
      const look = async (): Promise<Sight> => {
        const nodes = await targetsOf(scene);
        isSeen = !isUnseen(nodes);
        const left = nodes.filter((node) => !isReached(node));
        const text = countNodes(left, nodes, isOn ? "do not run yet" : "still run");
        return { isDone: isNone(left, nodes) || !isSeen, isUnderWay: left.length < nodes.length, text };
      };
      await waitForEnd(scene, sent, look, (seen) => throwMissed(scene, sent, seen));
      if (!isSeen) noteUnseen(scene);
    },
  };
}

/** For how many milliseconds after an upgrade was sent the service is not asked whether there is anything newer. */
const upgradeMs = 30_000;

type IsNewest = (scene: Scene, nodes: Node[]) => Promise<boolean>;

/** An upgrade, which the versions of the nodes show. */
function upgrading(scene: Scene, isNewest: IsNewest, send: Work["send"]): Work {
  const { ctx, what } = scene;
  return {
    send,
    async look(sent) {
      const nodes = sent === undefined ? await waitForIdle(scene) : await nodesOf(scene);
      const versions = versionsOf(nodes);
      if (sent === undefined) return { evidence: versions, notes: { versions } };
      if (nodes.some(({ configured }) => !configured)) return { evidence: "under way" };
      // After a lost answer, an upgrade that leads nowhere needs no second request; one that may be unsent does.
      const isNeedless = sent.phase === "lost" && versions === notesOf(sent).versions && (await isNewest(scene, nodes));
      return { evidence: isNeedless ? "newest" : versions };
    },
    async wait(sent) {
      const before = notesOf(sent).versions;
      const since = sinceOf(scene, sent);
      let isAsked = false;
      const look = async (): Promise<Sight> => {
        const nodes = await nodesOf(scene);
        const left = nodes.filter(({ configured }) => !configured);
        if (left.length > 0)
          return { isDone: false, isUnderWay: true, text: countNodes(left, nodes, "being configured") };
        const versions = versionsOf(nodes);
        const text = `the nodes are on ${versions}`;
        if (before !== undefined && versions !== before)
          return { isDone: new Set(nodes.map(versionOfNode)).size === 1, isUnderWay: true, text };
        const isTime = !isAsked && ctx.call.clock.now() >= since + upgradeMs;
        isAsked ||= isTime;
        // The service answers with words only where there is nothing to upgrade.
        const said = sent.answer?.message;
        const isDone = isTime && (said !== undefined || (await isNewest(scene, nodes)));
        if (isDone) ctx.say.note(`${what} has changed nothing: ${text}; ${said ?? "the service offers nothing newer"}`);
        return { isDone, isUnderWay: false, text };
      };
      await waitForEnd(scene, sent, look, (seen) => throwMissed(scene, sent, seen));
    },
  };
}

/** The facts that the look before the request has noted. */
const notesOf = ({ notes }: { notes?: unknown }) => (notes ?? {}) as { versions?: string; maintenance?: string };

/** How often the service is asked for a maintenance that it does not list, and the milliseconds in between. */
const lookAgainMs = 2_000;
const looksForGone = 3;

/** The run of a planned maintenance, which the list of maintenance shows. */
function maintaining(scene: Scene): Work {
  const { ctx, api, instance } = scene;
  let chosen = "";
  const planned = () => api.maintenance.planned(ctx.call, { fresh: true });
  // A list without the maintenance may be a wrong answer, so that several lists must show that it is gone.
  const find = async (id = "") => {
    for (let looks = 1; ; looks += 1) {
      const found = choose(await planned(), id);
      if (found !== undefined || looks === looksForGone) return found;
      await ctx.call.clock.sleep(lookAgainMs, ctx.call.signal);
    }
  };
  return {
    send: () => api.operations.maintenance.run(chosen, ctx.call),
    async look(sent) {
      if (sent !== undefined) {
        const found = await find(notesOf(sent).maintenance);
        return { evidence: found !== undefined && !hasBegun(found) ? "planned" : "begun" };
      }
      await waitForIdle(scene);
      const all = await planned();
      const next = choose(all, "next");
      throwIfRefused(ctx.call, next === undefined ? explainNone(instance, "next", all) : undefined);
      chosen = next?.id ?? "";
      return { evidence: "planned", notes: { maintenance: chosen } };
    },
    async wait(sent) {
      const look = async (): Promise<Sight> => {
        const found = await find(notesOf(sent).maintenance);
        if (found !== undefined)
          return { isDone: false, isUnderWay: hasBegun(found), text: `maintenance ${found.id} is ${found.status}` };
        const nodes = await nodesOf(scene);
        const left = nodes.filter(({ configured, running }) => !configured || running === false);
        return { isDone: left.length === 0, isUnderWay: true, text: countNodes(left, nodes, "being maintained") };
      };
      await waitForEnd(scene, sent, look, (seen) => throwMissed(scene, sent, seen));
    },
  };
}

/** True when the service does not say whether nodes run. */
const isUnseen = (nodes: readonly Node[]) => nodes.length > 0 && nodes.every(({ running }) => running === undefined);

/** True when none of the nodes is left. Without any nodes nothing is known. */
const isNone = (left: readonly Node[], all: readonly Node[]) => left.length === 0 && all.length > 0;

/** The time from which an action is waited for. A clock that was set back must not make the wait longer. */
const sinceOf = ({ ctx }: Scene, { at }: Sent) => Math.min(at, ctx.call.clock.now());

const countNodes = (left: readonly Node[], all: readonly Node[], what: string) =>
  `${left.length} of ${all.length} nodes ${what}`;

const versionsOf = (nodes: readonly Node[]) => [...new Set(nodes.map(versionOfNode))].sort().join(" and ");

const versionOfNode = ({ broker_version, erlang_version }: Node) =>
  `broker ${broker_version ?? "not known"}${erlang_version === undefined ? "" : ` with Erlang ${erlang_version}`}`;

async function isNewestErlang({ ctx, api }: Scene, nodes: Node[]): Promise<boolean> {
  const { erlang_versions } = await api.availableVersions(ctx.call);
  return nodes.every(({ erlang_version = "0" }) =>
    erlang_versions.every((offered) => compareVersions(offered, erlang_version) <= 0),
  );
}

async function isNewestBoth({ ctx, api }: Scene, nodes: Node[]): Promise<boolean> {
  const { new_broker_version, new_erlang_version } = await api.operations.actions.newBrokerErlangVersions(ctx.call);
  return nodes.every(
    ({ broker_version, erlang_version }) =>
      (new_broker_version ?? broker_version) === broker_version &&
      (new_erlang_version ?? erlang_version) === erlang_version,
  );
}
