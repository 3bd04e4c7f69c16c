import { type Declared, type HandlerStack, it, withHandlers } from "../../helpers/handlers";
import { rotate, vpc, withOtherAccount } from "./wrong-key-scene";

describe("a person who is in the teams of two accounts", () => {
  const member = (role: string): Declared => ({
    type: "teamMember",
    name: "night",
    inputs: { email: "night@example.com", role },
  });

  /** A stack with a person and a network, and the key of another account in whose team the same person is. */
  const withBoth = (work: (one: HandlerStack, config: Record<string, string>) => Promise<void>) =>
    withHandlers(({ clock, stack }) =>
      withOtherAccount(clock, async (config) => {
        const one = stack();
        await stack("theirs").up([member("member")], { config });
        expect((await one.up([vpc("a", "10.1.0.0/24"), member("member")])).errors).toEqual([]);
        await work(one, config);
      }),
    );

  test("says nothing of whose key it is: a network that the key does not find is not gone", () =>
    withBoth(async (one, config) => {
      expect((await one.refresh({ config })).errors).toEqual([expect.stringMatching(/^Vpc "a": .*wrong key\?/)]);
      expect(one.state).toHaveLength(2);
    }));

  test("is neither changed nor removed under the other key", () =>
    withBoth(async (one, config) => {
      const refused = /^TeamMember "night": .* may be of another account: .* run pulumi refresh first$/;
      const changed = await one.up([vpc("a", "10.1.0.0/24"), member("monitor")], { config });
      expect(changed.errors).toEqual([expect.stringMatching(refused)]);
      expect((await one.destroy({ config })).errors.sort()).toEqual([
        expect.stringMatching(refused),
        expect.stringMatching(/^Vpc "a": .*wrong key\?/),
      ]);
      expect(one.state).toHaveLength(2);
    }));

  it("is changed under a new key of the same account when a refresh has seen the person", async ({ emulator, one }) => {
    await one.up([member("member")]);
    const config = await rotate(emulator);
    expect((await one.up([member("monitor")], { config })).errors).toHaveLength(1);
    await one.refresh({ config });
    expect((await one.up([member("monitor")], { config })).errors).toEqual([]);
    expect((await one.destroy({ config })).errors).toEqual([]);
  });
});
