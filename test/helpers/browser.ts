import { readFileSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";

const { findBrowser } = require("./find-browser.cjs") as { findBrowser(): string };

/** Starts the browser of the system, without what a browser asks its maker for. */
export async function startBrowser(): Promise<Browser> {
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox", "--disable-gpu", ...quiet] });
}

/** Opens a page that fails the test with what is wrong in it, and returns the addresses that it has asked. */
export async function openPage(browser: Browser, url: string) {
  const page = await browser.newPage();
  const [asked, wrong]: [string[], string[]] = [[], []];
  page.on("request", (request) => asked.push(request.url()));
  page.on("pageerror", ({ message }) => wrong.push(message));
  page.on("console", (message) => wrong.push(message.text()));
  page.on("dialog", (dialog) => (dialog.type() === "confirm" ? dialog.accept() : wrong.push(dialog.message())));
  await page.goto(url);
  return { page, asked, wrong };
}

/** Fails the test with what a checker of accessibility finds in a page, light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await page.evaluate(`${axe}; axe.run()`)).toMatchObject({ violations: [] });
  }
}
