import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { collections, operations, routes } from "../../../provider/emulator/nouns";
import { createRouter } from "../../../provider/emulator/server/router";

// The table of operations was taken from the endpoint tables of the service's specification, row by row. The page lies
// beside the checkout where the project is developed; everywhere else, docs/client.md shows what a change does to the table.
const specificationFile = join(__dirname, "../../../../shared/service-api.md");

const spelled = (path: string) => path.replace(/[<{][^>}]+[>}]|:\w+/g, "*");
const named = ({ api, method, path }: (typeof routes)[number]) => `${api} ${method} ${spelled(path)}`;

/** `api METHOD path` of each row of the specification's endpoint tables. */
function specified(): string[] {
  let api = "account";
  const found: string[] = [];
  for (const line of readFileSync(specificationFile, "utf8").split("\n")) {
    if (line.startsWith("### Instance API (`")) api = "instance";
    const [, method, path] = /^\| (GET|POST|PUT|PATCH|DELETE)(?: \(body\))? \| (\S+)/.exec(line) ?? [];
    if (method && path) found.push(`${api} ${method} ${spelled(path)}`);
  }
  return found;
}

describe("the table of operations", () => {
  test("holds each operation once", () => {
    expect(operations.length).toBeGreaterThanOrEqual(93);
    expect(new Set(operations.map(named)).size).toBe(operations.length);
    expect(new Set(operations.map(({ operation }) => operation)).size).toBe(operations.length);
  });

  test("is the specification's, in its order", () => {
    const compared = existsSync(specificationFile) ? specified() : undefined;
    process.stdout.write(`operations compared with the specification page itself: ${compared?.length ?? 0}\n`);
    expect(operations.map(named)).toEqual(compared ?? operations.map(named));
  });

  test("has beside them what only a live service was seen to have, and one second path", () => {
    const observed = routes.filter(({ isObserved }) => isObserved);
    expect(observed.map((each) => `${each.operation}: ${named(each)}`)).toEqual([
      "firewall.replace: instance PUT /api/security/firewall",
      "firewall.configured: instance GET /api/security/firewall/configured",
      "logs.get: instance GET /api/integrations/logs/*",
      "metrics.get: instance GET /api/integrations/metrics/*",
      "jobs.get: instance GET /api/jobs/*",
    ]);
    const also = routes.flatMap(({ operation, alsoAt }) => (alsoAt === undefined ? [] : [[operation, alsoAt]]));
    expect(also).toEqual([["peerings.accept", "/api/vpc-peering/request/:id"]]);
  });

  test("is what the router goes by: a route is found where it says, under its own method and API", () => {
    const one = routes.find(({ operation }) => operation === "vpcs.get")!;
    const find = (changed: Partial<typeof one>, ...[api, method, path]: Parameters<ReturnType<typeof createRouter>>) =>
      createRouter([{ ...one, ...changed }])(api, method, path);
    const found = { found: true, params: { id: "5" } };
    const nowhere = { found: false, allow: [] };
    expect(find({}, "account", "GET", "/api/vpcs/5")).toMatchObject(found);
    expect(find({ path: "/api/vcps/:id" }, "account", "GET", "/api/vpcs/5")).toEqual(nowhere);
    expect(find({ path: "/api/vcps/:id" }, "account", "GET", "/api/vcps/5")).toMatchObject(found);
    expect(find({ method: "PUT" }, "account", "GET", "/api/vpcs/5")).toEqual({ found: false, allow: ["PUT"] });
    expect(find({ api: "instance" }, "account", "GET", "/api/vpcs/5")).toEqual(nowhere);
  });
});

test("each kind of record has ids of its own", () => {
  const firstIds = collections.flatMap(({ firstId }) => firstId ?? []);
  expect(firstIds.length).toBeGreaterThan(10);
  expect(firstIds).toEqual([...new Set(firstIds)]);
});
