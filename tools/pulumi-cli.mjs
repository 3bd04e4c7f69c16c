/**
 * Finds a `pulumi` that the demo and the tests can use, or downloads or builds one. Run as a script, this file prints
 * the path on stdout and its progress on stderr. It imports nothing but Node, because it must work before `npm ci`.
 */
import { chmod, copyFile, mkdir, realpath, rm } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { buildGo, findInCache, inCache, isExecutable, makeInCache, minuteMs, run } from "./cache.mjs";
import { main, root, startedDirectly } from "./run.mjs";

/** The version that is downloaded or built when the machine has no `pulumi`; `tools/cli/go.mod` pins the same one. */
export const cliVersion = "3.259.0";

/** The oldest 3.x version that reads import files with outputs, which the tests use. */
const oldestMinor = 254;

const hostScript = "pulumi-resource-pulumi-nodejs";
const goPackage = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi";
const versionSymbol = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";
const cacheName = `cli-${cliVersion}`;
const program = join("bin", "pulumi");

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
  return (await findOnPath(say)) ?? (await findInCache(cacheName, program)) ?? (await makeCopy(say));
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

/** Makes the copy in the cache: downloaded or else built. */
function makeCopy(say) {
  return makeInCache(cacheName, program, async (stage) => {
    const reasons = [await attempt(say, `downloading ${cliVersion}`, () => download(stage))];
    if (reasons[0]) {
      reasons.push(
        await attempt(say, `building ${cliVersion} from its Go modules, about four minutes, once`, () => build(stage)),
      );
    }
    if (reasons.at(-1)) throw new Error(explainHowToGetOne(reasons));
  });
}

async function attempt(say, what, work) {
  const started = Date.now();
  say(`Pulumi CLI: ${what} …`);
  try {
    await work();
    say(`Pulumi CLI: done in ${Math.round((Date.now() - started) / 1000)} s; it is kept in ${inCache(cacheName)}.`);
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
  await buildGo("cli", goPackage, join(bin, "pulumi"), `-X ${versionSymbol}=v${cliVersion}`);
  // The engine looks for the dynamic-provider host beside its own binary.
  await copyFile(join(root, "node_modules", "@pulumi", "pulumi", hostScript), join(bin, hostScript));
  await chmod(join(bin, hostScript), 0o755);
  const trouble = await explainUnusable(join(bin, "pulumi"));
  if (trouble) throw new Error(`the built CLI ${trouble}`);
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
