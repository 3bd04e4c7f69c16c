import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { basic } from "../helpers/emulator";
import { readEvents } from "../helpers/engine-events";
import { type ExpectedExit, expectExit, type Run, toRun } from "../helpers/engine-run";
import { languageHost, temporaryFolder } from "../helpers/paths";
import { hostsMarked, isAlive, waitUntil, watch } from "../helpers/processes";
import { offlineEnv } from "../helpers/stack";
import { findCli, placePackage, projectTemplate, run } from "../helpers/user-project";

/** Somebody who follows the README or another page: a shell in a folder, and an emulator in another shell. */
export let reader: ReturnType<typeof createReader>;

/** Lets the reader of the tests of a file follow these lines before the tests, and leave after them. */
export function shareReader(...lines: string[]): void {
  const home = temporaryFolder("package");
  beforeAll(async () => {
    reader = createReader(home, await findCli());
    for (const line of lines) await reader.follow(line);
  });
  afterAll(async () => {
    await reader.leave();
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  });
}

/** What a line that runs no Pulumi ends with. */
const done = toRun({ code: 0, signal: null, stdout: "", stderr: "" }, []);

/** Lets a reader begin in an empty folder, with the packed package in place of the registry's. */
function createReader(home: string, cli: string) {
  let folder = home;
  let emulator: ChildProcess | undefined;
  let url = "";
  let runs = 0;
  const backend = join(home, ".state");
  mkdirSync(backend);
  const shell: Record<string, string> = {
    ...offlineEnv(home, backend),
    PATH: `${languageHost}:${process.env.PATH ?? ""}`,
    PULUMI_BACKEND_URL: `file://${backend}`,
  };

  async function start(args: string[], input = "") {
    runs += 1;
    const events = join(home, `.events-${runs}`);
    const mark = randomUUID();
    const log = ["preview", "up", "refresh", "destroy"].includes(args[0] ?? "") ? ["--event-log", events] : [];
    const all = ["--non-interactive", "--color", "never", ...args, ...log];
    const env = { ...shell, PULUMI_BROKER_RUN: mark };
    const child = spawn(cli, all, { cwd: folder, env, stdio: ["pipe", "pipe", "pipe"] });
    child.stdin.on("error", () => {}).end(input);
    const ended = watch(child).ended.then((run) => toRun(run, readEvents(events)));
    return { child, ended, hosts: () => hostsMarked(`PULUMI_BROKER_RUN=${mark}`).filter(isAlive) };
  }

  const pulumi = async (args: string[], exit?: ExpectedExit): Promise<Run> =>
    expectExit(await (await start(args)).ended, args.join(" "), exit);

  async function startEmulator(line: string): Promise<Run> {
    // Its usual port may be in use here.
    const [program = "", ...args] = `${line} --port 0`.split(" ");
    emulator = spawn(program, args, { cwd: folder, detached: true, stdio: ["ignore", "pipe", "inherit"] });
    const [text] = await printed(emulator, /[\s\S]*Ctrl-C stops it\./);
    // The three lines that the README tells to paste.
    const lines = [...text.matchAll(/^ {2}export (\w+)=(\S+)$/gm)];
    if (lines.length !== 3) throw new Error(`The emulator printed ${lines.length} lines to paste, not three:\n${text}`);
    for (const [, name = "", value = ""] of lines) shell[name] = value;
    url = new URL(shell["BROKER_BASE_URL"] ?? "").origin;
    // The minutes of the service need not take seconds here.
    await control("POST", "clock", { speed: 600 });
    return done;
  }

  /** What the emulator answers to a call of its controls. */
  async function control<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = { "content-type": "application/json", authorization: basic(shell["BROKER_API_KEY"] ?? "") };
    const answer = await fetch(`${url}/_emulator/${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} of the emulator answered ${answer.status}: ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }

  /** What each line does here. A line is done literally, save where its comment says what stands in its place. */
  const lines: [RegExp, (line: string, match: RegExpExecArray) => Promise<Run>][] = [
    [
      /^mkdir (\w+)$/,
      async (_, match) => {
        mkdirSync(join(folder, match[1] ?? ""));
        return done;
      },
    ],
    [
      /^cd (\w+|\.\.)$/,
      async (_, match) => {
        folder = join(folder, match[1] ?? "");
        return done;
      },
    ],
    [
      // The templates are in a repository of their own, out of reach of the tests: the files that they hold are written.
      /^pulumi new typescript --yes$/,
      async () => {
        const name = folder.split("/").at(-1) ?? "";
        for (const [file, text] of Object.entries(projectTemplate(name))) writeFileSync(join(folder, file), text);
        return pulumi(["stack", "init", "dev"]);
      },
    ],
    [
      // The packed package in place of the registry's. The test of the installed package runs npm itself.
      /^npm install pulumi-broker @pulumi\/pulumi$/,
      async () => {
        await placePackage(join(folder, "node_modules"));
        return done;
      },
    ],
    [/^npx pulumi-broker emulator( --speed \d+)?$/, startEmulator],
    [
      // The command runs `pulumi` itself.
      /^npx pulumi-broker adopt\b.*$/,
      async (line) => {
        const PATH = `${dirname(cli)}:${languageHost}:${process.env.PATH}`;
        const args = ["--no-install", ...line.split(" ").slice(1)];
        return toRun({ ...(await run("npx", args, folder, { ...shell, PATH })), signal: null }, []);
      },
    ],
    [
      // What a person would answer: the account here is the emulator's.
      /^pulumi config set --secret broker:apiKey$/,
      async (line) => {
        const child = await start(line.split(" ").slice(1), shell["BROKER_API_KEY"] ?? "");
        return expectExit(await child.ended, line);
      },
    ],
    [
      // What a person would type in place of the placeholders.
      /^pulumi config set (broker:\w+) <\w+>$/,
      async (line, match) => {
        const variable = { customerUrl: "BROKER_CUSTOMER_URL", baseUrl: "BROKER_BASE_URL" };
        const name = variable[match[1]?.split(":")[1] as keyof typeof variable];
        return pulumi([...line.split(" ").slice(1, -1), shell[name] ?? ""]);
      },
    ],
    [
      /^pulumi (preview|up|refresh|destroy|config|stack|state|cancel)\b[^<>'"]*$/,
      (line) => pulumi(line.split(" ").slice(1)),
    ],
  ];

  return {
    /** Does what a line of the page says; throws for a line that is not known. */
    async follow(line: string): Promise<Run> {
      for (const [pattern, act] of lines) {
        const match = pattern.exec(line);
        if (match) return act(line, match);
      }
      throw new Error(`The page has a line that this test does not know: ${line}`);
    },
    /** Makes a text the project's program. */
    write: (program: string) => writeFileSync(join(folder, "index.ts"), program),
    /** Deletes the file of a broker, and its line in the program. */
    async removeBroker(name: string): Promise<void> {
      rmSync(join(folder, `${name}.ts`));
      const index = join(folder, "index.ts");
      writeFileSync(index, readFileSync(index, "utf8").replace(`import "./${name}";\n`, ""));
    },
    /** Runs the Pulumi CLI with these arguments. */
    pulumi,
    /** Starts `pulumi up`, and kills the CLI when `when` is true. Returns when its providers have ended. */
    async killUp(when: () => Promise<boolean>): Promise<void> {
      const { child, ended, hosts } = await start(["up", "--yes"]);
      while (!(await when()))
        if (child.exitCode !== null) throw new Error(`pulumi up ended before it was killed:\n${(await ended).text}`);
      child.kill("SIGKILL");
      await ended;
      await waitUntil(() => hosts().length === 0, "the providers to end");
    },
    control,
    /** Ends what was started. */
    async leave(): Promise<void> {
      if (emulator === undefined) return;
      const ended = new Promise((resolve) => emulator?.once("close", resolve));
      process.kill(-(emulator.pid ?? 0), "SIGINT");
      await ended;
    },
  };
}

/** Waits for what a process prints to match a pattern; throws if the process ends first. */
function printed(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.on("error", reject);
    child.on("close", () => reject(new Error(`The process ended, having printed: ${text}`)));
    child.stdout?.on("data", (bytes: Buffer) => {
      text += bytes.toString();
      const match = pattern.exec(text);
      if (match) resolve(match);
    });
  });
}
