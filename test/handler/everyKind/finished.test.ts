import { type Declared, it, resource, withHandlers } from "../../helpers/handlers";
import { expectNoErrors, minutes, progress } from "../../helpers/outcomes";

/** The engine keeps the last passing line on the row of a resource: once the resource is done, that line must say so. */

const domain = (inputs: object, over?: Partial<Declared>) => [
  resource("customDomain", "one", { instance: "1001", hostname: "mq.example.com", ...inputs }, over),
];

test("a create, an update and a delete that told of a wait end with the line that they are finished, once", () =>
  withHandlers(async ({ one }) => {
    const runs = [
      expectNoErrors(await one.up(domain({}))),
      expectNoErrors(await one.up(domain({ hostname: "new.example.com" }))),
      expectNoErrors(await one.destroy()),
    ];
    for (const run of runs) {
      expect(progress(run).at(0)).toMatch(/^waiting for /);
      expect(run.lines.filter(({ text }) => text === "finished")).toEqual([
        { severity: "info", urn: one.urn("customDomain", "one"), text: "finished", passing: true },
      ]);
      expect(progress(run).at(-1)).toBe("finished");
    }
  }));

it("a refresh that told of a wait ends with that line, too", async ({ clock, emulator, one }) => {
  expectNoErrors(await one.up(domain({})));
  const busy = { status: 400, body: { error_code: 40001, message: "Your new firewall rules have not finished" } };
  emulator.fault({ match: { method: "GET", path: "/instance/api/custom-domain" }, times: "always", fault: busy });
  void clock.sleep(minutes(1)).then(() => emulator.clearFaults());
  const run = expectNoErrors(await one.refresh());
  expect(progress(run).length).toBeGreaterThan(1);
  expect(progress(run).at(-1)).toBe("finished");
});

it("a create that fails does not say that it is finished", async ({ emulator, stack }) => {
  const id = emulator.state().customDomains[0]?.id ?? 0;
  emulator.patch({ op: "set", in: "customDomains", id, fields: { dns_ready: false } });
  const run = await stack().up(domain({}, { timeouts: { create: "2m" } }));
  expect(run.errors).toHaveLength(1);
  expect(progress(run).length).toBeGreaterThan(1);
  expect(progress(run)).not.toContain("finished");
});

it("what told of no wait gets no line more", async ({ one }) => {
  const config = (heartbeat: number) => [resource("brokerConfig", "one", { instance: "1001", config: { heartbeat } })];
  for (const run of [await one.up(config(60)), await one.up(config(90)), await one.destroy()]) {
    expect(expectNoErrors(run).changes).toHaveLength(1);
    expect(progress(run)).toEqual([]);
  }
});
