import { type Handlers, startHandlers } from "../../helpers/handlers";

let handlers: Handlers;

beforeAll(async () => {
  handlers = await startHandlers();
});

afterAll(() => handlers.close());

const check = async (hostname: string) => {
  const host = handlers.host();
  const news = { instance: `${handlers.emulator.instances[0]?.id}`, hostname, __provider: "" };
  const { failures } = await host.handler("customDomain").check({}, news);
  expect(host.requests).toBe(0);
  return failures;
};

const label = "a".repeat(63);

test.each([
  "",
  "localhost",
  "mq.example.com.",
  ".example.com",
  "mq..example.com",
  "-mq.example.com",
  "mq-.example.com",
  "mq_1.example.com",
  "*.example.com",
  "mq.example.com:5671",
  "amqps://mq.example.com",
  "mq.example.com/path",
  "user@mq.example.com",
  "mq example.com",
  "mq.example.com\n",
  "mq.exämple.com",
  "10.56.72.1",
  "::1",
  `${label}a.example.com`,
  `${[label, label, label, label].join(".")}.com`,
])("%j is no host name: refused at preview", async (hostname) => {
  expect(await check(hostname)).toEqual([
    { property: "hostname", reason: "must be a host name, such as mq.example.com" },
  ]);
});

test.each([
  "mq.example.com",
  "MQ.Example.COM",
  "a.b",
  "xn--mq-bka.example.com",
  `${label}.example.com`,
  "1.mq-2.example",
])("%j is a host name", async (hostname) => {
  expect(await check(hostname)).toEqual([]);
});
