import { withEmulator } from "../../helpers/emulator";
import { testsOf } from "../../helpers/tests-of";
import { wrong } from "./scene";

const it = testsOf(withEmulator);

const recipients = "/instance/api/alarms/recipients";
const alarms = "/instance/api/alarms";
const gone = { status: 404, body: { message: "Not found" } };
const idOf = ({ body }: { body: unknown }) => (body as { id: number }).id;

describe("recipients", () => {
  it("that are removed are taken out of alarms", async ({ call }) => {
    const sent = { type: "chat_a", value: "https://chat.example.com/1", name: "ops" };
    const id = idOf(await call("POST", recipients, { body: sent }));
    const alarm = await call("POST", alarms, { body: { type: "notice", recipients: [id] } });
    expect(await call("DELETE", `${recipients}/${id}`)).toMatchObject({ status: 204, text: "" });
    expect(await call("GET", `${recipients}/${id}`)).toMatchObject(gone);
    expect((await call("GET", `${alarms}/${idOf(alarm)}`)).body).toMatchObject({ recipients: [] });
  });

  it("refuse an unknown type and an empty value, and keep the value out of the log", async ({ call, requests }) => {
    expect(await call("POST", recipients, { body: { type: "x", value: "v" } })).toMatchObject(
      wrong({ type: "Unknown type" }),
    );
    expect(await call("POST", recipients, { body: { type: "email", value: "" } })).toMatchObject(
      wrong({ value: "Can't be empty" }),
    );
    expect(requests()[0]!.body).toEqual({ type: "x", value: "[secret]" });
  });
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

describe("alarms", () => {
  it.each(Object.entries(types))(
    "of type %s have its fields and no others",
    async ({ call, instances, patch }, type, fields) => {
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
          expect(await call("POST", alarms, { body: { type, ...fields, ...extra } })).toMatchObject(
            wrong({ [field]: text }),
          );
          expect(await call("PUT", path, { body: extra })).toMatchObject(wrong({ [field]: text }));
        } else if (!optional.includes(field)) {
          expect(await call("POST", alarms, { body: without })).toMatchObject(wrong({ [field]: "Field is required" }));
        }
      }
      expect(await call("DELETE", path)).toMatchObject({ status: 204, text: "" });
      expect(await call("GET", path)).toMatchObject(gone);

      patch({ op: "set", in: "instances", id: instances[0]!.id, fields: { shared: true } });
      const onShared = await call("POST", alarms, { body: { type, ...fields } });
      expect(onShared.status).toBe(dedicatedOnly.includes(type) ? 400 : 201);
    },
  );

  it("fill in the service's defaults, keep what a change leaves out, and keep their type", async ({ call }) => {
    const both = { value_threshold: 1, time_threshold: 60 };
    const disk = await call("POST", alarms, { body: { type: "disk", ...both } });
    expect(disk.body).toMatchObject({ value_calculation: "fixed" });
    const queue = await call("POST", alarms, { body: { type: "queue", ...both } });
    expect(queue.body).toMatchObject({ message_type: "total", queue_regex: null, vhost_regex: null });
    const path = `${alarms}/${idOf(disk)}`;
    expect((await call("PUT", path, { body: { value_threshold: 2 } })).body).toMatchObject({
      value_threshold: 2,
      time_threshold: 60,
    });
    expect(await call("PUT", path, { body: { type: "cpu" } })).toMatchObject(wrong({ type: "Can't be changed" }));
  });

  it("name recipients of their own instance only", async ({ call, instances, state }) => {
    const [own, other] = instances.map(({ id }) => state().recipients.find((each) => each.instance_id === id)!.id);
    const post = (ids: unknown[]) => call("POST", alarms, { body: { type: "notice", recipients: ids } });
    expect((await post([own])).body).toMatchObject({ recipients: [own] });
    expect(await post([other])).toMatchObject(wrong({ recipients: `Unknown recipient ${other}` }));
  });
});

it("what stands on another instance is not to be seen or touched", async ({ call, instances, patch, state }) => {
  const instance_id = instances[1]!.id;
  const hook = { webhook_uri: "https://example.com/hook", vhost: "/", queue: "q", concurrency: 1 };
  const changes = {
    recipients: [recipients, { type: "email", value: "ops@example.com" }],
    alarms: [alarms, { enabled: false }],
    webhooks: ["/instance/api/webhooks", hook],
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
