import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../helpers/command";
import type { TestEmulator } from "../helpers/emulator";
import * as scene from "./rotate-key-scene";

test("the key of a stack is replaced there, no line and no argument shows it, and what has the old one is named", () =>
  scene.onStacks(async (stack, { cwd, env }) => {
    const old = scene.emulator.apiKey;
    const run = await scene.rotate({ cwd, env: scene.wrapped(env, `echo "$@" >> ${join(scene.home, "arguments")}`) });
    const fresh = scene.keyNow();
    expect({ code: run.code, stdout: run.stdout }).toEqual({ code: 0, stdout: "" });
    expect([await scene.isAccepted(old), await scene.isAccepted(fresh), await scene.configured(stack, "dev")]).toEqual([
      false,
      true,
      fresh,
    ]);
    expect(run.stderr.trim().split("\n")).toEqual([
      "The account key was replaced: stack dev has the new key. The old key is refused from now on, but these places may still have it:",
      "  - the configuration of stack prod",
      "  - the state of every stack that was deployed with the old key. Until the next pulumi up of such a stack, pulumi refresh and pulumi destroy need --run-program",
      "  - pipelines, scripts and other projects, and each program that passes the old key to broker.Provider",
    ]);
    const seen = readFileSync(join(scene.home, "arguments"), "utf8");
    expect(seen).toContain("config set --secret broker:apiKey --stack dev");
    for (const key of [old, fresh])
      expect(run.stderr + seen + readFileSync(join(cwd, "Pulumi.dev.yaml"))).not.toContain(key);
    // The other stack by its name; its key is the dead one, which the environment cannot replace.
    const { env: addresses } = scene.withoutStack();
    const refused = await scene.rotate({ cwd, env: { ...addresses, ...env } }, "--stack", "prod");
    expect(refused).toEqual({
      ...{ code: 1, stdout: "" },
      stderr:
        "the account API refuses the key of stack prod (broker:apiKey): replace this key by a valid key, then run again\n",
    });
    expect(scene.keyNow()).toBe(fresh);
    // A stack without a key of its own does not get the one of the environment.
    const { env: ofShell } = scene.withoutStack({ BROKER_API_KEY: fresh });
    const ofEnvironment = await scene.rotate({ cwd, env: { ...ofShell, ...env } }, "--stack", "bare");
    expect([ofEnvironment.code, ofEnvironment.stdout]).toEqual([0, `${scene.keyNow()}\n`]);
    expect((await stack.cli(["config", "--json", "--stack", "bare"])).stdout).not.toContain("broker:apiKey");
  }));

test("--print and --json: the key is printed once, or the stack is named that has it", () =>
  scene.onStacks(async (stack, shell) => {
    const old = scene.emulator.apiKey;
    const printed = await scene.rotate(shell, "--print");
    expect([printed.code, printed.stdout]).toEqual([0, `${scene.keyNow()}\n`]);
    expect(printed.stderr).toContain("  - the configuration of stack dev\n");
    expect(printed.stderr).not.toContain(scene.keyNow());
    expect(await scene.configured(stack, "dev")).toBe(old);

    await stack.setConfig("broker:apiKey", scene.keyNow(), { secret: true });
    const json = await scene.rotate(shell, "--stack", "dev", "--json");
    expect(JSON.parse(json.stdout)).toEqual({ stack: "dev", holders: expect.any(Array) });
    expect(json.stdout + json.stderr).not.toContain(scene.keyNow());
    expect(await scene.configured(stack, "dev")).toBe(scene.keyNow());
  }));

test("a key of the environment: the new one is the only line of stdout", async () => {
  const old = scene.emulator.apiKey;
  const { code, stdout, stderr } = await scene.rotate(scene.withoutStack());
  expect([code, stdout]).toEqual([0, `${scene.keyNow()}\n`]);
  expect(await scene.isAccepted(old)).toBe(false);
  expect(stderr).toContain("the new key is printed above, and is not shown again");
  expect(stderr).toContain("  - BROKER_API_KEY of this shell\n");
  expect(stderr).not.toMatch(new RegExp(`${old}|${scene.keyNow()}`));
});

test.each([429, 425])(
  "a %i of a gateway that had passed the rotation on: the 401 that follows is unclear",
  async (status) => {
    scene.emulator.fault({
      match: { method: "POST" },
      fault: { status, actThen: true, headers: { "retry-after": "0" } },
    });
    const { code, stdout, stderr } = await scene.rotate(scene.withoutStack());
    expect(await scene.isAccepted(scene.emulator.apiKey)).toBe(false);
    expect([code, stdout, scene.keptKeys()]).toEqual([1, "", []]);
    expect(stderr).toMatch(
      /has replaced the key \(attempt 2: answered 401\). This command received no new key: [^\n]*\n$/,
    );
  },
);

const lost: [what: string, faults: Parameters<TestEmulator["fault"]>, says: RegExp][] = [
  [
    "after the service acted",
    [{ match: { method: "POST" }, fault: { reset: "after" } }],
    /This command received no new key: wait a minute, then run "npx pulumi-broker doctor". If the service still refuses the old key, make a new key in the control panel, and set the new key with: pulumi config set --secret broker:apiKey$/m,
  ],
  [
    "before the service acted",
    [{ match: { method: "POST" }, fault: { reset: "before" } }],
    /the old key works, so the service has not replaced the key yet\. .* run this command again/,
  ],
  [
    "and nothing can be looked up",
    [
      { match: { method: "POST" }, fault: { reset: "after" } },
      { match: { method: "GET" }, times: "always", fault: { html: true } },
    ],
    /it is unknown whether the old key still works: run "npx pulumi-broker doctor"/,
  ],
];
test.each(lost)(
  "an answer that is lost %s: one line says what may have happened and what to do",
  async (_what, faults, says) => {
    scene.emulator.fault(...faults);
    const { code, stdout, stderr } = await scene.rotate(scene.withoutStack());
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /replace[^\n]* the key (later )?\(the answer was lost: got no answer \(ECONNRESET\)\)[^\n]*\n$/,
    );
    expect(stderr).toMatch(says);
    expect(scene.emulator.received("POST")).toHaveLength(1);
    expect(stderr).not.toMatch(new RegExp(`${scene.emulator.apiKey}|${scene.keyNow()}`));
  },
);

test("an answer that is lost: the advice names the stack that has the key, and not the selected one", () =>
  scene.onStacks(async (_stack, { cwd, env }) => {
    scene.emulator.fault({ match: { method: "POST" }, fault: { reset: "after" } });
    // The second stack has the key alone.
    const { env: addresses } = scene.withoutStack({ BROKER_API_KEY: "" });
    const { code, stderr } = await scene.rotate({ cwd, env: { ...addresses, ...env } }, "--stack", "prod");
    expect(code).toBe(1);
    expect(stderr).toMatch(/set the new key with: pulumi config set --secret broker:apiKey --stack prod\n$/);
  }));

const refusals: [what: string, settings: Record<string, string>, args: string[], code: number, says: RegExp][] = [
  ["no key", { BROKER_API_KEY: "" }, [], 1, /^no account key is set: .*there is no Pulumi.yaml in this folder/],
  [
    "a wrong key",
    { BROKER_API_KEY: "wrong-key" },
    [],
    1,
    /^the account API refuses the key in BROKER_API_KEY: replace this key by a valid key, then run again$/m,
  ],
  ["no address", { BROKER_CUSTOMER_URL: "" }, [], 1, /broker:customerUrl is not set/],
  ["nobody there", { BROKER_CUSTOMER_URL: "http://127.0.0.1:1/customer" }, [], 1, /no server listens at this address/],
  ["a stack in a folder without a project", {}, ["--stack", "dev"], 1, /there is no Pulumi.yaml in this folder/],
];
test.each(refusals)("%s is one line, and nothing is replaced", async (_what, settings, args, code, says) => {
  const run = await scene.rotate(scene.withoutStack(settings), ...args);
  expect({ code: run.code, stdout: run.stdout }).toEqual({ code, stdout: "" });
  expect(run.stderr).toMatch(/^[^\n]+\n$/);
  expect(run.stderr).toMatch(says);
  expect(scene.keyNow()).toBe(scene.emulator.apiKey);
});

test("without a terminal to ask at, nothing is replaced unless --yes says so", async () => {
  const { code, stdout, stderr } = await runCommand(["rotate-key"], scene.withoutStack());
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(
    /^this command would end the old key at once\. There is no terminal, so the command cannot ask whether you agree: to agree, add --yes\. [^\n]*\n$/,
  );
  expect([scene.emulator.requests(), scene.keyNow()]).toEqual([[], scene.emulator.apiKey]);
});
