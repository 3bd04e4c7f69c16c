/** Preloaded into a process: at its end, it writes what each package took of its start, and when it first spoke. */
const Module = require("node:module");
const { writeFileSync } = require("node:fs");

const packages = new Map();
/** The calls of `require` that are under way, with what the calls within them took. */
const open = [];
const load = Module._load;

/** The package that a file belongs to; the last of several in a path. */
function packageOf(file) {
  const [, name] = /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file) ?? [];
  return name ?? (/[\\/]dist[\\/]/.test(file) ? "pulumi-broker" : undefined);
}

Module._load = function (request, parent, ...rest) {
  let name;
  try {
    const file = Module._resolveFilename(request, parent);
    name = Module.builtinModules.includes(file) || file.startsWith("node:") ? "node" : packageOf(file);
  } catch {
    // What cannot be found fails below, and whoever asked for it knows what to do.
  }
  const within = { ms: 0, bytes: 0 };
  open.push(within);
  const [began, heap] = [performance.now(), process.memoryUsage().heapUsed];
  try {
    return load.call(this, request, parent, ...rest);
  } finally {
    open.pop();
    const whole = { ms: performance.now() - began, bytes: process.memoryUsage().heapUsed - heap };
    const outer = open.at(-1);
    if (outer) {
      outer.ms += whole.ms;
      outer.bytes += whole.bytes;
    }
    const sum = packages.get(name ?? "others") ?? { ms: 0, bytes: 0 };
    packages.set(name ?? "others", {
      ms: sum.ms + whole.ms - within.ms,
      bytes: sum.bytes + whole.bytes - within.bytes,
    });
  }
};

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const atStart = cpuMs();
let atHandshake;
const write = process.stdout.write;
process.stdout.write = function (...args) {
  atHandshake ??= cpuMs();
  return write.apply(this, args);
};

process.on("exit", () => {
  const memoryMb = process.resourceUsage().maxRSS / 1024;
  const found = { packages: Object.fromEntries(packages), atStart, atHandshake, atEnd: cpuMs(), memoryMb };
  writeFileSync(process.env.PULUMI_BROKER_BENCH_TRACE, JSON.stringify(found));
});
