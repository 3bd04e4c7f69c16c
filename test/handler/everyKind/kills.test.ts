import { warnOfTwins } from "../../../provider/resources/shared/twins";
import { type TestEmulator, withEmulator } from "../../helpers/emulator";
import { differencesOf, heldBeyond, twinsIn } from "../../helpers/kill-stack";

/** What `npm run check -- kills` looks at after each kill shows what is planted. */

const shop = { name: "shop", plan: "clustered-medium-1", region: "provider-a::region-1", tags: ["made"] };
const hook = { webhook_uri: "https://example.com/hook", vhost: "/", queue: "orders" };

type Change = (emulator: TestEmulator, instance: number) => unknown;
const mark = ["made", "pulumi-broker-0123456789abcdef"];

/** Changes of what the service holds beyond its seed, and what then differs. */
const changes: [what: string, change: Change, differs: RegExp[]][] = [
  ["nothing", () => {}, []],
  [
    "a twin",
    ({ patch }, instance_id) => patch({ op: "add", in: "webhooks", fields: { ...hook, instance_id } }),
    [/^1 × webhooks .*"orders".* too many$/],
  ],
  [
    "an orphan",
    ({ patch }) =>
      patch({ op: "add", in: "vpcs", fields: { name: "net", region: shop.region, subnet: "10.1.1.0/24" } }),
    [/^1 × vpcs .*"net".* too many$/],
  ],
  [
    "a mark that was left",
    ({ patch }, id) => patch({ op: "set", in: "instances", id, fields: { tags: mark } }),
    [
      /^1 × instances .*\["made","pulumi-broker-0123456789abcdef"\].* too many$/,
      /^1 × instances .*\["made"\].* missing$/,
    ],
  ],
  [
    "something missing",
    ({ patch, state }) => patch({ op: "delete", in: "webhooks", id: state().webhooks[0]!.id }),
    [/^1 × webhooks .* missing$/],
  ],
];

test.each(changes)("%s is named", (_what, change, differs) =>
  withEmulator(async (emulator) => {
    const before = emulator.state();
    const [instance = 0] = emulator.patch({ op: "add", in: "instances", fields: shop });
    emulator.patch({ op: "add", in: "webhooks", fields: { ...hook, instance_id: instance } });
    const held = heldBeyond(before, emulator.state());
    change(emulator, instance);
    const found = differencesOf(held, heldBeyond(before, emulator.state()));
    expect(found.sort()).toEqual(differs.map((line) => expect.stringMatching(line)));
  }),
);

test("the twins of which a run warns are read from its warning", () => {
  const lines: string[] = ["something else"];
  const twins = ["1003/webhooks/7", "1003/webhooks/8"];
  warnOfTwins({ warn: (line: string) => lines.push(line) } as never, "an identical webhook", twins, "both send");
  expect(twinsIn({ diagnostics: lines.map((message) => ({ message })) as never })).toEqual(twins);
});
