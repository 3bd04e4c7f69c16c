import { type ChildProcess, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { emulator as command } from "../../../provider/cli/emulator";
import { startCommand } from "../../helpers/command";
import { basic, it, withEmulator } from "../../helpers/emulator";
import { lazySdk, read, repositoryRoot, temporaryFolder } from "../../helpers/paths";
import { waitUntil } from "../../helpers/processes";

const running = new Set<ChildProcess>();

afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** The command as a process of its own. */
function start(...args: string[]) {
  const command = startCommand(args);
  running.add(command.child);
  void command.ended.then(() => running.delete(command.child));
  return command;
}

/** What the emulator's command prints and returns without a process of its own, where it starts no emulator. */
async function refused(...args: string[]) {
  const printed = { log: [] as string[], error: [] as string[] };
  const spies = (["log", "error"] as const).map((way) =>
    jest.spyOn(console, way).mockImplementation((...texts: unknown[]) => void printed[way].push(`${texts}\n`)),
  );
  try {
    const code = await command.run(args);
    return { code, stdout: printed.log.join(""), stderr: printed.error.join("") };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Sends a control call with the account's key. */
const control = ({ url, key }: { url: string; key: string }, method: string, path: string, body?: unknown) =>
  fetch(`${url}/_emulator/${path}`, {
    ...{ method, body: JSON.stringify(body) },
    headers: { "content-type": "application/json", authorization: basic(key) },
  });

/** The value that a text gives a variable of the package. */
const valueIn = (text: string, name: string) => new RegExp(`export BROKER_${name}=(\\S+)`).exec(text)?.[1] ?? "";
const lines = (text: string) => text.trim().split("\n");

describe("pulumi-broker", () => {
  test("--help lists its commands; no command does so too, and fails", async () => {
    const help = await start("--help").ended;
    expect(help).toMatchObject({ code: 0, stderr: "" });
    expect(help.stdout).toContain("  doctor      finds out what is wrong");
    expect(help.stdout).toContain("  drift       reports what was changed outside Pulumi");
    expect(help.stdout).toContain("  emulator    runs an emulator of the service on this machine");
    expect(help.stdout).toContain("  rotate-key  replaces the account key");
    expect(await start().ended).toMatchObject({ code: 2, stdout: help.stdout });
  });

  test("--version and -v print the version; help explains a command as --help does", async () => {
    const { version } = JSON.parse(read("package.json")) as { version: string };
    for (const option of ["--version", "-v"])
      expect(await start(option).ended).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
    expect(await start("help", "drift").ended).toEqual(await start("drift", "--help").ended);
  });

  test.each([
    ["adopt", "--stack"],
    ["adopt", "--tag"],
    ["doctor", "--stack"],
    ["drift", "--stack"],
    ["emulator", "--state"],
    ["rotate-key", "--stack"],
  ])("%s does not take an empty %s for none", async (name, option) => {
    const stderr = `${option} needs a value that is not empty. pulumi-broker ${name} --help explains the options.\n`;
    const more = name === "rotate-key" ? ["--yes"] : [];
    expect(await start(name, option, "", ...more).ended).toEqual({ code: 2, stdout: "", stderr });
  });

  test.each([
    ["adopt", ["--stack NAME", "--dry-run", "--write-only", "--instance ID", "--check", "--json", "Exit code"]],
    ["doctor", ["--json", "--stack NAME", "(default 10)", "shows no key", "Exit code: 0"]],
    ["drift", ["--json", "--stack NAME", "--run-program", "7 with drift", "pulumi up --refresh"]],
    ["rotate-key", ["--stack NAME", "--print", "--json", "--yes", "BROKER_API_KEY", "Exit code"]],
  ])("%s --help explains it, and an unknown option is one line", async (name, texts) => {
    const help = await start(name, "--help").ended;
    expect(help).toMatchObject({ code: 0, stderr: "" });
    expect(texts.filter((text) => !help.stdout.includes(text))).toEqual([]);
    const stderr = `Unknown option '--fix'. pulumi-broker ${name} --help explains the options.\n`;
    expect(await start(name, "--fix").ended).toEqual({ code: 2, stdout: "", stderr });
  });

  test("a value that looks like an option is refused in one line", async () => {
    const problem = '--speed needs a value that does not begin with "-".';
    const stderr = `${problem} pulumi-broker emulator --help explains the options.\n`;
    expect(await start("emulator", "--speed", "-1").ended).toEqual({ code: 2, stdout: "", stderr });
  });

  test("what a full disk does not take is no success", () => {
    const main = join(repositoryRoot, "dist", "cli", "main.js");
    const script = '"$0" -r "$1" "$2" --help > /dev/full';
    const { status, stderr } = spawnSync("/bin/sh", ["-c", script, process.execPath, lazySdk, main]);
    expect([status, `${stderr}`]).toEqual([1, "pulumi-broker: the output could not be written (ENOSPC)\n"]);
  });

  test.each([
    ["dirft", ' Did you mean "drift"?'],
    ["rotatekey", ' Did you mean "rotate-key"?'],
    ["Doctor", ' Did you mean "doctor"?'],
    ["constructor", ""],
  ])("%s is no command, which one line says:%s", async (word, question) => {
    const stderr = `pulumi-broker has no command "${word}"; pulumi-broker --help lists the commands.${question}\n`;
    expect(await start(word).ended).toEqual({ code: 2, stdout: "", stderr });
  });
});

describe("pulumi-broker emulator", () => {
  test("--help explains every option, the control calls and where the differences are told", async () => {
    const { code, stdout } = await refused("--help");
    expect(code).toBe(0);
    const options = "--port N,--speed N,--seed N,--specified-only,--state FILE,--broker-url URL".split(",");
    for (const text of [...options, "4160", "127.0.0.1 only", "faults"]) expect(stdout).toContain(text);
    const named = /node_modules\/pulumi-broker\/(\S+DIFFERENCES\.md)/.exec(stdout)?.[1] ?? "";
    expect([named, existsSync(join(repositoryRoot, named))]).toEqual(["provider/emulator/DIFFERENCES.md", true]);
  });

  test("every example of a control call in --help works on an emulator that has just started", async () => {
    const { stdout } = await refused("--help");
    const examples = stdout.split("\n").flatMap((line) => {
      const [, method = "", path = "", body = ""] = /^ {2}(POST|PATCH) +(\w+) +(?=[[{])(.*)$/.exec(line) ?? [];
      return method === "" ? [] : readJson(body).map((value) => ({ method, path, value }));
    });
    expect(examples.map(({ path }) => path)).toEqual(["clock", "clock", "faults", "limit", "state", "state"]);
    await withEmulator(async (emulator) => {
      for (const { method, path, value } of examples) {
        const { ok } = await control({ url: emulator.url, key: emulator.apiKey }, method, path, value);
        expect({ path, ok }).toEqual({ path, ok: true });
      }
      expect(emulator.state().instances[0]?.name).toBe("changed");
      const { rules } = emulator.state().firewalls.find((each) => each.instance_id === 1001)!;
      expect(rules).toMatchObject([{ ip: "0.0.0.0/0", description: "opened outside" }]);
    });
  });

  test.each([
    [["--port", "x"], "--port must be"],
    [["--port", "70000"], "--port must be"],
    [["--speed", "0"], "--speed must be"],
    [["--speed", "fast"], "--speed must be"],
    [["--broker-url", "localhost"], "--broker-url: the URL of the broker must be amqp://HOST"],
    [["--seed", "1.5"], "--seed must be"],
    [["--prot", "1"], "Unknown option '--prot'"],
    [["more"], "Unexpected argument 'more'"],
  ])("%j is refused in one line", async (args, text) => {
    const { code, stderr, stdout } = await refused(...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(lines(stderr)).toEqual([expect.stringContaining(text)]);
  });

  const signals = ["SIGINT", "SIGTERM"] as const;
  test.each(signals)("prints what to paste, serves it, and ends at once on %s", async (signal) => {
    // Without an argument it would take its default port, which may be in use where the tests run.
    const { child, ended, printed } = start("emulator", "--port", "0", "--seed", "5");
    const text = await printed("Ctrl-C stops it.");
    const [customerUrl, baseUrl, key = ""] = ["CUSTOMER_URL", "BASE_URL", "API_KEY"].map((name) => valueIn(text, name));
    expect(customerUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/customer$/);
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/instance$/);
    expect(text).toContain(`pulumi config set broker:customerUrl ${customerUrl}`);
    expect(text).toContain(`pulumi config set broker:baseUrl ${baseUrl}`);
    expect(text).toContain(`pulumi config set --secret broker:apiKey ${key}`);
    expect(text).toContain("1001 (clustered), 1002 (alternative)");
    const headers = { authorization: basic(key) };
    expect((await fetch(`${customerUrl}/api/vpcs`, { headers })).status).toBe(200);

    // A request that never ends does not keep it alive.
    const opened = { url: new URL(customerUrl ?? "").origin, key };
    expect(text).toContain(`panel          ${opened.url}/#${key}\n`);
    await control(opened, "POST", "faults", [{ match: {}, fault: { blackHole: true } }]);
    const silent = expect(fetch(`${customerUrl}/api/vpcs`, { headers })).rejects.toThrow("fetch failed");
    while (((await (await control(opened, "GET", "requests")).json()) as unknown[]).length < 2) {
      // Until the silent request has arrived.
    }
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 0, stderr: "" });
    await silent;
  });

  test("listens on loopback only", async () => {
    const { printed } = start("emulator", "--port", "0");
    const port = Number(/127\.0\.0\.1:(\d+)/.exec(await printed("Ctrl-C stops it."))?.[1]);
    const outside = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ internal, family }) => !internal && family === "IPv4")
      .map(({ address }) => address);
    // 127.0.0.2 is loopback too, and still none of its business; elsewhere than on Linux it may not exist at all.
    for (const address of [...outside, "127.0.0.2", "[::1]"])
      await expect(fetch(`http://${address}:${port}/`)).rejects.toThrow("fetch failed");
  });

  it("a port in use is one line that says what to do", async ({ url }) => {
    const { port } = new URL(url);
    const { code, stderr, stdout } = await refused("--port", port);
    expect([code, stdout]).toEqual([1, ""]);
    const line = `Port ${port} is in use: give another port with --port, or --port 0 for any free port.`;
    expect(lines(stderr)).toEqual([line]);
  });

  test("with --state a start goes on where a killed one was; a foreign file is one line", async () => {
    const folder = temporaryFolder("state");
    const file = join(folder, "broker state.json");
    const startWithState = async () => {
      const { child, ended, printed } = start("emulator", "--port", "0", "--state", file);
      const text = await printed("Ctrl-C stops it.");
      expect(text).toContain(`  kept in        ${file}\n`);
      return { child, ended, key: valueIn(text, "API_KEY"), url: new URL(valueIn(text, "BASE_URL")).origin };
    };
    const first = await startWithState();
    await control(first, "PATCH", "state", [{ op: "add", in: "vpcs", fields: { name: "kept" } }]);
    await waitUntil(() => readFileSync(file, "utf8").includes('"kept"'), "the change in the file");
    first.child.kill("SIGKILL");
    await first.ended;

    const second = await startWithState();
    expect(second.key).toBe(first.key);
    const state = (await (await control(second, "GET", "state")).json()) as { vpcs: unknown };
    expect(state.vpcs).toMatchObject([{ id: 5001, name: "kept" }]);
    second.child.kill("SIGTERM");
    expect(await second.ended).toMatchObject({ code: 0, stderr: "" });

    writeFileSync(file, "{}");
    const { code, stderr, stdout } = await refused("--port", "0", "--state", file);
    expect([code, stdout]).toEqual([1, ""]);
    const foreign = /^The emulator could not start: .* is not a state file of .* remove /;
    expect(lines(stderr)).toEqual([expect.stringMatching(foreign)]);
    rmSync(folder, { recursive: true });
  });

  test("with --broker-url it says which vhosts there must be", async () => {
    const url = "amqp://me:secret-word@localhost";
    const { child, ended, printed } = start("emulator", "--port", "0", "--broker-url", url);
    const text = await printed("Ctrl-C stops it.");
    expect(text).toContain("  vhosts         instance-<id>, on the broker that --broker-url names\n");
    expect(text).not.toContain("secret-word");
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 0, stderr: "" });
  });
});

/** The JSON values with which a text begins, with "or" between them. */
function readJson(text: string): unknown[] {
  return text.split(/ or (?=[[{])/).map((part) => {
    const end = Math.max(part.lastIndexOf("}"), part.lastIndexOf("]"));
    return JSON.parse(part.slice(0, end + 1)) as unknown;
  });
}
