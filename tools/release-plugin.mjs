/**
 * `npm run release:plugin`: makes the archive of the provider plugin for the platform on which it runs, as
 * `pulumi plugin install` takes it. The archive holds Node, the plugin in one file with its compiled code, and what starts
 * one by the other, so that nothing else is needed.
 *
 * A folder as argument is written to in place of `release/`.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { bundlePlugin } from "./bundle-plugin.mjs";
import { noticesOf } from "./notices.mjs";
import { main, root } from "./run.mjs";

/** The names of platforms in the names of archives. */
const systems = { linux: "linux", darwin: "darwin", win32: "windows" };
const processors = { x64: "amd64", arm64: "arm64" };

/**
 * What the engine starts: a script that runs the plugin by the Node beside it. On Windows, Pulumi starts the host of
 * dynamic resources by such a script too.
 */
const launchers = {
  posix: `#!/bin/sh\nexec "\${0%/*}/node" "\${0%/*}/main.cjs" "$@"\n`,
  windows: `@"%~dp0node.exe" "%~dp0main.cjs" %*\r\n`,
};

/** A program that keeps, when it ends, what V8 has compiled of the plugin until then. */
const keepCompiled = `const script = require("./main.cjs");
process.on("exit", () => require("node:fs").writeFileSync("plugin.cache", script.createCachedData()));`;

/** How long the plugin may take to start and to end. */
const startMs = 60_000;

await main(async () => {
  const [system, processor] = [systems[process.platform], processors[process.arch]];
  if (!system || !processor) throw new Error(`Pulumi has no plugins for ${process.platform} on ${process.arch}.`);
  const shared = Object.entries(process.config.variables).filter(([name, value]) => /^node_shared/.test(name) && value);
  if (shared.length > 0)
    throw new Error(`${process.execPath} needs libraries beside it: run this with a Node from https://nodejs.org.`);

  const release = resolve(process.argv[2] ?? join(root, "release"));
  const stage = join(release, "stage");
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });

  const { code, modules } = await bundlePlugin(join(root, "provider"), { isAlone: true });
  const onWindows = system === "windows";
  const launcher = `pulumi-resource-broker${onWindows ? ".cmd" : ""}`;
  writeFileSync(join(stage, launcher), onWindows ? launchers.windows : launchers.posix, { mode: 0o755 });
  copyFileSync(process.execPath, join(stage, `node${onWindows ? ".exe" : ""}`));
  writeFileSync(join(stage, "plugin.cjs"), code.replace(/^#!.*\n/, ""));
  copyFileSync(join(root, "tools", "start-cached.cjs"), join(stage, "main.cjs"));
  copyFileSync(join(root, "provider", "plugin", "schema.json"), join(stage, "schema.json"));
  copyFileSync(join(root, "LICENSE"), join(stage, "LICENSE"));
  writeFileSync(join(stage, "THIRD-PARTY-NOTICES"), noticesOf(modules, [noticeOfNode()]));
  await mustStart(process.execPath, ["-e", keepCompiled], { cwd: stage });
  await mustStart(onWindows ? `"${join(stage, launcher)}"` : join(stage, launcher), [], { shell: onWindows });

  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const archive = `pulumi-resource-broker-v${version}-${system}-${processor}.tar.gz`;
  // All names are relative: `tar` takes "C:" for the name of another machine.
  execFileSync("tar", ["-czf", join("..", archive), ...readdirSync(stage)], { cwd: stage });
  rmSync(stage, { recursive: true });
  console.log(`${join(release, archive)} (${Math.round(statSync(join(release, archive)).size / 2 ** 20)} MiB)`);
});

/** Starts the plugin as the engine does: it must print its port, and end when the engine is gone. */
async function mustStart(command, args, options) {
  const child = spawn(command, [...args, "127.0.0.1:1"], {
    ...options,
    stdio: ["pipe", "pipe", "inherit"],
    timeout: startMs,
  });
  child.stdout.once("data", () => child.stdin.end());
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  if (!/^\d+\n$/.test(printed) || code !== 0)
    throw new Error(`The plugin does not start: it printed "${printed}" and ended with ${code}.`);
}

/** The notice of Node, whose installations have its licence and those of what is in it in one file. */
function noticeOfNode() {
  const folder = dirname(process.execPath);
  const places = [folder, dirname(folder), join(dirname(folder), "share", "doc", "nodejs")];
  const found = places.map((place) => join(place, "LICENSE")).find((file) => existsSync(file));
  if (found === undefined)
    throw new Error(`${process.execPath} has no licence beside it: run this with a Node from https://nodejs.org.`);
  return [`Node.js ${process.version}`, readFileSync(found, "utf8").trim()].join("\n\n");
}
