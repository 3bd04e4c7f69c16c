/**
 * `npm run check -- panel [minutes]`: opens the panel of an emulator with 40 brokers and 10,000 requests, and measures in the
 * page when it is drawn and when it shows a change. After that, an emulator is loaded for an hour while its panel is open:
 * the memory of both must not grow once the log is full. Both need a browser of the system.
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

/** How often the page is opened, and the milliseconds within which it must be drawn and must show a change. */
const [openings, drawnWithin, shownWithin] = [10, 1000, 300];
const [brokers, requests] = [40, 10_000];

await main(async () => {
  const minutes = Number(process.argv[2] ?? 60);
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox"] });
  try {
    const isSoon = await onEmulator((emulator) => measureTimes(emulator, browser));
    const isBounded = minutes === 0 || (await onEmulator((emulator) => measureMemory(emulator, browser, minutes)));
    return isSoon && isBounded ? 0 : 1;
  } finally {
    await browser.close();
  }
});

async function onEmulator(work) {
  const { startEmulator } = createRequire(join(root, "index.js"))("pulumi-broker/emulator");
  const emulator = await startEmulator({ seed: 1, speed: 60 });
  try {
    return await work(emulator);
  } finally {
    await emulator.close();
  }
}

/** Opens the page again and again. The times are the page's own, from the start of its navigation. */
async function measureTimes(emulator, browser) {
  const key = { authorization: `Basic ${btoa(`:${emulator.apiKey}`)}` };
  const list = `${emulator.customerUrl}/api/instances`;
  const { length } = await (await fetch(list, { headers: key })).json();
  const names = Array.from({ length: brokers - length }, (_, n) => ({ name: `broker-${n}` }));
  emulator.patch(...names.map((fields) => ({ op: "add", in: "instances", fields })));
  for (let sent = 0; sent < requests; sent += 100) {
    await Promise.all(Array.from({ length: 100 }, async () => (await fetch(list, { headers: key })).text()));
  }
  const found = { drawn: [], "all requests": [], change: [] };
  for (let n = 1; n <= openings; n++) {
    const context = await browser.newContext();
    await context.addInitScript(watchPage, { brokers, requests, name: `renamed-${n}` });
    const page = await context.newPage();
    await page.goto(emulator.panel);
    await page.locator("#requests", { hasText: String(requests) }).waitFor();
    const changedAt = Date.now();
    emulator.patch({ op: "set", in: "instances", id: 1001, fields: { name: `renamed-${n}` } });
    await page.locator(".broker", { hasText: `renamed-${n}` }).waitFor();
    const seen = await page.evaluate("seen");
    found.drawn.push(seen.drawn);
    found["all requests"].push(seen["all requests"]);
    found.change.push(seen.changedAt - changedAt);
    await context.close();
  }
  for (const [what, all] of Object.entries(found)) {
    const sorted = all.map(Math.round).sort((one, other) => one - other);
    console.log(`${what}: ${sorted.join(" ")} ms`);
  }
  const isSoon = Math.max(...found.drawn) <= drawnWithin && Math.max(...found.change) <= shownWithin;
  console.log(isSoon ? "The page is soon there." : `More than ${drawnWithin} or ${shownWithin} ms: the page is slow.`);
  return isSoon;
}

/** Runs in the page: notes when all brokers and the newest requests are drawn, when it has all, and a change. */
function watchPage({ brokers, requests, name }) {
  globalThis.seen = {};
  const look = () => {
    if (document.querySelectorAll(".broker").length >= brokers && document.querySelector("tbody tr")) {
      seen.drawn ??= performance.now();
    }
    if (document.querySelector("#requests .faint")?.textContent === String(requests)) {
      seen["all requests"] ??= performance.now();
    }
    const names = Array.from(document.querySelectorAll(".broker strong"), (each) => each.textContent);
    if (names.includes(name)) seen.changedAt ??= Date.now();
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Loads the emulator while its page is open, and compares what both keep in memory. */
async function measureMemory(emulator, browser, minutes) {
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc");
  const found = [];
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
  const least = (which, from) => Math.min(...found.slice(from, from + compared).map((each) => each[which]));
  const grown = ["ofPage", "ofEmulator"].filter(
    (which) => least(which, measurements - compared) > most * least(which, firstFull - 1),
  );
  console.log(grown.length === 0 ? "The memory is bounded." : `The memory has grown: ${grown.join(", ")}.`);
  return grown.length === 0;
}

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
