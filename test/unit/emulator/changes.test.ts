import { type TestEmulator, withEmulator } from "../../helpers/emulator";
import { jumpingClock } from "../../helpers/jumping-clock";

const webhook = { webhook_uri: "https://example.com/hook", vhost: "/", queue: "q", concurrency: 1 };

test("the log has with a write when the change ends that it began, and nothing where it began none", async () => {
  const work = async ({ call, patch, requests, state }: TestEmulator) => {
    patch({ op: "set", in: "timings", id: 1, fields: { changingPlugin: [20_000, 20_000] } });
    const path = "/instance/api/plugins";
    for (const plugin_name of ["broker_mqtt", "broker_stomp"]) {
      await call("POST", `${path}?async=true`, { body: { plugin_name } });
    }
    await call("POST", "/instance/api/webhooks", { body: webhook });
    const writes = requests().map(({ status, at, changesUntil }) => [status, changesUntil && changesUntil - at]);
    expect(writes).toEqual([
      [204, 20_000],
      [400, undefined],
      [201, undefined],
    ]);
    const [change] = state().plugins.flatMap((each) => each.change ?? []);
    expect(requests()[0]?.changesUntil).toBe(change?.endsAt);
  };
  await withEmulator(work, { clock: jumpingClock() });
});
