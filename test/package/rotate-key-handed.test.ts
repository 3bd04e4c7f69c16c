import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startCommand } from "../helpers/command";
import { repositoryRoot } from "../helpers/paths";
import { waitUntil } from "../helpers/processes";
import { run } from "../helpers/user-project";
import * as scene from "./rotate-key-scene";

/** What a `pulumi` of the test does before it sets a key: the first one is the old key, on trial, the second one is new. */
const whileSetting = (which: "old" | "new", does: string) => {
  const tried = join(scene.home, "tried");
  const isNew = `[ -e ${tried} ]`;
  return `case "$*" in *"config set"*) if ${which === "new" ? isNew : `! ${isNew}`}; then ${does}; fi; touch ${tried};; esac`;
};
const noSpace = `echo "error: no space left on device" >&2; exit 255`;

test("a stack that does not accept the new key: it is printed, and the command that sets it is named", () =>
  scene.onStacks(async (stack, { cwd, env }) => {
    const run = await scene.rotate({ cwd, env: scene.wrapped(env, whileSetting("new", noSpace)) });
    expect(scene.keptKeys()).toEqual([]);
    expect([run.code, run.stdout]).toEqual([1, `${scene.keyNow()}\n`]);
    expect(run.stderr).toContain(
      "stack dev did not accept the new key: the Pulumi CLI failed and says: no space left on device.\n",
    );
    expect(run.stderr).toContain("set the new key with: pulumi config set --secret broker:apiKey --stack dev\n");
    expect(await scene.configured(stack, "dev")).toBe(scene.emulator.apiKey);
  }));

test("a stack that does not take even the old key: nothing is replaced", () =>
  scene.onStacks(async (_stack, { cwd, env }) => {
    expect(await scene.rotate({ cwd, env: scene.wrapped(env, whileSetting("old", noSpace)) })).toEqual({
      ...{ code: 1, stdout: "" },
      stderr:
        "this command did not replace the account key, because the command has no place to store the new key: stack dev does not accept a key: the Pulumi CLI failed and says: no space left on device\n",
    });
    expect(scene.keyNow()).toBe(scene.emulator.apiKey);
  }));

/** Runs the command in a shell that does something with its stdout. */
const rotateTo = (redirection: string, option: string, env = scene.withoutStack().env) => {
  const words = [process.execPath, join(repositoryRoot, "dist", "cli", "main.js"), "rotate-key", "--yes", option];
  return run("/bin/sh", ["-c", `"$0" "$@" ${redirection}`, ...words], scene.home, env);
};

test.each([
  ["--print", ">&-", "stdout is closed, or is /dev/null"],
  ["--json", "> /dev/null", "stdout is closed, or is /dev/null"],
  ["--print", "> /dev/full", "stdout cannot be written (ENOSPC)"],
])("%s %s: nobody could take the new key, so nothing is replaced", async (option, redirection, says) => {
  const { code, stderr } = await rotateTo(redirection, option);
  expect([code, stderr]).toEqual([
    1,
    `this command did not replace the account key, because the command has no place to store the new key: ${says}\n`,
  ]);
  expect(scene.keyNow()).toBe(scene.emulator.apiKey);
  expect(scene.keptKeys()).toEqual([]);
});

test("a new key whose reader has gone is in a file for the owner alone, and a line names the file", async () => {
  scene.emulator.fault({ match: { method: "POST" }, fault: { delayMs: 500, real: true } });
  const running = startCommand(["rotate-key", "--yes"], scene.withoutStack());
  await waitUntil(() => scene.emulator.received("POST").length > 0, "the rotation");
  running.child.stdout?.destroy();
  const { code, stderr } = await running.ended;
  const [path = "", ...others] = scene.keptKeys();
  expect([code, others, readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual([
    ...[1, [], `${scene.keyNow()}\n`, 0o600],
  ]);
  expect(stderr).toBe(
    `The account key was replaced, but the new key could not be printed on stdout. The new key is in the file ${path}, which only you can read. Set the new key (pulumi config set --secret broker:apiKey < ${path}), then remove the file\n`,
  );
});

test("no place for the new key: nothing is replaced", async () => {
  writeFileSync(join(scene.home, "file"), "");
  const { code, stderr } = await scene.rotate(scene.withoutStack({ PULUMI_HOME: join(scene.home, "file") }));
  expect([code, stderr]).toEqual([
    1,
    `this command did not replace the account key, because the new key could get lost: the folder ${scene.home}/file/pulumi-broker/keys cannot be made, or is open to other users. Correct this cause, then run the command again\n`,
  ]);
  expect(scene.keyNow()).toBe(scene.emulator.apiKey);
});

test("a run that was killed while it had the new key: the next one names the file", () =>
  scene.onStacks(async (_stack, { cwd, env }) => {
    const begun = join(scene.home, "begun");
    const slow = scene.wrapped(env, whileSetting("new", `touch ${begun}; sleep 5; exit 1`));
    const running = startCommand(["rotate-key", "--yes"], { cwd, env: slow });
    await waitUntil(() => existsSync(begun), "the stack to take the key");
    running.child.kill("SIGKILL");
    const [path = ""] = scene.keptKeys(env["PULUMI_HOME"]);
    expect(readFileSync(path, "utf8")).toBe(`${scene.keyNow()}\n`);
    const { code, stderr } = await scene.rotate({ cwd, env });
    expect([code, stderr]).toEqual([
      1,
      `the account API refuses the key of stack dev (broker:apiKey): replace this key by a valid key, then run again; the new key of an earlier run is in ${path}\n`,
    ]);
    await running.ended;
  }));

test("an interrupt while the key is replaced does not lose it", async () => {
  scene.emulator.fault({ match: { method: "POST" }, fault: { delayMs: 1_500, real: true } });
  const running = startCommand(["rotate-key", "--yes"], scene.withoutStack());
  await waitUntil(() => scene.emulator.received("POST").length > 0, "the rotation");
  running.child.kill("SIGINT");
  const { code, stdout, stderr } = await running.ended;
  expect([code, stdout]).toEqual([0, `${scene.keyNow()}\n`]);
  expect(stderr).toContain("The key is being replaced: this command ends by itself");
});

test("SIGINT, SIGTERM and SIGHUP while the stack takes the new key do not lose it", () =>
  scene.onStacks(async (stack, { cwd, env }) => {
    const [begun, goOn] = ["begun", "go-on"].map((name) => join(scene.home, name)) as [string, string];
    const slow = whileSetting("new", `touch ${begun}; while [ ! -e ${goOn} ]; do sleep 0.1; done`);
    const running = startCommand(["rotate-key", "--yes"], { cwd, env: scene.wrapped(env, slow), detached: true });
    await waitUntil(() => existsSync(begun), "the stack to take the key");
    // A terminal sends its signals to the command and to what the command has started.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.kill(-running.child.pid!, signal);
    writeFileSync(goOn, "");
    const { code, stdout } = await running.ended;
    expect([code, stdout, await scene.configured(stack, "dev")]).toEqual([0, "", scene.keyNow()]);
  }));

test("--print --json: nobody waits for the Pulumi CLI while this process alone has the new key", () =>
  scene.onStacks(async (_stack, { cwd, env }) => {
    const [begun, goOn] = ["begun", "go-on"].map((name) => join(scene.home, name)) as [string, string];
    const slow = `case "$*" in *"stack ls"*) touch ${begun}; while [ ! -e ${goOn} ]; do sleep 0.1; done;; esac`;
    const running = startCommand(["rotate-key", "--yes", "--print", "--json"], { cwd, env: scene.wrapped(env, slow) });
    await waitUntil(() => existsSync(begun), "the search");
    expect(scene.emulator.received("POST")).toEqual([]);
    writeFileSync(goOn, "");
    const { code, stdout } = await running.ended;
    const holders = expect.arrayContaining(["the configuration of stack dev", "the configuration of stack prod"]);
    expect([code, JSON.parse(stdout)]).toEqual([0, { apiKey: scene.keyNow(), holders }]);
  }));
