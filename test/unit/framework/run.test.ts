import { getEventListeners, once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { type Engine, noEngine } from "../../../provider/framework/run/engine";
import { createRun, type Hooks } from "../../../provider/framework/run/run";
import { VirtualClock } from "../../helpers/virtual-clock";

/** A run with what its client gets, and what ends the run; a run that is asked to end is `heard` by the engine until then. */
function startRun() {
  let end: (heard?: boolean) => void = () => {};
  let hooks: Hooks | undefined;
  const onGone: Engine["onGone"] = (callback) => {
    end = callback;
  };
  const run = createRun(new VirtualClock(), { ...noEngine, onGone }, (_, given) => {
    hooks = given;
    return { client: {}, secrets: () => [] };
  });
  run.configure(() => undefined);
  return { run, hooks: hooks!, end: (heard?: boolean) => end(heard) };
}

const hour = 3_600_000;

test("a sleep of a run ends with its time, its own signal or the engine, and leaves no listener", async () => {
  const { hooks, end } = startRun();
  const { clock } = hooks;
  const own = new AbortController();
  await clock.sleep(1, own.signal);
  expect(getEventListeners(own.signal, "abort")).toEqual([]);

  const cut = clock.sleep(hour, own.signal);
  own.abort(new Error("not needed any more"));
  await expect(cut).rejects.toThrow("not needed any more");
  await expect(clock.sleep(hour, own.signal)).rejects.toThrow("not needed any more");
  expect(getEventListeners(own.signal, "abort")).toEqual([]);

  const other = new AbortController();
  const both = [clock.sleep(hour, other.signal), clock.sleep(hour)];
  end();
  for (const sleep of both) await expect(sleep).rejects.toThrow("stopped, because the Pulumi run was stopped");
  await expect(clock.sleep(hour)).rejects.toThrow("stopped, because the Pulumi run was stopped");
  expect(getEventListeners(other.signal, "abort")).toEqual([]);
});

test("a run that the engine asks to end writes nothing more, although the engine still answers", async () => {
  const { hooks, end } = startRun();
  await expect(hooks.beforeWrite()).resolves.toBeUndefined();
  end(true);
  await expect(hooks.beforeWrite()).rejects.toThrow("stopped, because the Pulumi run was stopped");
});

test("what waits for its turn when the run ends does not begin", async () => {
  const { run, end } = startRun();
  const blocked = new AbortController();
  const told = () => {};
  const first = run.inTurn("instance 7", () => once(blocked.signal, "abort"), told);
  let isBegun = false;
  const begin = async () => {
    isBegun = true;
  };
  const second = expect(run.inTurn("instance 7", begin, told)).rejects.toThrow(
    "stopped, because the Pulumi run was stopped",
  );
  // The first one has begun by then.
  await new Promise(setImmediate);
  end();
  blocked.abort();
  await first;
  await second;
  expect(isBegun).toBe(false);
});

test("a folder that others can open is named once, on the stack, because the providers of the run then share nothing", () => {
  const home = mkdtempSync(join(os.tmpdir(), "run-"));
  const folder = join(home, `pulumi-broker-${process.getuid?.() ?? "runs"}`);
  const temporary = jest.spyOn(os, "tmpdir").mockReturnValue(home);
  try {
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    const lines: Parameters<Engine["log"]>[0][] = [];
    const engine = { ...noEngine, address: "127.0.0.1:40001", log: (line: (typeof lines)[number]) => lines.push(line) };
    const connection = { client: {}, secrets: () => [], service: "https://api.example.com/" };
    const run = createRun(new VirtualClock(), engine, () => connection);
    run.configure(() => undefined);
    run.configure(() => undefined);
    const text = expect.stringContaining(`${folder} cannot be made, or is open to other users`);
    expect(lines).toEqual([{ urn: undefined, text, severity: "warning", passing: false }]);
  } finally {
    temporary.mockRestore();
    rmSync(home, { recursive: true });
  }
});
