/** B9: twenty stacks of one account refresh at once, under one rate limit of the service. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../tools/run.mjs";
import { idealOf, limit } from "./rate-limit.mjs";
import { row } from "./rows.mjs";

const require = createRequire(import.meta.url);
// What tests share is TypeScript, whose types `npm test` checks.
require("ts-node").register({ transpileOnly: true, project: join(root, "test", "tsconfig.json") });
const { stackConfigOf, withEmulator } = require("../test/helpers/emulator.ts");
const { createStack } = require("../test/helpers/stack.ts");
const broker = require("pulumi-broker");

/** How many stacks there are, and how many brokers each has. A refresh sends four requests for each broker. */
const stackCount = 20;
const brokersEach = 6;

/** How many stacks are made at once, when nothing is measured yet. */
const madeAtOnce = 4;

/** Measures what the stacks need without a limit, and then what they need with it. */
export function measure({ cli, say }) {
  process.env.PULUMI_CLI = cli;
  return withEmulator(async (emulator) => {
    const stacks = [];
    try {
      const fields = { plan: "clustered-medium-1", region: "provider-a::region-1" };
      const add = Array.from({ length: stackCount * brokersEach }, () => ({ op: "add", in: "instances", fields }));
      const ids = emulator.patch(...add);
      const owners = new Map(ids.map((id, index) => [id, Math.floor(index / brokersEach)]));
      for (let from = 0; from < stackCount; from += madeAtOnce) {
        const numbers = Array.from({ length: madeAtOnce }, (_, index) => from + index);
        const made = await Promise.all(
          numbers.map((number) =>
            makeStack(number, ids.slice(number * brokersEach, (number + 1) * brokersEach), emulator),
          ),
        );
        stacks.push(...made);
      }
      const free = await refreshAll(stacks, emulator);
      emulator.limit(limit);
      const limited = await refreshAll(stacks, emulator);
      const ideal = idealOf(free);
      const withEqualShare = (free.requests.length / limit.perSecond) * 1000;
      say(`  free: ${inWords(free)}; limited: ${inWords(limited)}, ideal ${Math.round(ideal / 1000)} s`);
      return [
        row("B9", "twenty stacks that refresh at once: failed", limited.failed),
        row("B9", "twenty stacks: time ÷ ideal", limited.ms / ideal),
        row("B9", "twenty stacks: sent ÷ needed", limited.requests.length / free.requests.length),
        row(
          "B9",
          "twenty stacks: longest of all ÷ with an equal share",
          longestOf(limited.requests, owners) / withEqualShare,
        ),
      ];
    } finally {
      for (const stack of stacks) await stack.remove();
    }
  });
}

const inWords = ({ ms, requests, failed }) =>
  `${Math.round(ms / 1000)} s, ${requests.length} requests, ${failed} failed`;

/** Makes a stack with an alarm, a recipient and a webhook on each of its brokers. */
async function makeStack(number, ids, emulator) {
  const program = async () => {
    for (const id of ids) {
      const instance = `${id}`;
      const ops = { instance, type: "email", value: "ops@example.com", name: "ops" };
      const recipients = [new broker.Recipient(`ops-${id}`, ops)];
      new broker.Alarm(`flow-${id}`, { instance, type: "flow", timeThreshold: 120, recipients });
      const hook = { instance, webhookUri: "https://example.com/hook", vhost: "/", queue: "orders" };
      new broker.Webhook(`hook-${id}`, hook);
    }
  };
  const stack = await createStack(`stack-${number}`, { program, config: stackConfigOf(emulator) });
  await stack.up();
  return stack;
}

/** Refreshes all stacks at once: the time until the last one has ended, and what the service received. */
async function refreshAll(stacks, emulator) {
  emulator.clearRequests();
  const started = performance.now();
  const ended = await Promise.allSettled(stacks.map((stack) => stack.refresh({ flags: ["--expect-no-changes"] })));
  const ms = performance.now() - started;
  return { ms, requests: emulator.requests(), failed: ended.filter(({ status }) => status === "rejected").length };
}

/** The longest time that a stack needed from its first request to its last answer, in milliseconds. */
function longestOf(requests, owners) {
  const times = new Map();
  for (const { path, instance, at, answeredAt } of requests) {
    const owner = owners.get(instance ?? Number(path.split("/").at(-1)));
    times.set(owner, { from: times.get(owner)?.from ?? at, to: answeredAt });
  }
  return Math.max(...[...times.values()].map(({ from, to }) => to - from));
}
