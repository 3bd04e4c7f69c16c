/**
 * `npm run check -- panel [minutes]`: loads an emulator for an hour while its panel is open in a browser of the system. The
 * memory of both must not grow once the log is full.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import v8 from "node:v8";
import vm from "node:vm";
import { findBrowser } from "../../test/helpers/find-browser.cjs";
import { main, root } from "../run.mjs";

/** The log is full by the third of ten measurements, also in a run of ten minutes. */
const [measurements, firstFull, atOnce, pauseMs] = [10, 3, 5, 50];
/** How much larger than when the log was full the memory may be, each by the least of three measurements. */
const [most, compared] = [1.3, 3];

await main(async () => {
  const minutes = Number(process.argv[2] ?? 60);
  const { chromium } = await import("playwright-core");
  const { startEmulator } = createRequire(join(root, "index.js"))("pulumi-broker/emulator");
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc");
  const emulator = await startEmulator({ seed: 1, speed: 60 });
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox"] });
  const found = [];
  try {
    const page = await browser.newPage();
    await page.goto(emulator.panel);
    const inspector = await page.context().newCDPSession(page);
    for (let part = 1; part <= measurements; part++) {
      const sent = await load(emulator, (minutes / measurements) * 60_000);
      await inspector.send("HeapProfiler.collectGarbage");
      const { usedSize } = await inspector.send("Runtime.getHeapUsage");
      collect();
      const [ofPage, ofEmulator] = [usedSize, process.memoryUsage().heapUsed].map((bytes) => Math.round(bytes / 1024));
      found.push({ ofPage, ofEmulator });
      console.log(`${part} of ${measurements}: ${sent} requests, page ${ofPage} KB, emulator ${ofEmulator} KB`);
    }
  } finally {
    await browser.close();
    await emulator.close();
  }
  const least = (which, from) => Math.min(...found.slice(from, from + compared).map((each) => each[which]));
  const grown = ["ofPage", "ofEmulator"].filter(
    (which) => least(which, measurements - compared) > most * least(which, firstFull - 1),
  );
  console.log(grown.length === 0 ? "The memory is bounded." : `The memory has grown: ${grown.join(", ")}.`);
  return grown.length === 0 ? 0 : 1;
});

/** Sends reads, and makes and deletes webhooks, for so long; returns the number of requests. */
async function load({ customerUrl, baseUrl, apiKey }, forMs) {
  const ends = Date.now() + forMs;
  let sent = 0;
  const call = async (url, key, method = "GET", body = undefined) => {
    sent += 1;
    const authorization = `Basic ${btoa(`:${key}`)}`;
    const headers = { authorization, "content-type": "application/json" };
    const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    return text === "" ? undefined : JSON.parse(text);
  };
  const [{ id }] = await call(`${customerUrl}/api/instances`, apiKey);
  const { apikey } = await call(`${customerUrl}/api/instances/${id}`, apiKey);
  while (Date.now() < ends) {
    await Promise.all(Array.from({ length: atOnce }, () => call(`${customerUrl}/api/instances/${id}`, apiKey)));
    const hook = { webhook_uri: "https://example.com", vhost: "/", queue: `orders-${sent}`, concurrency: 1 };
    const made = await call(`${baseUrl}/api/webhooks`, apikey, "POST", hook);
    await call(`${baseUrl}/api/webhooks/${made.id}`, apikey, "DELETE");
    await sleep(pauseMs);
  }
  return sent;
}
