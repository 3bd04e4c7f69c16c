import { invalid, ok, refused } from "../server/reply";
import { type Context, instanceOf, type Route, route } from "../server/route";
import { brokerSettings, otherSettings, settingsBody, showSetting } from "../service/brokerSettings";
import { dialectOf } from "../service/dialects";
import { compareVersions } from "../service/versions";
import { assertIdle } from "./instances/state";

const readingMs = 4_000;
const writingMs = 13_000;

/** The instance whose key was used; refuses an instance on a shared plan or with a change under way. */
const configurableInstanceOf = (context: Context) => {
  const instance = instanceOf(context);
  if (instance.shared) throw refused("The configuration isn't available on shared plans");
  assertIdle(instance, context.now);
  return instance;
};

/** The settings that the service lists, with those beyond the specification unless the dialect leaves them out. */
const offeredSettings = ({ store }: Context) => {
  const { specified_only, shows_unset } = dialectOf(store.list("dialects"));
  return specified_only || !shows_unset ? brokerSettings : [...brokerSettings, ...otherSettings];
};

/** The settings that the instance's broker version has; version requirements apply to the clustered broker only. */
const settingsOf = (context: Context) => {
  const { backend, rmq_version } = instanceOf(context);
  return offeredSettings(context).filter(
    ({ version_requirement }) =>
      backend === "alternative" ||
      version_requirement === undefined ||
      compareVersions(rmq_version, version_requirement) >= 0,
  );
};

/** Operations of the instance API on the broker's settings. */
export const configRoutes: Route[] = [
  route({
    operation: "config.get",
    method: "GET",
    path: "/api/config",
    auth: "instance",
    handle: (context) => {
      const { config } = configurableInstanceOf(context);
      const { specified_only, shows_unset } = dialectOf(context.store.list("dialects"));
      const shown = settingsOf(context).map((setting) => {
        const value = config[setting.name];
        return [setting.name, specified_only ? (value ?? null) : showSetting(setting, value, shows_unset)];
      });
      const body = Object.fromEntries(shown);
      return { ...ok(body), takesMs: readingMs };
    },
  }),
  route({
    operation: "config.update",
    method: "PUT",
    path: "/api/config",
    auth: "instance",
    body: settingsBody,
    handle: (context) => {
      const instance = configurableInstanceOf(context);
      const known = settingsOf(context).map(({ name }) => name);
      const tooNew = Object.keys(context.body).filter((name) => !known.includes(name));
      if (tooNew.length > 0) throw invalid(tooNew.map((name) => [name, "Requires a newer broker version"]));
      Object.assign(instance.config, context.body);
      return { ...ok({ success: "Broker config has been updated" }), takesMs: writingMs };
    },
  }),
  route({
    operation: "config.availableSettings",
    method: "GET",
    path: "/api/config/available_settings",
    auth: "instance",
    handle: (context) => ok(offeredSettings(context)),
  }),
];
