/** Preloaded into hosts and programs: at the end, each writes its CPU time and the most memory that it had. */
const { writeFileSync } = require("node:fs");
const { join } = require("node:path");

const folder = process.env.PULUMI_BROKER_BENCH_USAGE;
const script = process.argv[1] ?? "";
const isHost = /dynamic-provider|pulumi-resource-broker/.test(script);
if (folder && (isHost || /cmd.run/.test(script))) {
  process.on("exit", () => {
    const { user, system } = process.cpuUsage();
    const usage = { isHost, cpuMs: (user + system) / 1000, memoryMb: process.resourceUsage().maxRSS / 1024 };
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(usage));
  });
  // The engine ends its hosts by this signal, and a host without a listener would end without the event above.
  if (isHost) process.once("SIGINT", () => process.exit(0));
}
