// `doctor.ts` calls the four functions, which send the service nothing. `adopt/session.ts` and `rotateKey.ts` read the
// stack with `askPulumi`. Texts may change. `readSecrets` must read only keys that begin with `broker:`, because the
// commands need no secret of another package.
import { accessSync, closeSync, constants, existsSync, openSync, readdirSync, readSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { ifPossible } from "../../api";
import { isAtLeast } from "../../resources/shared/versions";
import { CommandError } from "../command";
import { explainPulumiFailure, findProject, noProject, oldestCli, type PulumiRun, runsWithin } from "../pulumi";
import { type Check, checksOf } from "./checks";

interface Manifest {
  version: string;
  engines: { node: string };
  peerDependencies: { "@pulumi/pulumi": string };
}

export function checkPackages(): Check[] {
  const { version: ownVersion, engines, peerDependencies } = require("pulumi-broker/package.json") as Manifest;
  const [node, own, sdk] = [checksOf("Node"), checksOf("pulumi-broker"), checksOf("Pulumi SDK")];
  const oldestNode = engines.node.replace(/[^\d.]/g, "");
  const current = process.versions.node;
  const tooOld = `${current} is too old: install version ${oldestNode} or later`;
  const ofNode = isAtLeast(current, oldestNode) ? node.ok(current) : node.fault(tooOld);
  const project = findProject(process.cwd());
  if (project === undefined) return [ofNode, own.ok(ownVersion), sdk.note("skipped, because there is no project here")];
  const version = versionIn(project.packages, "pulumi-broker");
  const { runtime = "nodejs" } = project;
  if (version === undefined && !["nodejs", "bun"].includes(runtime)) {
    const ofPlugin = `a program in ${runtime} needs this package only if the provider plugin comes from npm. In that case, run "npm install pulumi-broker @pulumi/pulumi" in the project's folder`;
    const unused = sdk.note("skipped, because the project needs the SDK only if the plugin comes from npm");
    return [ofNode, own.note(`not in the project: ${ofPlugin}`), unused];
  }
  const sdkVersion = versionIn(project.packages, "@pulumi/pulumi");
  const wanted = peerDependencies["@pulumi/pulumi"];
  const [oldest = "", below = ""] = wanted.split(" ").map((part) => part.replace(/[^\d.]/g, ""));
  const fits = sdkVersion !== undefined && isAtLeast(sdkVersion, oldest) && !isAtLeast(sdkVersion, `${below}.0.0`);
  const install = 'run "npm install @pulumi/pulumi" in the folder of the project';
  return [
    ofNode,
    version === undefined
      ? own.fault(
          `the package pulumi-broker is not installed in this project. Therefore pulumi up, refresh and destroy fail with a stack trace. If package.json lists pulumi-broker, run "npm ci" in the project's folder. If not, run "npm install pulumi-broker" in the project's folder`,
        )
      : own.ok(
          version === ownVersion
            ? version
            : `the project has version ${version} of the package; this command has version ${ownVersion}`,
        ),
    sdkVersion === undefined
      ? sdk.fault(`the project does not have @pulumi/pulumi: ${install}`)
      : fits
        ? sdk.ok(sdkVersion)
        : sdk.fault(`${sdkVersion} does not fit pulumi-broker (${wanted} is needed): ${install}`),
  ];
}

const versionIn = (folder: string, name: string): string | undefined =>
  ifPossible(() => (createRequire(join(folder, "index.js"))(`${name}/package.json`) as { version: string }).version);

/** The part of the Pulumi CLI that runs programs for Node. The CLI brings this part along, and never downloads it. */
const nodeHost = "pulumi-language-nodejs";

/**
 * Tells where the CLI lacks the part that runs the project's program: `pulumi up` and `adopt` fail then. The CLI looks
 * for this part on PATH, in its own folder and among its plugins.
 */
export function checkLanguageHost(env: NodeJS.ProcessEnv): Check[] {
  const project = findProject(process.cwd());
  const onPath = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const cli = onPath.flatMap((folder) => programsIn(folder, "pulumi"))[0];
  if (project === undefined || (project.runtime ?? "nodejs") !== "nodejs" || cli === undefined) return [];
  const real = realpathSync(cli);
  if ([...onPath, dirname(real)].some((folder) => programsIn(folder, nodeHost).length > 0)) return [];
  const plugins = join(env["PULUMI_HOME"] || join(homedir(), ".pulumi"), "plugins");
  const installed = ifPossible(() => readdirSync(plugins)) ?? [];
  if (installed.some((name) => name.startsWith("language-nodejs-"))) return [];
  const { fault, note } = checksOf("Language host");
  const lack = `Pulumi needs ${nodeHost} to run the program, but this file is neither on PATH nor in the folder of the Pulumi CLI`;
  const way = "install all files of the CLI (https://www.pulumi.com/docs/install/)";
  // A script does not tell where the real CLI is.
  return [isScript(real) ? note(`${lack}: if a run finds no language plugin, ${way}`) : fault(`${lack}: ${way}`)];
}

const programsIn = (folder: string, name: string): string[] =>
  ["", ".exe", ".cmd", ".bat"].map((ending) => join(folder, name + ending)).filter((path) => existsSync(path));

/** True for a script, and for a file that cannot be read. */
const isScript = (path: string): boolean =>
  ifPossible(() => {
    const file = openSync(path, "r");
    const start = Buffer.alloc(2);
    readSync(file, start);
    closeSync(file);
    return start.toString() === "#!" || /\.(cmd|bat)$/.test(path);
  }) ?? true;

export function checkNetwork(env: NodeJS.ProcessEnv): Check {
  const { ok, fault } = checksOf("Network");
  const proxies = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY", "no_proxy", "NO_PROXY"];
  const authorities = env["NODE_EXTRA_CA_CERTS"];
  const set = [...proxies, "NODE_EXTRA_CA_CERTS"].filter((name) => env[name]);
  if (authorities) {
    try {
      accessSync(authorities, constants.R_OK);
    } catch {
      return fault(
        "Node cannot read the file that NODE_EXTRA_CA_CERTS names, so Node does not use this file: correct the path in NODE_EXTRA_CA_CERTS",
      );
    }
  }
  return ok(set.length === 0 ? "no proxy, and no certificate authority of your own" : `in effect: ${set.join(", ")}`);
}

/** A value of the stack's configuration. A secret that could not be read has no `value`. */
export interface StackValue {
  value?: string | undefined;
  secret: boolean;
}

/** What the CLI tells of itself and of the stack. */
interface StackFindings {
  checks: Check[];
  /** The configuration by its keys; empty where there is no stack. */
  config: Record<string, StackValue>;
  /** The name of the stack; absent where there is none. */
  stack?: string;
  /** Why secret values could not be read. */
  unread?: string;
}

/** Asks the CLI for its version, for the selected stack if `given` names none, and for this package's configuration. */
export async function askPulumi(given: string | undefined, timeoutMs: number): Promise<StackFindings> {
  const cli = checksOf("Pulumi CLI");
  const project = checksOf("Project");
  const ask = runsWithin(timeoutMs);
  const onStack = given === undefined ? [] : ["--stack", given];
  try {
    const isInProject = findProject(process.cwd()) !== undefined;
    const [version, name, config] = await Promise.all([
      ask("version"),
      given === undefined && isInProject ? ask("stack", "--show-name") : undefined,
      isInProject ? ask("config", "--json", ...onStack) : undefined,
    ]);
    const ofCli = checkVersion(version);
    if (config?.code !== 0) {
      const trouble = config === undefined ? noProject : explainPulumiFailure(config);
      return { checks: [ofCli, project.fault(trouble)], config: {} };
    }
    const stack = given ?? name?.stdout.trim() ?? "";
    const read = await readSecrets(JSON.parse(config.stdout), (key) => ask("config", "get", key, ...onStack));
    return { ...read, checks: [ofCli, project.ok(`found, stack ${stack}`)], stack };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return {
      checks: [cli.fault(error.message), project.note("skipped, because this check needs the CLI")],
      config: {},
    };
  }
}

function checkVersion(run: PulumiRun): Check {
  const { ok, fault } = checksOf("Pulumi CLI");
  if (run.code !== 0) return fault(explainPulumiFailure(run));
  const version = run.stdout.trim().replace(/^v/, "");
  if (isAtLeast(version, oldestCli)) return ok(version);
  return fault(`${version} is too old: install version ${oldestCli} or later (https://www.pulumi.com/docs/install/)`);
}

/** Reads the secret values of this package, and no other secret. */
async function readSecrets(all: Record<string, StackValue>, ask: (key: string) => Promise<PulumiRun>) {
  const own = Object.entries(all).filter(([key]) => key.startsWith("broker:"));
  let unread: string | undefined;
  const entries = own.map(async ([key, { value, secret }]): Promise<[string, StackValue]> => {
    if (!secret) return [key, { value, secret }];
    const run = await ask(key);
    if (run.code !== 0) unread = explainPulumiFailure(run);
    return [key, { secret, value: run.code === 0 ? run.stdout.replace(/\r?\n$/, "") : undefined }];
  });
  return { config: Object.fromEntries(await Promise.all(entries)), ...(unread !== undefined && { unread }) };
}
