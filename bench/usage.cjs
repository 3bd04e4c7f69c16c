/** Preloaded into each host: at the end, the host writes its CPU time and the most memory that it had. */
const { writeFileSync } = require("node:fs");
const { join } = require("node:path");

const folder = process.env.PULUMI_BROKER_BENCH_USAGE;
if (folder && /dynamic-provider|pulumi-resource-broker/.test(process.argv[1] ?? "")) {
  process.on("exit", () => {
    const { user, system } = process.cpuUsage();
    const usage = { cpuMs: (user + system) / 1000, memoryMb: process.resourceUsage().maxRSS / 1024 };
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(usage));
  });
  // The engine ends its hosts by this signal, and a host without a listener would end without the event above.
  process.once("SIGINT", () => process.exit(0));
}
