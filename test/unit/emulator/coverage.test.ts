import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { operations, routes } from "../../../provider/emulator/nouns";
import { createRouter } from "../../../provider/emulator/server/router";

// The table of operations was taken from the endpoint tables of the service's specification, row by row. The page lies
// beside the checkout where the project is developed; the digest of its rows stands in for it everywhere else.
const specificationFile = join(__dirname, "../../../../shared/service-api.md");

const specifiedDigest = "3bfba6732f1c918652e4603ac1c34033378b268e770b3f98260c7f26bbabbfaf";

const digest = (rows: string[]) => createHash("sha256").update(rows.join("\n")).digest("hex");
const spelled = (path: string) => path.replace(/[<{][^>}]+[>}]|:\w+/g, "*");
const named = ({ api, method, path }: (typeof routes)[number]) => `${api} ${method} ${spelled(path)}`;

/** `api METHOD path` of each row of the specification's endpoint tables. */
function specified(): string[] {
  let api = "account";
  const found: string[] = [];
  for (const line of readFileSync(specificationFile, "utf8").split("\n")) {
    if (line.startsWith("### Instance API (`")) {
      api = "instance";
    }
    const [, method, path] = /^\| (GET|POST|PUT|PATCH|DELETE)(?: \(body\))? \| (\S+)/.exec(line) ?? [];
    if (method && path) {
      found.push(`${api} ${method} ${spelled(path)}`);
    }
  }
  return found;
}

describe("the table of operations", () => {
  test("holds 93 operations, 22 of the account API and 71 of the instance API, each once", () => {
    const count = (api: string) => operations.filter((each) => each.api === api).length;
    expect([operations.length, count("account"), count("instance")]).toEqual([93, 22, 71]);
    expect(new Set(operations.map(named)).size).toBe(93);
    expect(new Set(operations.map(({ operation }) => operation)).size).toBe(93);
  });

  test("is the specification's, in its order", () => {
    expect(digest(operations.map(named))).toBe(specifiedDigest);
    const compared = existsSync(specificationFile) ? specified() : undefined;
    process.stdout.write(`operations compared with the specification page itself: ${compared?.length ?? 0} of 93\n`);
    expect(digest(compared ?? operations.map(named))).toBe(specifiedDigest);
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
    const also = routes
      .filter(({ alsoAt }) => alsoAt !== undefined)
      .map(({ operation, alsoAt }) => [operation, alsoAt]);
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
