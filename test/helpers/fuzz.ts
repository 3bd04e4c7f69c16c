import { Agent, request as send } from "node:http";
import type { Emulator } from "../../provider/emulator";
import { collectionNames, routes } from "../../provider/emulator/nouns";
import { createRandom, type Random } from "../../provider/emulator/server/random";
import { basic } from "./emulator";

interface Shot {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

interface FuzzResult {
  sent: number;
  /** The number of answers with each status. Status 0 means a request without an answer. */
  statuses: Record<number, number>;
  /** The answers that no request may receive, each with its request. */
  failures: string[];
}

const words = (text: string) => text.trim().split(/\s+/);

// biome-ignore format: short texts
const nasty = ["", " ", "\r\n", "a\u0000b", "\u202e\u001b[31m", "é😀", "__proto__", "../..", "%2f", "*".repeat(50), "x".repeat(5_000)];
const usual = words("1001 1002 3001 5001 provider-a::region-1 clustered-medium-3 10.56.72.0/24 ::/0 true false");
const numbers = [0, -1, 1, 1001, 1002, 9001, 12_001, 1.5, 2 ** 31, 2 ** 53, 1e300, -1e300];
const fields = words(`
  name plan region tags subnet vpc_subnet vpc_id nodes rmq_version copy_settings extra_disk_size allow_downtime email role
  plugin_name hostname ip services ports type value options enabled value_threshold time_threshold recipients
  reminder_interval webhook_uri queue vhost concurrency cloud_region cloud_account_id with_headers version
  broker.heartbeat broker.consumer_timeout broker.connection_max token license_key scheduled_by preferred_maintenance_day
  preferred_maintenance_time peer_account_id peer_vpc_id peer_subnet allowed_principals async keep_vpc timestamp year month
  __proto__ constructor
`);
const controlFields = words(`
  match fault times skip method path instance delayMs holdMs real status headers body actThen html empty raw busy redirect
  reset truncate dribble gzip merge list perSecond burst retryAfter advanceMs speed op in id fields
`);
const stateFields = words(`
  readyAt goneAt updatedAt required_by jobs change outages config rules history backend shared instance_id hiddenUntil
  creating deleting quota node_choices broker erlang lines
`);

/** Makes requests at random, from valid ones to nonsense. The seed decides their order. */
function shooter(random: Random, emulator: Emulator) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random.next() * from.length)] as T;
  const often = (share: number) => random.next() < share;

  const value = (names: readonly string[], depth = 0): unknown => {
    const kind = random.between(0, depth > 3 ? 4 : 7);
    if (kind < 2) return pick([...nasty, ...usual, ...names]);
    if (kind === 2) return pick(numbers);
    if (kind === 3) return pick([true, false, null]);
    if (kind === 4) return random.word(6);
    if (kind === 5) return Array.from({ length: random.between(0, 3) }, () => value(names, depth + 1));
    return object(names, depth + 1);
  };
  const object = (names: readonly string[], depth = 0): object =>
    Object.fromEntries(Array.from({ length: random.between(0, 5) }, () => [pick(names), value(names, depth)]));

  const text = (names: readonly string[]): [type: string, body: string] => {
    const json = ["application/json", JSON.stringify(often(0.8) ? object(names) : value(names))] as [string, string];
    if (often(0.7)) return json;
    const entryOf = ([name, each]: [string, unknown]) => [often(0.3) ? `${name}[]` : name, `${each}`];
    const form = new URLSearchParams(Object.entries(object(names)).map(entryOf));
    return pick<[string, string]>([
      ["application/x-www-form-urlencoded", form.toString()],
      ["application/json", `${"[".repeat(20_000)}${"]".repeat(20_000)}`],
      ["application/json", '{"a":'],
      [pick(["text/plain", "multipart/form-data", "", "a/b;c"]), json[1]],
    ]);
  };

  const key = () =>
    basic(
      pick([emulator.apiKey, emulator.readOnlyKey, ...emulator.instances.map(({ apiKey }) => apiKey), "wrong", ""]),
      pick(["", "", "u"]),
    );

  const operation = (): Shot => {
    const { api, method, path } = pick(routes);
    const filled = path.replace(/:\w+/g, () =>
      encodeURIComponent(`${pick([...usual, ...nasty, "log_vendor_e", "broker_top", "21"])}`),
    );
    const query = often(0.2)
      ? `?${pick(["async=true", "keep_vpc=true", "from=2026-01", "year=2026&month=1", "%", "a[]=&a[]=1", "__proto__=1"])}`
      : "";
    const [type, body] = often(0.8) ? text(fields) : ["", ""];
    const right = { account: emulator.apiKey, instance: pick(emulator.instances).apiKey }[api];
    return {
      method: often(0.9) ? method : pick(["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "POST"]),
      path: `/${api === "account" ? "customer" : "instance"}${filled}${query}`,
      headers: { authorization: often(0.9) ? basic(right) : key(), "content-type": type },
      body,
    };
  };

  const rule = () => ({
    match: object(controlFields, 3),
    ...object(["times", "skip"], 3),
    fault: object(controlFields, 2),
  });
  const change = () => ({
    op: pick(["set", "add", "delete"]),
    in: pick(collectionNames),
    id: pick([1, 2, 1001, 1002, 3001, 9001, 10_001, 12_001, 13_001, 16_001, 17_001]),
    fields: object([...stateFields, ...fields], 1),
  });
  const control = (): Shot => {
    const [method, name, made] = pick<[method: string, name: string, body: () => unknown]>([
      ["POST", "faults", () => [rule()]],
      ["POST", "limit", () => object(["perSecond", "burst", "retryAfter"], 2)],
      ["POST", "clock", () => object(["advanceMs", "speed"], 2)],
      ["PATCH", "state", () => change()],
      ["PATCH", "state", () => [change(), change()]],
      ["GET", "state", () => undefined],
      ["GET", "requests", () => undefined],
      ["DELETE", "requests", () => undefined],
    ]);
    const sensible = made();
    const [type, body] =
      sensible !== undefined && often(0.2) ? text(controlFields) : ["application/json", JSON.stringify(sensible) ?? ""];
    return {
      method,
      path: `/_emulator/${often(0.95) ? name : random.word(4)}`,
      headers: { "content-type": type },
      body,
    };
  };

  return () => (often(0.75) ? operation() : control());
}

/** Sends requests for as long as `goesOn` allows, and collects the answers in which the emulator itself has failed. */
export async function fuzz(emulator: Emulator, seed: number, goesOn: (sent: number) => boolean): Promise<FuzzResult> {
  const shoot = shooter(createRandom(seed), emulator);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const result: FuzzResult = { sent: 0, statuses: {}, failures: [] };
  const sendNext = async (after?: Shot): Promise<Shot> => {
    const shot = shoot();
    result.sent += 1;
    const { status, text } = await fire(emulator.url, shot, agent);
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
    if (text.includes("The emulator failed")) {
      const shown = [...(after ? [after] : []), shot].map(
        ({ method, path, body }) => `${method} ${path} ${body.slice(0, 300)}`,
      );
      result.failures.push(`${shown.join(", then ")} -> ${text.slice(0, 300)}`);
    }
    return shot;
  };
  while (goesOn(result.sent)) {
    const shot = await sendNext();
    if (shot.path.startsWith("/_emulator/")) {
      // A few requests meet the new faults and limit, which are then removed so that later requests reach the routes.
      for (let i = 0; i < 3 && goesOn(result.sent); i++) await sendNext(shot);
      emulator.clearFaults();
      emulator.liftLimit();
      if (result.sent % 20 === 0) emulator.reset();
    }
  }
  agent.destroy();
  emulator.reset();
  const headers = { authorization: basic(emulator.apiKey) };
  const last = await fetch(`${emulator.customerUrl}/api/instances`, { headers });
  if (last.status !== 200) result.failures.push(`afterwards the list of instances answers ${last.status}`);
  return result;
}

/** Sends one request and returns the answer; status 0 when a fault leaves the request without an answer. */
function fire(url: string, { method, path, headers, body }: Shot, agent: Agent) {
  return new Promise<{ status: number; text: string }>((resolve) => {
    const nothing = () => resolve({ status: 0, text: "" });
    const sent = send(url + path, { method, headers, agent, signal: AbortSignal.timeout(1_000) }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        text = (text + part).slice(0, 1_000);
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
      answer.on("error", nothing);
      answer.on("close", nothing);
    });
    sent.on("error", nothing);
    sent.end(body);
  });
}
