/**
 * `npm run release:plugin`: makes the archive of the provider plugin for the platform on which it runs, as
 * `pulumi plugin install` takes it. The archive holds an executable with Node inside, so that nothing else is needed.
 *
 * A folder as argument is written to in place of `release/`.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { bundlePlugin, licencesOf } from "./bundle-plugin.mjs";
import { main, root } from "./run.mjs";

/** The names of platforms in the names of archives. */
const systems = { linux: "linux", darwin: "darwin", win32: "windows" };
const processors = { x64: "amd64", arm64: "arm64" };

/** The mark in Node's own executable which says that a program can be put into it. */
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** How long the new executable may take to start and to end. */
const startMs = 60_000;

await main(async () => {
  const [system, processor] = [systems[process.platform], processors[process.arch]];
  if (!system || !processor) throw new Error(`Pulumi has no plugins for ${process.platform} on ${process.arch}.`);
  const node = readFileSync(process.execPath);
  if (!node.includes(fuse))
    throw new Error(`No program can be put into ${process.execPath}: run this with a Node from https://nodejs.org.`);

  const release = resolve(process.argv[2] ?? join(root, "release"));
  const stage = join(release, "stage");
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });

  const { code, packages } = await bundlePlugin(join(root, "provider"), { isAlone: true });
  const executable = `pulumi-resource-broker${system === "windows" ? ".exe" : ""}`;
  makeExecutable(join(stage, executable), stage, code);
  await checkStarts(join(stage, executable));
  const licences = [...licencesOf(packages), licenceOfNode()].join(`\n\n${"-".repeat(80)}\n\n`);
  writeFileSync(join(stage, "THIRD-PARTY-LICENSES"), `${licences}\n`);
  copyFileSync(join(root, "LICENSE"), join(stage, "LICENSE"));

  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const archive = `pulumi-resource-broker-v${version}-${system}-${processor}.tar.gz`;
  // All names are relative: `tar` takes "C:" for the name of another machine.
  const files = [executable, "LICENSE", "THIRD-PARTY-LICENSES"];
  execFileSync("tar", ["-czf", join("..", archive), ...files], { cwd: stage });
  rmSync(stage, { recursive: true });
  console.log(`${join(release, archive)} (${Math.round(statSync(join(release, archive)).size / 2 ** 20)} MiB)`);
});

/** Writes Node's own executable with the program in it: https://nodejs.org/api/single-executable-applications.html */
function makeExecutable(file, folder, code) {
  const path = (name) => join(folder, name);
  writeFileSync(path("plugin.cjs"), code);
  const config = {
    main: path("plugin.cjs"),
    output: path("plugin.blob"),
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    assets: { "schema.json": join(root, "provider", "plugin", "schema.json") },
  };
  writeFileSync(path("config.json"), JSON.stringify(config));
  execFileSync(process.execPath, ["--experimental-sea-config", path("config.json")], { stdio: "pipe" });
  copyFileSync(process.execPath, file);
  chmodSync(file, 0o755);
  const signs = process.platform === "darwin";
  if (signs) execFileSync("codesign", ["--remove-signature", file], { stdio: "pipe" });
  const inject = createRequire(import.meta.url).resolve("postject/dist/cli.js");
  const macos = signs ? ["--macho-segment-name", "NODE_SEA"] : [];
  const args = [inject, file, "NODE_SEA_BLOB", path("plugin.blob"), "--sentinel-fuse", fuse, ...macos];
  execFileSync(process.execPath, args, { stdio: "pipe" });
  // macOS starts no program without a signature.
  if (signs) execFileSync("codesign", ["--sign", "-", file], { stdio: "pipe" });
}

/** Starts the executable as the engine does: it must print its port, and end when the engine is gone. */
async function checkStarts(file) {
  const child = spawn(file, ["127.0.0.1:1"], { stdio: ["pipe", "pipe", "inherit"], timeout: startMs });
  child.stdout.once("data", () => child.stdin.end());
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  if (!/^\d+\n$/.test(printed) || code !== 0)
    throw new Error(`The executable does not start: it printed "${printed}" and ended with ${code}.`);
}

/** The licence of Node, which most installations have beside it. */
function licenceOfNode() {
  const file = join(dirname(dirname(process.execPath)), "LICENSE");
  const address = `https://github.com/nodejs/node/blob/${process.version}/LICENSE`;
  return [`Node.js ${process.version}`, existsSync(file) ? readFileSync(file, "utf8").trim() : address].join("\n\n");
}
