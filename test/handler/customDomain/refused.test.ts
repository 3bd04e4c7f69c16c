import { expectSettled, it, other } from "./scene";

const path = "/api/custom-domain";

describe("a new host name that is refused after the old one was removed: the error tells what is set", () => {
  const state =
    "the earlier custom domain mq.example.com is already removed, so instance 1001 has no custom domain now. Correct the error that this run reports, then run again to set the custom domain new.example.com";

  it("because the service does not take it", async (all) => {
    const { emulator, one, program } = all;
    await one.up(program());
    emulator.fault({ match: { method: "POST", path }, fault: { status: 422, body: { error: "no such domain" } } });
    expect((await one.up(program(other))).errors).toEqual([
      expect.stringMatching(`answered 422: no such domain \\([^;]*; correct the arguments, then run again; ${state}$`),
    ]);
    expect(await one.up(program(other))).toMatchObject({ changes: ["update one"], errors: [] });
    await expectSettled(all, other);
  });

  it("because its DNS record is missing", async ({ one, patch, program }) => {
    await one.up(program());
    patch({ dns_ready: false });
    expect((await one.up(program(other, { update: "20m" }))).errors).toEqual([
      expect.stringMatching(`no DNS record of new.example.com .*, then run again; ${state}$`),
    ]);
  });

  it("because the service is not seen to have removed the old one", async ({ emulator, one, program }) => {
    await one.up(program());
    emulator.fault({ match: { method: "GET", path }, times: "always", skip: 1, fault: { status: 403 } });
    expect((await one.up(program(other))).errors).toEqual([
      expect.stringMatching(
        /remove the custom domain mq.example.com, but Pulumi has not set the new custom domain new.example.com yet: run again$/,
      ),
    ]);
  });
});

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

it("what is no host name is refused at preview, before any request", async ({ host }) => {
  const process = host();
  const check = async (hostname: string) => {
    const news = { instance: "1001", hostname, __provider: "" };
    return { hostname, ...(await process.handler("customDomain").check({}, news)) };
  };
  const failures = [{ property: "hostname", reason: "must be a host name, such as mq.example.com" }];
  for (const hostname of wrong) expect(await check(hostname)).toMatchObject({ hostname, failures });
  for (const hostname of right) expect(await check(hostname)).toMatchObject({ hostname, failures: [] });
  expect(process.requests).toBe(0);
});
