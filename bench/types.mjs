import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../tools/run.mjs";
import { median, row } from "./rows.mjs";

const compiler = createRequire(import.meta.url).resolve("typescript/lib/tsc.js");

/** The options of the project that `pulumi new typescript` makes, as far as they change what is checked. */
const options = "--noEmit --strict --target es2020 --module commonjs --moduleResolution node --extendedDiagnostics";

const ours = 'import * as broker from "pulumi-broker";';

/** The same names in a program without the package: one class that takes anything. */
const anything = `
class Anything extends pulumi.CustomResource {
  declare readonly url: pulumi.Output<string>;
  constructor(name: string, args: pulumi.Inputs) { super("a:b:C", name, args); }
}
const broker = { Vpc: Anything, Instance: Anything, Recipient: Anything, Alarm: Anything };`;

const program = (named) => `import * as pulumi from "@pulumi/pulumi";
${named}
const config = new pulumi.Config();
const vpc = new broker.Vpc("net", { region: "provider-a::region-1", subnet: "10.56.72.0/24" });
const instance = new broker.Instance("mq", { plan: "clustered-medium-3", region: "provider-a::region-1", vpc });
const ops = new broker.Recipient("ops", { instance, type: "email", value: config.require("mail") });
new broker.Alarm("cpu", { instance, type: "cpu", valueThreshold: 80, timeThreshold: 300, recipients: [ops] });
export const url = instance.url;
`;

const runs = 5;

/** B5: what the compiler does for a small program, as a ratio to the same program with the Pulumi SDK alone. */
export async function measure() {
  const folder = mkdtempSync(join(tmpdir(), "bench-types-"));
  try {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    const pairs = Array.from({ length: runs }, () => [compile(folder, ours), compile(folder, anything)]);
    const ratioOf = (what) => median(pairs.map(([one]) => one[what])) / median(pairs.map(([, other]) => other[what]));
    return ["types", "instantiations", "time"].map((what) =>
      row("B5", "tsc ÷ with @pulumi/pulumi alone", ratioOf(what), what),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Compiles a program in a new process, and returns what the compiler counted, and its user and system time. */
function compile(folder, named) {
  writeFileSync(join(folder, "index.ts"), program(named));
  const script = `
    process.argv.push(...${JSON.stringify([...options.split(" "), "index.ts"])});
    process.on("exit", () => {
      const { user, system } = process.cpuUsage();
      console.log("CPU: " + (user + system));
    });
    require(${JSON.stringify(compiler)});
  `;
  const said = execFileSync(process.execPath, ["-e", script], { cwd: folder, encoding: "utf8" });
  const count = (name) => Number(new RegExp(`^${name}: +(\\d+)`, "m").exec(said)?.[1]);
  return { types: count("Types"), instantiations: count("Instantiations"), time: count("CPU") };
}
