/** The last act of the demo: brokers that were made outside of Pulumi are taken over by `pulumi-broker adopt`. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { same, sameList } from "./demo-check.mjs";
import { root } from "./run.mjs";

const tag = "by-hand";
const stack = "demo";

/**
 * The steps of the act. `runs` is what is run, with the arguments of `command`; `code` is the expected exit code, `says` a
 * pattern of what is printed, and `takes` whether everything made by hand is expected in the stack's state afterwards.
 */
export const adoptSteps = [
  {
    title: "Find what was made outside of Pulumi",
    look: "Two brokers were made by hand, with what stands on them. The exit code is 7, because no stack has them.",
    command: `npx pulumi-broker adopt --check --tag ${tag}`,
    code: 7,
    says: /^Instance +\d+ +orders\n[\s\S]*^Instance +\d+ +billing$/m,
  },
  {
    title: "Take over both brokers with one command",
    look: "The program is written, secrets go into the configuration, and everything is imported. Nothing is sent that writes.",
    command: `npx pulumi-broker adopt --tag ${tag}`,
    says: /2 Instance.* The preview shows no change to them\./,
    takes: true,
  },
  {
    title: "Preview the program that was written",
    look: "The brokers are unchanged: the program says what the service has.",
    command: "pulumi preview --expect-no-changes",
    says: /\d+ unchanged/,
    takes: true,
  },
];

/**
 * Makes two brokers through the client, as a person would in the control panel, and an empty project with a stack.
 *
 * @param {object} options
 * @param {string} options.cli the `pulumi` to run
 * @param {object} options.emulator
 * @param {(text: string) => void} options.print receives what the commands print as it comes
 * @param {boolean} [options.colour]
 * @param {AbortSignal} [options.signal] ends the command under way
 */
export async function openProject({ cli, emulator, print, colour, signal }) {
  const made = await makeByHand(emulator);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pulumi-broker-")));
  const run = (command, { quiet = false, input } = {}) =>
    runCommand(command, {
      folder,
      env: environmentOf(folder, cli),
      print: quiet ? () => {} : print,
      colour,
      signal,
      input,
    });
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    writeProject(folder, cli);
    for (const [command, input] of [
      [`pulumi stack init ${stack}`],
      [`pulumi config set broker:customerUrl ${emulator.customerUrl}`],
      [`pulumi config set broker:baseUrl ${emulator.baseUrl}`],
      ["pulumi config set --secret broker:apiKey", emulator.apiKey],
    ]) {
      const { code, text } = await run(command, { quiet: true, input });
      if (code !== 0) throw new Error(`${command} ended with ${code}: ${text}`);
    }
  } catch (error) {
    remove();
    throw error;
  }
  return { made, run, remove };
}

/** Runs a step of the act in the project, and compares what happened with what the step expects. */
export async function runAdoptStep(step, { project, emulator }) {
  emulator.clearRequests();
  const started = Date.now();
  const { code, text } = await project.run(step.command);
  const seconds = (Date.now() - started) / 1000;
  const requests = emulator.requests().filter(({ poll }) => !poll);
  const sent = requests.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
  const findings = [
    same("exit code", step.code ?? 0, code),
    sameList("changing requests", [], sent),
    says(text, step.says),
    ...(step.takes ? [isTaken(project.made, await protectedIn(project))] : []),
  ];
  return { step, findings, good: findings.every(({ good }) => good), seconds, requests: requests.length };
}

function says(text, pattern) {
  const found = pattern.exec(text);
  if (found === null) return { good: false, text: `what it printed does not match ${pattern}` };
  const before = text
    .slice(0, found.index + found[0].length)
    .split("\n")
    .at(-1);
  const after = text.slice(found.index + found[0].length).split("\n")[0];
  return { good: true, text: `it says: ${(before + after).trim()}` };
}

function isTaken(made, present) {
  const missing = made.filter((each) => !present.includes(each));
  return {
    good: missing.length === 0,
    text: `the stack holds, protected: ${made.filter((each) => present.includes(each)).join(", ") || "nothing"}${missing.length === 0 ? "" : `; missing: ${missing.join(", ")}`}`,
  };
}

/** The types and ids of the protected resources in the stack's state. */
async function protectedIn({ run }) {
  const { text } = await run("pulumi stack export", { quiet: true });
  const { resources = [] } = JSON.parse(text).deployment;
  return resources.filter(({ protect }) => protect).map(({ type, id }) => `${type.replace(/^.*:/, "")} ${id}`);
}

/** Makes the brokers, and answers the types and ids of all that was made. */
async function makeByHand(emulator) {
  const { createClient } = createRequire(join(root, "index.js"))("pulumi-broker/client");
  const { customerUrl, baseUrl, apiKey } = emulator;
  const client = createClient({ customerUrl, baseUrl, apiKey });
  const make = async (name, plan) => {
    const { id } = await client.instances.create({ name, plan, region: "provider-a::region-1", tags: [tag] });
    while (!(await client.instances.get(id)).ready) await wait(200);
    return id;
  };
  try {
    const [orders, billing] = [
      await make("orders", "clustered-medium-1"),
      await make("billing", "alternative-medium-1"),
    ];
    const on = client.instance(orders);
    const ops = await on.recipients.create({ type: "email", value: "ops@example.com", name: "Ops" });
    const alarm = await on.alarms.create({
      ...{ type: "queue", enabled: true, queue_regex: "^orders", vhost_regex: ".*", message_type: "total" },
      ...{ value_threshold: 1000, time_threshold: 300, recipients: [Number(ops.id)] },
    });
    const hook = { webhook_uri: "https://shop.example.com/orders", vhost: "/", queue: "orders", concurrency: 1 };
    const webhook = await client.instance(billing).webhooks.create(hook);
    await on.firewall.patch([{ ip: "10.0.0.0/8", services: ["AMQPS", "HTTPS"] }]);
    return [
      ...[`Instance ${orders}`, `Instance ${billing}`, `FirewallRuleSet ${orders}/firewall`],
      ...[`Recipient ${orders}/recipients/${ops.id}`, `Alarm ${orders}/alarms/${alarm.id}`],
      `Webhook ${billing}/webhooks/${webhook.id}`,
    ];
  } finally {
    await client.close();
  }
}

/** Writes the files that `pulumi new typescript` makes, with the packages of this clone. */
function writeProject(folder, cli) {
  const write = (file, text) => writeFileSync(join(folder, file), text);
  for (const each of ["bin", "backend"]) mkdirSync(join(folder, each));
  symlinkSync(cli, join(folder, "bin", "pulumi"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  write("Pulumi.yaml", "name: by-hand\nruntime:\n  name: nodejs\n");
  write("package.json", JSON.stringify({ name: "by-hand", main: "index.ts" }));
  const compilerOptions = { strict: true, target: "es2020", module: "commonjs", moduleResolution: "node" };
  write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["index.ts"] }));
  write("index.ts", "");
}

/** The environment of the project's shell: a backend and a home of its own, and the language host that the CLI may lack. */
function environmentOf(folder, cli) {
  const beside = dirname(realpathSync(cli));
  const languageHost = join(root, "tools", "language-host");
  const hasOne = existsSync(join(beside, "pulumi-language-nodejs"));
  const path = [join(folder, "bin"), ...(hasOne ? [] : [languageHost]), beside, process.env.PATH ?? ""];
  return {
    ...process.env,
    PATH: path.join(delimiter),
    PULUMI_HOME: join(folder, "home"),
    PULUMI_BACKEND_URL: `file://${join(folder, "backend")}`,
    PULUMI_CONFIG_PASSPHRASE: "demo",
    PULUMI_CONFIG_PASSPHRASE_FILE: "",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_DISABLE_REGISTRY_RESOLVE: "true",
  };
}

/** Runs a command as a person would type it, to its end. The text is all of what it prints on stdout. */
function runCommand(command, { folder, env, print, colour, signal, input }) {
  const words = command.split(" ");
  const [program, args] =
    words[0] === "npx"
      ? [process.execPath, [join(root, "dist", "cli", "main.js"), ...words.slice(2)]]
      : ["pulumi", ["--non-interactive", "--color", colour ? "always" : "never", ...words.slice(1)]];
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, env, signal, stdio: ["pipe", "pipe", "pipe"] });
    let text = "";
    child.stdin.on("error", () => {}).end(input ?? "");
    child.stdout.setEncoding("utf8").on("data", (more) => {
      text += more;
      print(more);
    });
    child.stderr.setEncoding("utf8").on("data", print);
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, text }));
  });
}
