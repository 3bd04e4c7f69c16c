/**
 * Finds a `pulumi` that the demo and the tests can use, or downloads or builds one. Run as a script, this file prints
 * the path on stdout and its progress on stderr. It imports nothing but Node, because it must work before `npm ci`.
 */
import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { access, chmod, copyFile, mkdir, mkdtemp, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { main, root, startedDirectly } from "./run.mjs";

/** The version that is downloaded or built when the machine has no `pulumi`; `tools/cli/go.mod` pins the same one. */
const cliVersion = "3.259.0";

/** The oldest 3.x version that reads import files with outputs, which the tests use. */
const oldestMinor = 254;

const hostScript = "pulumi-resource-pulumi-nodejs";
const goPackage = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi";
const versionSymbol = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * The absolute path of a usable `pulumi`: from `PULUMI_CLI`, from PATH, from the cache of an earlier run, by the
 * official download, or built from the Go modules; in that order.
 *
 * @param {(line: string) => void} say receives lines about the progress
 * @returns {Promise<string>}
 */
export async function findCli(say = (line) => process.stderr.write(`${line}\n`)) {
  if (process.env.PULUMI_CLI) {
    const trouble = await explainUnusable(process.env.PULUMI_CLI);
    if (trouble) throw new Error(`PULUMI_CLI=${process.env.PULUMI_CLI} ${trouble}`);
    return process.env.PULUMI_CLI;
  }
  return (await findOnPath(say)) ?? (await findCached()) ?? (await makeCopy(say));
}

async function findOnPath(say) {
  for (const folder of (process.env.PATH ?? "").split(delimiter).filter(Boolean)) {
    const candidate = join(folder, "pulumi");
    if (await isExecutable(candidate)) {
      const trouble = await explainUnusable(candidate);
      if (!trouble) return candidate;
      say(`Pulumi CLI: ${candidate} is not used: it ${trouble}.`);
    }
  }
  return undefined;
}

async function findCached() {
  const candidate = join(cacheFolder(), "bin", "pulumi");
  return (await isExecutable(candidate)) ? candidate : undefined;
}

/**
 * Makes the copy in the cache. All work happens in a folder of its own and one rename publishes the result, so a killed
 * run leaves no half-made copy, and two runs at once do not disturb each other.
 */
async function makeCopy(say) {
  const parent = dirname(cacheFolder());
  await mkdir(parent, { recursive: true });
  await removeLeftovers(parent);
  const stage = await mkdtemp(join(parent, ".making-"));
  try {
    const reasons = [await attempt(say, `downloading ${cliVersion}`, () => download(stage))];
    if (reasons[0]) {
      reasons.push(
        await attempt(say, `building ${cliVersion} from its Go modules, about four minutes, once`, () => build(stage)),
      );
    }
    if (reasons.at(-1)) throw new Error(explainHowToGetOne(reasons));
    await publish(stage);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
  return join(cacheFolder(), "bin", "pulumi");
}

async function attempt(say, what, work) {
  const started = Date.now();
  say(`Pulumi CLI: ${what} …`);
  try {
    await work();
    say(`Pulumi CLI: done in ${Math.round((Date.now() - started) / 1000)} s; it is kept in ${cacheFolder()}.`);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(`Pulumi CLI: this failed (${reason}).`);
    return `${what.split(" ")[0]}: ${reason}`;
  }
}

async function download(stage) {
  // A short request comes first, because the installer itself would hang behind a firewall that drops packets.
  try {
    await fetch("https://get.pulumi.com/install.sh", { method: "HEAD", signal: AbortSignal.timeout(10_000) });
  } catch {
    throw new Error("get.pulumi.com does not answer");
  }
  // The installer runs in a process of its own, so that the timeout also ends the shell and the curl that it starts.
  const program = `
    const { PulumiCommand } = require("@pulumi/pulumi/automation");
    const { SemVer } = require(require.resolve("semver", { paths: [require.resolve("@pulumi/pulumi/package.json")] }));
    PulumiCommand.install({ root: process.argv[1], version: new SemVer("${cliVersion}") })
      .catch((error) => { console.error(String(error.message).split("\\n")[0]); process.exit(1); });`;
  await run(process.execPath, ["-e", program, stage], { cwd: root, timeout: 10 * minuteMs });
  const trouble = await explainUnusable(join(stage, "bin", "pulumi"));
  if (trouble) throw new Error(`the downloaded CLI ${trouble}`);
}

async function build(stage) {
  const bin = join(stage, "bin");
  // A failed download may have left files here.
  await rm(bin, { recursive: true, force: true });
  await mkdir(bin);
  const flags = `-s -w -X ${versionSymbol}=v${cliVersion}`;
  const args = ["build", "-mod=readonly", "-trimpath", "-ldflags", flags, "-o", join(bin, "pulumi"), goPackage];
  await run("go", args, { cwd: join(root, "tools", "cli"), timeout: 60 * minuteMs });
  // The engine looks for the dynamic-provider host beside its own binary.
  await copyFile(join(root, "node_modules", "@pulumi", "pulumi", hostScript), join(bin, hostScript));
  await chmod(join(bin, hostScript), 0o755);
  const trouble = await explainUnusable(join(bin, "pulumi"));
  if (trouble) throw new Error(`the built CLI ${trouble}`);
}

async function publish(stage) {
  try {
    await rename(stage, cacheFolder());
  } catch (error) {
    // If another run has published its copy first, that copy is used.
    if (!(await findCached())) throw error;
  }
}

async function removeLeftovers(parent) {
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    const age = name.startsWith(".making-")
      ? Date.now() - (await stat(path).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs
      : 0;
    if (age > dayMs) await rm(path, { recursive: true, force: true });
  }
}

/** Explains why this `pulumi` cannot be used, as the end of a sentence; undefined when it can be used. */
async function explainUnusable(path) {
  let version;
  try {
    version = (await run(path, ["version"], { timeout: minuteMs, env: { PULUMI_SKIP_UPDATE_CHECK: "true" } })).trim();
  } catch (error) {
    return `does not run: ${error.message}`;
  }
  const [, major, minor] = /^v?(\d+)\.(\d+)\./.exec(version) ?? [];
  if (Number(major) !== 3 || Number(minor) < oldestMinor) {
    return `has version ${version || "(none)"}, and 3.${oldestMinor} or later is needed`;
  }
  const beside = join(dirname(await realpath(path)), hostScript);
  return (await isExecutable(beside))
    ? undefined
    : `has no ${hostScript} beside it (copy it from node_modules/@pulumi/pulumi)`;
}

/** Runs a command to its end and returns its stdout. At the timeout its whole process group is killed. */
function run(command, args, { cwd, timeout, env }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    const endGroup = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // The process group has already ended.
      }
    };
    const timer = setTimeout(() => endGroup("SIGKILL"), timeout);
    const onSignal = (signal) => {
      endGroup(signal);
      process.exit(130);
    };
    process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
    const settle = () => {
      clearTimeout(timer);
      process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
    };
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    child.on("error", (error) => {
      settle();
      reject(new Error(error.code === "ENOENT" ? `there is no ${command} command` : error.message));
    });
    child.on("close", (code, signal) => {
      settle();
      if (code === 0) {
        resolve(stdout);
      } else {
        const last = stderr.trim().split("\n").at(-1) || "no message";
        reject(new Error(`${signal ? `ended by ${signal}` : `exit code ${code}`}: ${last}`));
      }
    });
  });
}

function cacheFolder() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "pulumi-broker", `cli-${cliVersion}`);
}

async function isExecutable(path) {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function explainHowToGetOne(reasons) {
  return [
    "There is no usable Pulumi CLI on this machine, and none could be downloaded or built.",
    ...reasons.map((reason) => `  ${reason}`),
    "Do one of these things and run the command again:",
    `  - install Pulumi 3.${oldestMinor} or later so that it is on PATH (https://www.pulumi.com/docs/install/)`,
    "  - set PULUMI_CLI to the path of such a pulumi binary",
    "  - allow access to get.pulumi.com, or install Go 1.26 with access to a Go module proxy",
  ].join("\n");
}

if (startedDirectly(import.meta.url)) await main(async () => console.log(await findCli()));
