import { readFileSync, writeFileSync } from "node:fs";
import ts from "typescript";
import { operations } from "../../../provider/emulator/nouns";
import { type TestEmulator, withEmulator } from "../../helpers/emulator";
import { operationsPage, renewedPage } from "./operations-page";

/** The page on the client: its scripts run as they stand there, and its table is the one of the operations. */

// The table is renewed on demand, after a change of the operations or of what uses them.
if (process.env["RENEW_OPERATIONS"] === "1") {
  writeFileSync(operationsPage, renewedPage(readFileSync(operationsPage, "utf8")));
}
const page = readFileSync(operationsPage, "utf8");
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
  const results = await withEmulator((emulator) => Promise.all(scripts.map((script) => run(script, emulator))));
  expect(results).toEqual([
    ["seeded-clustered: 3.12.13, 3.12.13, 3.12.13", "seeded-alternative: 2.1.0"],
    "Action 'restart' will be performed on nodes: broker-1001-01",
  ]);
});

test("its table holds every operation; RENEW_OPERATIONS=1 renews the table", () => {
  expect(page).toBe(renewedPage(page));
  expect(page.match(/^\| `\w+\.\w+` /gm)).toHaveLength(operations.length);
});
