import { type Declared, withHandlers } from "../../helpers/handlers";
import { expectNoErrors } from "../../helpers/outcomes";
import { doors } from "../../helpers/plugin-door";

/**
 * A destroy that is killed after a delete has acted and before state knows of it: the next `up` meets a refusal that is
 * about a thing of the stack. The line says so, and the refresh that it names is enough.
 */

const region = "provider-a::region-1";

test.each(doors)("what a killed destroy has deleted is named by the next up, through the %s door", (door) =>
  withHandlers(
    async ({ emulator, clock, ...handlers }) => {
      let named = 0;
      for (let request = 1; ; request += 1) {
        const stack = handlers.stack(`s${request}`);
        const program = (): Declared[] => {
          const known = (name: string) => stack.state.find(({ urn }) => urn.endsWith(`::${name}`))?.id;
          const net: Declared = {
            type: "vpc",
            name: "net",
            inputs: { name: "net", region, subnet: "10.56.72.0/24", tags: [] },
          };
          const vpc = known("net");
          const shop: Declared = {
            type: "instance",
            name: "shop",
            inputs: { name: "shop", plan: "clustered-small-1", region, tags: [], vpc },
          };
          const instance = known("shop");
          const top: Declared = {
            type: "plugin",
            name: "top",
            inputs: { instance, name: "broker_top", community: false },
          };
          return [net, ...(vpc ? [shop] : []), ...(vpc && instance ? [top] : [])];
        };
        const upAll = async () => {
          const errors: string[] = [];
          for (let part = 0; part < 3 && errors.length === 0; part += 1)
            errors.push(...(await stack.up(program())).errors);
          return errors;
        };
        expect(await upAll()).toEqual([]);
        // The engine deletes what depends on another resource first.
        let cut = false;
        for (const left of [2, 1, 0]) {
          const run = await stack.up(program().slice(0, left), {
            ...(!cut && { cut: { request, how: "after" as const } }),
          });
          if (run.requests >= request) {
            cut = true;
            break;
          }
        }
        await clock.advance(600_000);
        const errors = await upAll();
        if (errors.length > 0) {
          expect(errors).toEqual([
            expect.stringMatching(/of this stack does not exist any more: run `pulumi refresh`/),
          ]);
          named += 1;
          expectNoErrors(await stack.refresh());
          expect(await upAll()).toEqual([]);
        }
        await clock.advance(600_000);
        for (const left of [2, 1, 0]) expectNoErrors(await stack.up(program().slice(0, left)));
        if (!cut) break;
      }
      expect(named).toBeGreaterThan(0);
      expect(emulator.state().vpcs.filter(({ name }) => name === "net")).toEqual([]);
    },
    { door },
  ),
);
