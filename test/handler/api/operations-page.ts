import { join } from "node:path";
import { operations } from "../../../provider/emulator/nouns";
import type { ApiName } from "../../../provider/emulator/server/auth";
import { operationUses } from "../../helpers/operation-uses";
import { repositoryRoot } from "../../helpers/paths";
import { rows } from "./operations";

/** The page that holds the table. */
export const operationsPage = join(repositoryRoot, "docs", "client.md");

const [begin, end] = [
  "<!-- operations: RENEW_OPERATIONS=1 npx jest --selectProjects handler --testPathPatterns=client-page -->",
  "<!-- end of operations -->",
];

/** The page with the table as it should be. */
export function renewedPage(page: string): string {
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
