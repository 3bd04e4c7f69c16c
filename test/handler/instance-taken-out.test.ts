import { lastingLines } from "../helpers/outcomes";
import { withInstance } from "./instance-scene";

const cluster = { plan: "clustered-medium-3", nodes: 3 };

const saidOfNodes = (run: Parameters<typeof lastingLines>[0]) => lastingLines(run).filter((line) => /nodes/.test(line));

test("nodes that are taken out beside a new plan are not said to stay", () =>
  withInstance(async ({ one, program, record }) => {
    const run = await one.up(program({ plan: "clustered-medium-1" }));
    expect(run).toMatchObject({ changes: ["update one"], errors: [] });
    expect(saidOfNodes(run)).toEqual([
      expect.stringMatching(/changes in place: plan clustered-medium-3 → clustered-medium-1, 3 nodes → 1$/),
      expect.stringMatching(/nodes is not declared any more: the change of plan may change it$/),
    ]);
    expect([record().plan, one.entry("one").outputs["nodes"]]).toEqual(["clustered-medium-1", 1]);
  }, cluster));

test("nodes that are taken out beside another change stay", () =>
  withInstance(async ({ one, program }) => {
    const run = await one.up(program({ plan: cluster.plan, name: "other" }));
    expect(run).toMatchObject({ changes: ["update one"], errors: [] });
    expect(saidOfNodes(run)).toEqual([expect.stringMatching(/nodes is not declared any more: it stays as it is$/)]);
    expect(one.entry("one").outputs["nodes"]).toBe(3);
  }, cluster));
