import { it } from "../../helpers/emulator";
import { webhook, wrong } from "./scene";

const recipients = "/instance/api/alarms/recipients";
const alarms = "/instance/api/alarms";
const gone = { status: 404, body: { message: "Not found" } };
const idOf = ({ body }: { body: unknown }) => (body as { id: number }).id;

it("recipients that are removed are taken out of alarms", async ({ call }) => {
  const sent = { type: "chat_a", value: "https://chat.example.com/1", name: "ops" };
  const id = idOf(await call("POST", recipients, { body: sent }));
  const alarm = await call("POST", alarms, { body: { type: "notice", recipients: [id] } });
  expect(await call("DELETE", `${recipients}/${id}`)).toMatchObject({ status: 204, text: "" });
  expect(await call("GET", `${recipients}/${id}`)).toMatchObject(gone);
  expect((await call("GET", `${alarms}/${idOf(alarm)}`)).body).toMatchObject({ recipients: [] });
});

// The fields of each type of alarm, as the specification lists them.
const types: Record<string, object> = {
  cpu: { value_threshold: 80, time_threshold: 60 },
  memory: { value_threshold: 80, time_threshold: 60 },
  disk: { value_threshold: 10, time_threshold: 60, value_calculation: "percentage" },
  queue: { value_threshold: 1, time_threshold: 60, queue_regex: "q.*", vhost_regex: "v", message_type: "ready" },
  connection: { value_threshold: 1, time_threshold: 60 },
  flow: { time_threshold: 60 },
  consumer: { value_threshold: 1, time_threshold: 60, queue_regex: "q", vhost_regex: "v" },
  channel: { value_threshold: 1, time_threshold: 60 },
  netsplit: { time_threshold: 60 },
  server_unreachable: {},
  notice: {},
};
const dedicatedOnly = ["cpu", "memory", "disk", "netsplit", "server_unreachable"];
const optional = ["value_calculation", "queue_regex", "vhost_regex", "message_type"];
const everyField = [...new Set(Object.values(types).flatMap((fields) => Object.keys(fields)))];
const whole = Object.assign({}, ...Object.values(types)) as Record<string, unknown>;

it.each(Object.entries(types))("alarms of type %s have its fields and no others", async (on, type, fields) => {
  const { call, instances, patch } = on;
  const made = await call("POST", alarms, { body: { type, ...fields } });
  const seen = { id: idOf(made), type, enabled: true, ...fields, recipients: [], reminder_interval: null };
  expect([made.status, made.body]).toEqual([201, seen]);
  const path = `${alarms}/${seen.id}`;
  expect((await call("GET", path)).body).toEqual(seen);
  const changed = { ...seen, enabled: false, reminder_interval: 600 };
  const { id: _, ...body } = changed;
  expect(await call("PUT", path, { body })).toMatchObject({ status: 201, body: changed });

  for (const field of everyField) {
    const { [field]: __, ...without } = { type, ...fields } as Record<string, unknown>;
    if (!Object.hasOwn(fields, field)) {
      const text = `Unknown field for a ${type} alarm`;
      const extra = { [field]: whole[field] };
      const refusal = wrong({ [field]: text });
      expect(await call("POST", alarms, { body: { type, ...fields, ...extra } })).toMatchObject(refusal);
      expect(await call("PUT", path, { body: extra })).toMatchObject(refusal);
    } else if (!optional.includes(field)) {
      expect(await call("POST", alarms, { body: without })).toMatchObject(wrong({ [field]: "Field is required" }));
    }
  }
  expect(await call("DELETE", path)).toMatchObject({ status: 204, text: "" });
  expect(await call("GET", path)).toMatchObject(gone);

  patch({ op: "set", in: "instances", id: instances[0]!.id, fields: { shared: true } });
  const onShared = await call("POST", alarms, { body: { type, ...fields } });
  expect(onShared.status).toBe(dedicatedOnly.includes(type) ? 400 : 201);
});

it("alarms fill in the service's defaults, and keep what a change leaves out", async ({ call }) => {
  const both = { value_threshold: 1, time_threshold: 60 };
  const disk = await call("POST", alarms, { body: { type: "disk", ...both } });
  expect(disk.body).toMatchObject({ value_calculation: "fixed" });
  const queue = await call("POST", alarms, { body: { type: "queue", ...both } });
  expect(queue.body).toMatchObject({ message_type: "total", queue_regex: null, vhost_regex: null });
  const path = `${alarms}/${idOf(disk)}`;
  const changed = { ...both, value_threshold: 2 };
  expect((await call("PUT", path, { body: { value_threshold: 2 } })).body).toMatchObject(changed);
});

it("what stands on another instance is not to be seen or touched", async ({ call, instances, patch, state }) => {
  const instance_id = instances[1]!.id;
  const changes = {
    recipients: [recipients, { type: "email", value: "ops@example.com" }],
    alarms: [alarms, { enabled: false }],
    webhooks: ["/instance/api/webhooks", webhook],
    logs: ["/instance/api/integrations/logs"],
    metrics: ["/instance/api/integrations/metrics"],
    eventBridges: ["/instance/api/eventbridges"],
  } as const;
  for (const [name, [path, body]] of Object.entries(changes)) {
    const [id] = patch({ op: "add", in: name, fields: { instance_id } } as never);
    const before = state();
    const listed = (await call("GET", path)).body as { id: number }[];
    expect(listed.map((each) => each.id)).not.toContain(id);
    expect(await call("DELETE", `${path}/${id}`)).toMatchObject(gone);
    if (body !== undefined) {
      expect(await call("GET", `${path}/${id}`)).toMatchObject(gone);
      expect(await call("PUT", `${path}/${id}`, { body })).toMatchObject(gone);
    }
    expect(state()).toEqual(before);
  }
});
