import { warnOfTwins } from "../../../provider/resources/shared/twins";
import { type TestEmulator, withEmulator } from "../../helpers/emulator";
import { differencesOf, heldBeyond, twinsIn } from "../../helpers/kill-stack";

/** What `npm run check -- kills` looks at after each kill shows what is planted. */

const shop = { name: "shop", plan: "clustered-medium-1", region: "provider-a::region-1", tags: ["made"] };
const hook = { webhook_uri: "https://example.com/hook", vhost: "/", queue: "orders" };

/** What differs after a change of what the service holds beyond its seed. */
const differences = (change: (emulator: TestEmulator, instance: number) => void): Promise<string[]> =>
  withEmulator(async (emulator) => {
    const before = emulator.state();
    const [instance = 0] = emulator.patch({ op: "add", in: "instances", fields: shop });
    emulator.patch({ op: "add", in: "webhooks", fields: { ...hook, instance_id: instance } });
    const held = heldBeyond(before, emulator.state());
    change(emulator, instance);
    return differencesOf(held, heldBeyond(before, emulator.state()));
  });

test("nothing differs where nothing was changed", async () => {
  expect(await differences(() => {})).toEqual([]);
});

test("a twin, an orphan, a mark that was left and something that is missing are each named", async () => {
  const twin = (emulator: TestEmulator, instance: number) =>
    emulator.patch({ op: "add", in: "webhooks", fields: { ...hook, instance_id: instance } });
  expect(await differences(twin)).toEqual([expect.stringMatching(/^1 × webhooks .*"orders".* too many$/)]);

  const orphan = (emulator: TestEmulator) =>
    emulator.patch({ op: "add", in: "vpcs", fields: { name: "net", region: shop.region, subnet: "10.1.1.0/24" } });
  expect(await differences(orphan)).toEqual([expect.stringMatching(/^1 × vpcs .*"net".* too many$/)]);

  const mark = (emulator: TestEmulator, id: number) =>
    emulator.patch({ op: "set", in: "instances", id, fields: { tags: ["made", "pulumi-broker-0123456789abcdef"] } });
  expect((await differences(mark)).sort()).toEqual([
    expect.stringMatching(/^1 × instances .*\["made","pulumi-broker-0123456789abcdef"\].* too many$/),
    expect.stringMatching(/^1 × instances .*\["made"\].* missing$/),
  ]);

  const gone = (emulator: TestEmulator) => {
    const { id } = emulator.state().webhooks[0]!;
    emulator.patch({ op: "delete", in: "webhooks", id });
  };
  expect(await differences(gone)).toEqual([expect.stringMatching(/^1 × webhooks .* missing$/)]);
});

test("the twins of which a run warns are read from its warning", () => {
  const lines: string[] = ["something else"];
  const twins = ["1003/webhooks/7", "1003/webhooks/8"];
  warnOfTwins({ warn: (line: string) => lines.push(line) } as never, "an identical webhook", twins, "both send");
  expect(twinsIn({ diagnostics: lines.map((message) => ({ message })) as never })).toEqual(twins);
});
