import { expectSettled, other, scene } from "./scene";

describe("a new host name that is refused after the old one was removed: the error tells what is set", () => {
  const state =
    "the earlier custom domain mq.example.com is removed already: instance 1001 has none until new.example.com is set";

  test("because the service does not take it", () =>
    scene(async (all) => {
      const { emulator, one, program } = all;
      await one.up(program());
      emulator.fault({
        match: { method: "POST", path: "/api/custom-domain" },
        fault: { status: 422, body: { error: "no such domain" } },
      });
      expect((await one.up(program(other))).errors).toEqual([
        expect.stringMatching(
          `answered 422: no such domain \\([^;]*; correct the arguments, then run again; ${state}$`,
        ),
      ]);
      expect(await one.up(program(other))).toMatchObject({ changes: ["update one"], errors: [] });
      await expectSettled(all, other);
    }));

  test("because its DNS record is missing", () =>
    scene(async ({ one, patch, program }) => {
      await one.up(program());
      patch({ dns_ready: false });
      expect((await one.up(program(other, { update: "20m" }))).errors).toEqual([
        expect.stringMatching(`no DNS record of new.example.com .*, then run again; ${state}$`),
      ]);
    }));

  test("because the service is not seen to have removed the old one", () =>
    scene(async ({ emulator, one, program }) => {
      await one.up(program());
      emulator.fault({
        match: { method: "GET", path: "/api/custom-domain" },
        times: "always",
        skip: 1,
        fault: { status: 403 },
      });
      expect((await one.up(program(other))).errors).toEqual([
        expect.stringMatching(/; the removal of mq.example.com was requested, and new.example.com is not set yet$/),
      ]);
    }));
});
