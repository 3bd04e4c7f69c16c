import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { operations } from "../../../provider/emulator/nouns";
import type { ApiName } from "../../../provider/emulator/server/auth";
import { type TestEmulator, withEmulator } from "../../helpers/emulator";
import { operationUses } from "../../helpers/operation-uses";
import { repositoryRoot } from "../../helpers/paths";
import { rows } from "./operations";

/** The page on the client: its scripts run as they stand there, and its table is the one of the operations. */

/** The page that holds the table. */
const path = join(repositoryRoot, "docs", "client.md");

const [begin, end] = [
  "<!-- operations: RENEW_OPERATIONS=1 npx jest --selectProjects handler --testPathPatterns=client-page -->",
  "<!-- end of operations -->",
];

/** The page with the table as it should be. */
function renewedPage(page: string): string {
  const [before = "", rest = ""] = page.split(begin);
  const [, after = ""] = rest.split(end);
  return `${before}${begin}\n\n${tableOf("account")}\n\n${tableOf("instance")}\n\n${end}${after}`;
}

const titles: Record<ApiName, string> = { account: "Account API", instance: "Instance API" };

function tableOf(api: ApiName): string {
  const cells = operations
    .filter((each) => each.api === api)
    .map(({ operation, method, path }) => [
      `\`${operation}\``,
      `\`${method} ${path}\``,
      isRepeatable(operation, method) ? "again" : "once",
      operationUses[operation].map((name) => `\`${name}\``).join(", ") || "–",
    ]);
  return aligned([[titles[api], "Request", "Lost answer", "Used by"], ...cells]);
}

const isRepeatable = (operation: keyof typeof rows, method: string) =>
  method !== "POST" || rows[operation].isRepeatable === true;

/** A table of Markdown, in columns of equal width. */
function aligned([head = [], ...body]: string[][]): string {
  const widths = head.map((_cell, i) => Math.max(...[head, ...body].map((cells) => cells[i]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}

// The table is renewed on demand, after a change of the operations or of what uses them.
if (process.env["RENEW_OPERATIONS"] === "1") writeFileSync(path, renewedPage(readFileSync(path, "utf8")));
const page = readFileSync(path, "utf8");
const scripts = [...page.matchAll(/^```typescript\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? "");

/** Runs the `main` of a script with an emulator as the service. */
async function run(script: string, { apiKey, customerUrl, baseUrl }: TestEmulator): Promise<unknown> {
  const { outputText } = ts.transpileModule(script, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
  const exported: { main?: () => Promise<unknown> } = {};
  const env = { BROKER_API_KEY: apiKey, BROKER_CUSTOMER_URL: customerUrl, BROKER_BASE_URL: baseUrl };
  new Function("require", "exports", "process", outputText)(require, exported, { env });
  return exported.main?.();
}

test("its scripts do what they say", async () => {
  // One after another, because a script sees what an earlier one has made.
  const results: unknown[] = [];
  await withEmulator(async (emulator) => {
    for (const script of scripts) results.push(await run(script, emulator));
  });
  expect(results).toEqual([
    ["seeded-clustered: 3.12.13, 3.12.13, 3.12.13", "seeded-alternative: 2.1.0"],
    "Action 'restart' will be performed on nodes: broker-1001-01",
    ["1003", "5", "1", "1"],
  ]);
});

test("its table holds every operation; RENEW_OPERATIONS=1 renews the table", () => {
  expect(page).toBe(renewedPage(page));
  expect(page.match(/^\| `\w+\.\w+` /gm)).toHaveLength(operations.length);
});
