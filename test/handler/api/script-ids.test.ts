import { createClient } from "../../../provider/client";
import { withEmulator } from "../../helpers/emulator";

test("ids are strings in every answer and as arguments, as docs/client.md says; an alarm's recipients are numbers", () =>
  withEmulator(async ({ apiKey, customerUrl, baseUrl }) => {
    const client = createClient({ apiKey, customerUrl, baseUrl });
    const [instance] = await client.instances.list();
    const api = client.instance(instance?.id ?? "");
    const hook = { webhook_uri: "https://example.com", vhost: "/", queue: "q", concurrency: 1 };
    const made = (await api.webhooks.create(hook))?.id ?? "";
    const [alarm] = await api.alarms.list();
    const [recipient] = await api.recipients.list();
    const ids = [instance?.id, made, (await api.webhooks.get(made))?.id, alarm?.id, recipient?.id];
    expect(ids.map((id) => typeof id)).toEqual(Array(5).fill("string"));
    const numbered = { type: "queue", enabled: true, recipients: [Number(recipient?.id)], value_threshold: 1 };
    const queue = await api.alarms.create({ ...numbered, time_threshold: 60, message_type: "total" });
    expect((await api.alarms.get(queue?.id ?? ""))?.recipients).toEqual([Number(recipient?.id)]);
    await client.close();
  }));
