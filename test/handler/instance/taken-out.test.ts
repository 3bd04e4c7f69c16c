import { expectSaid, lastingLines } from "../../helpers/outcomes";
import { type Inputs, onInstance, onInstanceOf } from "./scene";

const cluster = { plan: "clustered-medium-3", nodes: 3 };
const onCluster = onInstanceOf(cluster);

const saidOfNodes = (run: Parameters<typeof lastingLines>[0]) => lastingLines(run).filter((line) => /nodes/.test(line));

onCluster("nodes that are taken out beside a new plan are not said to stay", async ({ one, program, record }) => {
  const run = await one.up(program({ plan: "clustered-medium-1" }));
  expect(run).toMatchObject({ changes: ["update one"], errors: [] });
  expect(saidOfNodes(run)).toEqual([
    expect.stringMatching(/changes in place: plan clustered-medium-3 → clustered-medium-1, 3 nodes → 1$/),
    expect.stringMatching(/nodes is not declared any more: the change of plan may also change this value$/),
  ]);
  expect([record().plan, one.entry("one").outputs["nodes"]]).toEqual(["clustered-medium-1", 1]);
});

onCluster("nodes that are taken out beside another change stay", async ({ one, program }) => {
  const run = await one.up(program({ plan: cluster.plan, name: "other" }));
  expect(run).toMatchObject({ changes: ["update one"], errors: [] });
  expect(saidOfNodes(run)).toEqual([expect.stringMatching(/is not declared any more: the value stays as it is$/)]);
  expect(one.entry("one").outputs["nodes"]).toBe(3);
});

const down = "a change of plan takes up to ten minutes, and clients have to connect again";

const rows: [Inputs, string[]][] = [
  [{ name: "store" }, ["changes in place: name shop → store"]],
  [{ tags: ["a", "c"] }, ["changes in place: tags a, b → a, c"]],
  [{ tags: [] }, ["changes in place: tags a, b → none"]],
  [{ tags: undefined }, ["tags is not declared: a, b are removed from it"]],
  [
    { config: { "broker.heartbeat": 90, channelMax: 300 } },
    ["changes in place: config.broker.heartbeat 60 → 90, config.channelMax not set → 300"],
  ],
  [{ config: { "broker.heartbeat": 60 } }, []],
  [
    { name: "store", plan: "clustered-large-1" },
    [
      "changes in place: name shop → store",
      'Instance "one": 99 → 299 USD per month',
      "changes in place: plan clustered-medium-1 → clustered-large-1",
      down,
    ],
  ],
  [{ name: "store", __secrets: ["name"] }, ["changes in place: name [secret] → [secret]"]],
];

onInstance.each(rows)("in place to %j: the lines say what it was and what it becomes", async (scene, inputs, said) => {
  const run = await scene.one.up(scene.program(inputs));
  expect([run.errors, lastingLines(run)]).toEqual([[], said]);
});

onInstance("a change behind what a line has room for is a line, too", async ({ one, program }) => {
  const long = "z".repeat(70);
  await one.up(program({ tags: [long] }));
  const shown = `${"z".repeat(60)}…`;
  expectSaid(await one.up(program({ tags: [`${long}y`] })), `changes in place: tags ${shown} → ${shown}`);
});
