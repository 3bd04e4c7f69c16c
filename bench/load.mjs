import { execFileSync } from "node:child_process";
import { root } from "../tools/run.mjs";
import { median, row } from "./rows.mjs";

/** What a process requires beyond the Pulumi SDK, which is there in any case. */
const loads = {
  // What the stub in the state of a resource asks for.
  "the host": "require('pulumi-broker/host').instance",
  "a program": "require('pulumi-broker')",
};

const runs = 11;

/** B4: the time of the processor, in a new process, to load what runs beside the Pulumi SDK. */
export async function measure() {
  const names = Object.keys(loads);
  const times = Array.from({ length: runs }, () => names.map((name) => timeOf(loads[name])));
  return names.map((name, i) =>
    row("B4", "CPU to load beyond @pulumi/pulumi", median(times.map((one) => one[i])), name),
  );
}

/** The milliseconds of user and system time that the code takes after the SDK is loaded. */
function timeOf(code) {
  const script = `
    require("@pulumi/pulumi");
    const before = process.cpuUsage();
    ${code};
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1000);
    process.exit();
  `;
  return Number(execFileSync(process.execPath, ["-e", script], { cwd: root, encoding: "utf8" }));
}
