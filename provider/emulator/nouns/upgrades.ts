import { z } from "zod";
import type { RecordOf } from "../records";
import { ok, type Reply, refused } from "../server/reply";
import { text } from "../server/request";
import { type Context, dedicatedInstanceOf, type Route, route } from "../server/route";
import { newerErlangOf, upgradesOf } from "../service/versions";
import { assertIdle, beginChange, drawDuration } from "./instances/state";

const startingMs = 15_000;

type Instance = RecordOf<"instances">;

const alreadyNewest = () => ok({ message: "Already at the newest version" });

/** Starts an upgrade. The answer does not name the versions to which it leads. */
function upgrade(
  context: Context,
  instance: Instance,
  to: { rmq_version?: string; erlang_version?: string | null },
): Reply {
  beginChange(context, instance, { answeredIn: startingMs, lasts: drawDuration(context, "upgrading"), fields: to });
  return { status: 202, takesMs: startingMs };
}

/** The newest versions to which one upgrade of both broker and Erlang leads. */
const newestStepOf = ({ store }: Context, instance: Instance) => {
  const offered = upgradesOf(store, instance).at(-1);
  return {
    rmq_version: offered?.broker ?? instance.rmq_version,
    erlang_version: offered?.erlang ?? newerErlangOf(store, instance) ?? instance.erlang_version,
  };
};

/** Operations of the instance API on versions. */
export const upgradeRoutes: Route[] = [
  route({
    operation: "actions.upgradeErlang",
    method: "POST",
    path: "/api/actions/upgrade-erlang",
    auth: "instance",
    handle: (context) => {
      const instance = dedicatedInstanceOf(context);
      assertIdle(instance, context.now);
      const erlang_version = newerErlangOf(context.store, instance);
      return erlang_version ? upgrade(context, instance, { erlang_version }) : alreadyNewest();
    },
  }),
  route({
    operation: "actions.upgradeBroker",
    method: "POST",
    path: "/api/actions/upgrade-broker",
    auth: "instance",
    body: z.strictObject({ version: text }),
    handle: (context) => {
      const instance = dedicatedInstanceOf(context);
      assertIdle(instance, context.now);
      const { version } = context.body;
      if (version === instance.rmq_version) return alreadyNewest();
      const offered = upgradesOf(context.store, instance).find(({ broker }) => broker === version);
      if (!offered) throw refused(`Version ${version} isn't available for this instance`);
      return upgrade(context, instance, { rmq_version: offered.broker, erlang_version: offered.erlang });
    },
  }),
  route({
    operation: "actions.upgradeBrokerErlang",
    method: "POST",
    path: "/api/actions/upgrade-broker-erlang",
    auth: "instance",
    handle: (context) => {
      const instance = dedicatedInstanceOf(context);
      assertIdle(instance, context.now);
      const to = newestStepOf(context, instance);
      const same = to.rmq_version === instance.rmq_version && to.erlang_version === instance.erlang_version;
      return same ? alreadyNewest() : upgrade(context, instance, to);
    },
  }),
  route({
    operation: "actions.newBrokerErlangVersions",
    method: "GET",
    path: "/api/actions/new-broker-erlang-versions",
    auth: "instance",
    handle: (context) => {
      const to = newestStepOf(context, dedicatedInstanceOf(context));
      return ok({ new_broker_version: to.rmq_version, new_erlang_version: to.erlang_version });
    },
  }),
];
