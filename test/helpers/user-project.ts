import { execFile } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { repositoryRoot } from "./paths";

/** The Pulumi SDK that projects in these tests install. */
export const pulumiPackage = "@pulumi/pulumi@3.248.0";

/** The compiler options of the project that `pulumi new typescript` makes. */
export const compilerOptions = {
  strict: true,
  outDir: "bin",
  target: "es2020",
  module: "commonjs",
  moduleResolution: "node",
  sourceMap: true,
  experimentalDecorators: true,
  pretty: true,
  noFallthroughCasesInSwitch: true,
  noImplicitReturns: true,
  forceConsistentCasingInFileNames: true,
};

/** The files of the project that `pulumi new typescript` makes, all but its program. */
export const projectTemplate = (name: string): Record<string, string> => ({
  "Pulumi.yaml": `name: ${name}\nruntime:\n  name: nodejs\n  options:\n    packagemanager: npm\n`,
  "package.json": JSON.stringify({
    name,
    main: "index.ts",
    devDependencies: { "@types/node": "^18", typescript: "^5.0.0" },
    dependencies: { "@pulumi/pulumi": "^3.113.0" },
  }),
  "tsconfig.json": JSON.stringify({ compilerOptions, files: ["index.ts"] }),
});

/** What a process printed and how it ended. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

export function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
    execFile(command, args, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
    );
  });
}

/** Runs a command that must succeed, and answers its stdout. */
export async function mustRun(command: string, args: string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await run(command, args, cwd);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${stdout}\n${stderr}`);
  return stdout;
}

/** Lets the compiler of this repository check a project. The declarations of packages are not checked, because that takes long. */
export async function compileIn(folder: string): Promise<void> {
  const tsc = join(repositoryRoot, "node_modules", "typescript", "bin", "tsc");
  await mustRun(process.execPath, [tsc, "--noEmit", "--skipLibCheck", "-p", "."], folder);
}

/** The Pulumi CLI of the tests. */
export const findCli = async (): Promise<string> =>
  process.env.PULUMI_CLI || (await mustRun(process.execPath, ["tools/pulumi-cli.mjs"], process.cwd())).trim();

/** Packs the package into a folder, as `npm publish` would; answers the tarball and the names of the files in it. */
export async function pack(folder: string): Promise<{ tarball: string; files: { path: string; mode: number }[] }> {
  const answer = await mustRun("npm", ["pack", "--json", "--pack-destination", folder], repositoryRoot);
  const [packed] = JSON.parse(answer) as { filename: string; files: { path: string; mode: number }[] }[];
  if (packed === undefined) throw new Error(`npm pack answered ${answer}`);
  return { tarball: join(folder, packed.filename), files: packed.files };
}

/** What a project with this package has in its `node_modules`, beside the package itself. */
const beside = ["@grpc/grpc-js", "@pulumi/pulumi", "@types/node", "typescript", "undici"];

/** Links the packages of this repository into a folder of modules, in place of an `npm install`. */
export function linkPackages(modules: string): void {
  for (const name of [...beside, "pulumi-broker"]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(repositoryRoot, "node_modules", name), join(modules, name));
  }
  mkdirSync(join(modules, ".bin"));
  symlinkSync(join("..", "pulumi-broker", "dist", "cli", "main.js"), join(modules, ".bin", "pulumi-broker"));
}

/** The same with the package as it is packed: `npm install` with its tarball, without the time that npm takes. */
export async function placePackage(modules: string): Promise<void> {
  linkPackages(modules);
  rmSync(join(modules, "pulumi-broker"));
  const { tarball } = await pack(modules);
  await mustRun("tar", ["-xzf", tarball, "-C", modules], modules);
  renameSync(join(modules, "package"), join(modules, "pulumi-broker"));
}
