/**
 * `npm run pictures`: makes the pictures of README and docs from a real run of the quickstart on the real engine: the
 * recording of its `up`, the panel while its broker is being made, and the map of the account; and the drawing of how the
 * parts fit from its chart. It needs a Chromium of the system.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { findBrowser } from "../test/helpers/find-browser.cjs";
import { findCli } from "./pulumi-cli.mjs";
import { main, root } from "./run.mjs";
import { setUp } from "./setup.mjs";

const quickstart = join(root, "examples", "quickstart", "index.ts");
const folder = join(root, "docs", "pictures");

await main(async () => {
  await setUp();
  // The set-up installs what is imported here.
  const { chromium } = await import("playwright-core");
  const { configFor, openStack } = await import("./demo-engine.mjs");
  const { draw } = await import("./recording.mjs");
  const { startEmulator } = createRequire(join(root, "index.js"))("pulumi-broker/emulator");
  const emulator = await startEmulator({ seed: 1, speed: 60 });
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox"] });
  const pieces = [];
  const began = Date.now();
  const stack = await openStack({
    cli: await findCli(),
    name: "dev",
    project: "shop",
    from: root,
    main: dirname(quickstart),
    program: quickstart,
    config: configFor(emulator),
    print: (text) => pieces.push({ at: Date.now() - began, text }),
    colour: true,
  });
  try {
    const pages = {};
    for (const colorScheme of ["light", "dark"]) {
      pages[colorScheme] = await browser.newPage({ viewport: { width: 1280, height: 760 }, colorScheme });
      await pages[colorScheme].goto(emulator.panel);
    }
    const running = stack.run("up");
    mkdirSync(folder, { recursive: true });
    for (const [scheme, page] of Object.entries(pages)) {
      await page.locator(".broker", { hasText: "being made" }).waitFor();
      await page.screenshot({ path: join(folder, `panel-${scheme}.png`) });
    }
    await running;
    writeFileSync(join(folder, "up.svg"), draw("pulumi up", pieces));
    writeFileSync(join(folder, "map.svg"), await stack.command("map", "--format", "svg"));
    for (const theme of ["neutral", "dark"]) {
      const page = await browser.newPage();
      await page.addScriptTag({ path: join(root, "node_modules", "@mermaid-js/tiny", "dist", "mermaid.tiny.js") });
      const options = { theme, htmlLabels: false, flowchart: { htmlLabels: false } };
      const text = readFileSync(join(folder, "parts.mmd"), "utf8");
      const drawn = `mermaid.initialize(${JSON.stringify(options)}); mermaid.render("parts", ${JSON.stringify(text)})`;
      const { svg } = await page.evaluate(drawn);
      writeFileSync(join(folder, `parts-${theme === "dark" ? "dark" : "light"}.svg`), svg);
    }
  } finally {
    await browser.close();
    stack.remove();
    await emulator.close();
  }
});
