import { cutRun, playCuts, type Way } from "../../helpers/cut-rows";
import { itThrough, resource } from "../../helpers/handlers";
import { expectNoErrors } from "../../helpers/outcomes";
import { doors } from "../../helpers/plugin-door";

/**
 * A destroy that is killed after a delete has acted and before state knows of it: the next `up` meets a refusal that is
 * about a thing of the stack. The line says so, and the refresh that it names is enough.
 */

/** A look changes nothing: what was deleted is the same until the next delete. */
const killed: Way = { how: "killed after", ends: "after", onlyWrites: true };
const region = "provider-a::region-1";
const net = resource("vpc", "net", { name: "net", region, subnet: "10.56.72.0/24", tags: [] });
const shop = (vpc?: string) =>
  resource("instance", "shop", { name: "shop", plan: "clustered-small-1", region, tags: [], vpc });
const top = (instance: string, name: string) => resource("plugin", "top", { instance, name, community: false });

describe.each(doors)("through the %s door", (door) => {
  const it = itThrough(door);

  it("what a killed destroy has deleted is named by the next up", async ({ emulator, clock, ...handlers }) => {
    let named = 0;
    await playCuts([killed], async (cutOff) => {
      const stack = handlers.stack(`cut at ${cutOff?.request}`);
      const program = () => {
        const known = (name: string) => stack.state.find(({ urn }) => urn.endsWith(`::${name}`))?.id;
        const [vpc, instance] = [known("net"), known("shop")];
        return [net, ...(vpc ? [shop(vpc)] : []), ...(vpc && instance ? [top(instance, "broker_top")] : [])];
      };
      const upAll = async () => {
        const errors: string[] = [];
        for (let part = 0; part < 3 && errors.length === 0; part += 1)
          errors.push(...(await stack.up(program())).errors);
        return errors;
      };
      expect(await upAll()).toEqual([]);
      const { requests } = await cutRun(emulator, cutOff, (options) => stack.destroy(options));
      await clock.advance(600_000);
      const errors = await upAll();
      if (errors.length > 0) {
        expect(errors).toEqual([
          expect.stringMatching(/of this stack has the .*, but this object no longer exists: run `pulumi refresh`/),
        ]);
        named += 1;
        expectNoErrors(await stack.refresh());
        expect(await upAll()).toEqual([]);
      }
      await clock.advance(600_000);
      expectNoErrors(await stack.destroy());
      return requests;
    });
    expect(named).toBeGreaterThan(0);
    expect(emulator.state().vpcs.filter(({ name }) => name === "net")).toEqual([]);
  });

  it.each(["broker_top", "broker_mqtt"])("a plugin that a killed destroy has disabled, then %s", async (at, name) => {
    const { emulator, clock } = at;
    const instance = `${emulator.instances[0]?.id}`;
    const program = [top(instance, name)];
    const enabled = () =>
      emulator
        .state()
        .plugins.filter((each) => each.enabled && /_(top|mqtt)$/.test(each.name))
        .map((each) => each.name);
    // Without a refresh, the engine asks nothing about a resource that has not changed.
    const ways = name === "broker_top" ? (["refresh"] as const) : (["refresh", "up"] as const);
    for (const first of ways) {
      let gone = 0;
      for (let request = 1; ; request += 1) {
        const stack = at.stack(`${first}-${request}`);
        expectNoErrors(await stack.up([top(instance, "broker_top")]));
        const { requests } = await stack.destroy({ cut: { request, how: "after" } });
        await clock.advance(600_000);
        if (stack.state.length > 0 && enabled().length === 0) gone += 1;
        expectNoErrors(first === "refresh" ? await stack.refresh() : await stack.up(program));
        expectNoErrors(await stack.up(program));
        await clock.advance(600_000);
        expect([enabled(), stack.state.map(({ id }) => id)]).toEqual([[name], [`${instance}/plugins/${name}`]]);
        expect([(await stack.refresh()).changes, (await stack.up(program)).requests]).toEqual([[], 0]);
        expectNoErrors(await stack.destroy());
        await clock.advance(600_000);
        if (requests < request) break;
      }
      expect(gone).toBeGreaterThan(0);
    }
  });

  it("a plugin that went with its instance in a killed destroy, then another", async ({ clock, one }) => {
    expectNoErrors(await one.up([shop()]));
    const { id } = one.entry("shop");
    expectNoErrors(await one.up([shop(), top(id, "broker_top")]));
    const before = one.state;
    one.state = before.filter(({ type }) => type === "instance");
    expectNoErrors(await one.destroy());
    one.state = before;
    await clock.advance(600_000);
    expect((await one.up([shop(), top(id, "broker_mqtt")])).errors).toEqual([
      expect.stringMatching(
        /the state of this stack has the instance with the id \d+, but this object no longer exists: run `pulumi refresh`/,
      ),
    ]);
    expectNoErrors(await one.refresh());
    expect(one.state).toEqual([]);
    expectNoErrors(await one.up([shop()]));
    expectNoErrors(await one.up([shop(), top(one.entry("shop").id, "broker_mqtt")]));
  });
});
