import { withHandlers } from "../../helpers/handlers";

const label = "a".repeat(63);

// biome-ignore format: short texts
const wrong = [
  "", "localhost", "mq.example.com.", ".example.com", "mq..example.com", "-mq.example.com", "mq-.example.com",
  "mq_1.example.com", "*.example.com", "mq.example.com:5671", "amqps://mq.example.com", "mq.example.com/path",
  "user@mq.example.com", "mq example.com", "mq.example.com\n", "mq.exämple.com", "10.56.72.1", "::1",
  `${label}a.example.com`, `${[label, label, label, label].join(".")}.com`,
];
// biome-ignore format: short texts
const right = [
  "mq.example.com", "MQ.Example.COM", "a.b", "xn--mq-bka.example.com", `${label}.example.com`, "1.mq-2.example",
];

test("what is no host name is refused at preview, before any request", () =>
  withHandlers(async ({ host }) => {
    const process = host();
    const check = async (hostname: string) => {
      const news = { instance: "1001", hostname, __provider: "" };
      return { hostname, ...(await process.handler("customDomain").check({}, news)) };
    };
    const failures = [{ property: "hostname", reason: "must be a host name, such as mq.example.com" }];
    for (const hostname of wrong) expect(await check(hostname)).toMatchObject({ hostname, failures });
    for (const hostname of right) expect(await check(hostname)).toMatchObject({ hostname, failures: [] });
    expect(process.requests).toBe(0);
  }));
