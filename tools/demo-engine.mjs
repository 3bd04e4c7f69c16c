/** Runs one stack on the real Pulumi engine through the Automation API, with the program in this process. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { stackRow } from "./demo-steps.mjs";
import { root } from "./run.mjs";

/** The configuration of a stack that leads to an emulator. */
export const configFor = ({ apiKey, customerUrl, baseUrl }) => ({
  "broker:apiKey": { secret: apiKey },
  "broker:customerUrl": customerUrl,
  "broker:baseUrl": baseUrl,
});

/**
 * Makes a stack with a backend and a home of its own, so that nothing of the caller's Pulumi set-up is used or touched.
 *
 * @param {object} options
 * @param {string} options.cli the `pulumi` to run
 * @param {string} options.name the stack's name
 * @param {string} options.project the project's name
 * @param {string} options.from the folder in which the program finds its packages
 * @param {string} options.main the folder in which the engine starts the providers
 * @param {string} options.program the file of the program
 * @param {Record<string, string | {secret: string}>} options.config
 * @param {(text: string) => void} [options.print] receives Pulumi's own output as it comes
 * @param {boolean} [options.colour]
 * @param {AbortSignal} [options.signal] interrupts the operation under way
 */
export async function openStack({ cli, name, project, from, main, program, config, print, colour, signal }) {
  const { LocalWorkspace, PulumiCommand } = createRequire(join(from, "index.js"))("@pulumi/pulumi/automation");
  const folder = mkdtempSync(join(tmpdir(), "pulumi-broker-"));
  const backend = join(folder, "backend");
  mkdirSync(join(folder, "bin"));
  mkdirSync(backend);
  symlinkSync(cli, join(folder, "bin", "pulumi"));
  const envVars = {
    PULUMI_BACKEND_URL: `file://${backend}`,
    PULUMI_CONFIG_PASSPHRASE: "demo",
    PULUMI_CONFIG_PASSPHRASE_FILE: "",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_DISABLE_REGISTRY_RESOLVE: "true",
    // Some pipelines set this variable, and a refresh in preview mode refuses to run with it.
    PULUMI_SKIP_CONFIRMATIONS: "false",
  };
  try {
    const stack = await LocalWorkspace.createStack(
      { stackName: name, projectName: project, program: loadProgram(from, program) },
      {
        pulumiCommand: await PulumiCommand.get({ root: folder }),
        pulumiHome: join(folder, "home"),
        projectSettings: { name: project, runtime: "nodejs", main, backend: { url: `file://${backend}` } },
        envVars,
      },
    );
    const set = (key, value) =>
      stack.setConfig(key, typeof value === "string" ? { value } : { value: value.secret, secret: true });
    for (const [key, value] of Object.entries(config)) await set(key, value);
    return {
      setConfig: set,
      run: (operation, options = {}) =>
        observe(stack, operation, { ...options, onOutput: print, color: colour ? "always" : "never", signal }),
      /** Runs the package's command in the stack's folder, and returns what it prints. */
      command: async (...args) => {
        const env = { ...process.env, ...envVars, PULUMI_HOME: join(folder, "home") };
        const PATH = [join(folder, "bin"), process.env.PATH].join(delimiter);
        const main = join(root, "dist", "cli", "main.js");
        const options = { cwd: stack.workspace.workDir, env: { ...env, PATH } };
        return (await promisify(execFile)(process.execPath, [main, ...args], options)).stdout;
      },
      remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Makes a function that runs the file anew each time and returns its exports as the stack's outputs. */
function loadProgram(from, file) {
  const require = createRequire(join(from, "index.js"));
  let runs = 0;
  if (extname(file) === ".ts") {
    // ts-node compiles as Pulumi does, without checking types, which `npm test` checks.
    createRequire(join(root, "index.js"))("ts-node").register({
      transpileOnly: true,
      project: join(dirname(file), "tsconfig.json"),
    });
  }
  return async () => {
    if (extname(file) === ".mjs") {
      runs += 1;
      return { ...(await import(`${pathToFileURL(file)}?run=${runs}`)) };
    }
    delete require.cache[require.resolve(file)];
    return { ...require(file) };
  };
}

/** Runs one operation to its end and returns what the engine reported. */
async function observe(stack, operation, options) {
  const started = Date.now();
  const events = [];
  const given = { ...options, onEvent: (event) => events.push(event) };
  let result = {};
  let code = 0;
  try {
    result = await stack[operation](given);
  } catch (error) {
    code = exitCodeIn(error);
    if (code === undefined) throw error;
  }
  const outputs = Object.entries(result.outputs ?? {}).map(([name, { value }]) => [name, value]);
  return { code, seconds: (Date.now() - started) / 1000, outputs: Object.fromEntries(outputs), ...digest(events) };
}

/** The exit code of the CLI, which the Automation API keeps inside its error; undefined when the CLI never ran. */
function exitCodeIn(error) {
  return error?.commandResult?.err?.exitCode;
}

/** Collects from the events the steps of the program's resources, their ids, and the lines on their rows. */
function digest(events) {
  const steps = new Map();
  const lines = [];
  for (const { resourcePreEvent, resOutputsEvent, diagnosticEvent } of events) {
    const metadata = (resourcePreEvent ?? resOutputsEvent)?.metadata;
    if (metadata && !isScaffold(metadata)) {
      // Only the last event of a refresh says what the refresh found.
      const begun = resOutputsEvent ? steps.get(metadata.urn)?.findLast((step) => !step.done) : undefined;
      const step = { op: metadata.op, name: nameIn(metadata.urn), id: idIn(metadata), differs: metadata.diffs ?? [] };
      if (begun) {
        Object.assign(begun, step, { done: true });
      } else {
        steps.set(metadata.urn, [...(steps.get(metadata.urn) ?? []), { ...step, done: false }]);
      }
    }
    if (diagnosticEvent && diagnosticEvent.severity !== "debug") {
      lines.push({
        on: nameIn(diagnosticEvent.urn ?? "") || stackRow,
        text: removeColour(diagnosticEvent.message).trim(),
      });
    }
  }
  return { steps: [...steps.values()].flat(), lines };
}

const isScaffold = ({ type }) => type === "pulumi:pulumi:Stack" || type.startsWith("pulumi:providers:");
const nameIn = (urn) => urn.split("::").at(-1);
const idIn = ({ new: now, old }) => now?.id || old?.id || "";
const removeColour = (text) => text.replace(/<\{%.*?%\}>/g, "");
