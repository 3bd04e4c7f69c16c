// `check.ts`, `stages.ts` and `map/draw.tsx` call `withSession`; other files take the type `Session`. A `Session` may
// get fields. `call` must stay a getter, because each part of the account needs its own deadline.
import { type Client, systemClock } from "../../api";
import { connectWith } from "../../config";
import { noEngine } from "../../framework/run/engine";
import { createRun, type Run } from "../../framework/run/run";
import { CommandError } from "../command";
import { askPulumi } from "../doctor/machine";
import { checkSettings } from "../doctor/settings";
import { listStacks, noStack } from "../pulumi";
import type { Progress } from "../terminal";
import type { Choice, Held, Reading } from "./account";
import { readState, type StackResource } from "./stack";

/** How long the Pulumi CLI may take to tell a stack and its settings. */
const limitMs = 60_000;
/** How long reading one part of the account may take. */
const partMs = 10 * 60_000;

/** What a person has asked for. */
export interface Order {
  /** The stack whose configuration has the key, and which takes over; the selected one where none is named. */
  stack: string | undefined;
  choice: Choice;
  progress: Progress;
}

/** A stack, and the service with the settings of the stack. Each part of the account has time of its own. */
export interface Session extends Reading, Order {
  stack: string;
  /** All stacks of the project, and the stacks without this one. */
  stacks: readonly string[];
  otherStacks: readonly string[];
  /** The resources of this package that the stack has. */
  own: readonly StackResource[];
  /** The resources of other stacks of the project. No two stacks may have the same thing. */
  others: readonly StackResource[];
  /** The resources that programs only read with `get`: the program of this stack, and those of the other stacks. */
  read: readonly StackResource[];
  readByOthers: readonly StackResource[];
  /** The things that are not taken over: at first those that a stack of the project has, or that this program reads. */
  managed: ReturnType<typeof createManaged>;
}

/** Opens the service with the settings of a stack, for `work`. Throws when a setting is wrong or missing. */
export async function withSession(order: Order, work: (session: Session) => Promise<number>): Promise<number> {
  const { progress } = order;
  progress.say("asking the Pulumi CLI…");
  const { stack, run, client } = await openService(order.stack);
  try {
    const [state, stacks] = await Promise.all([readState(stack), listStacks()]);
    // The CLI takes a stack under its short and under its full name.
    const otherStacks = stacks.filter((name) => name.split("/").at(-1) !== stack.split("/").at(-1));
    const otherStates: StackResource[] = [];
    for (const [index, each] of otherStacks.entries()) {
      progress.say(`reading stack ${each}… ${index + 1} of ${otherStacks.length}`);
      otherStates.push(...(await readState(each)));
    }
    const isOwn = ({ isRead }: StackResource) => !isRead;
    const newCall = () => ({ deadline: systemClock.now() + partMs });
    const managed = createManaged(await client.instances.list(newCall()));
    const [own, others] = [state.filter(isOwn), otherStates.filter(isOwn)];
    const [read, readByOthers] = [state.filter(({ isRead }) => isRead), otherStates.filter(({ isRead }) => isRead)];
    managed.add([...own, ...others, ...read]);
    const isManaged = (type: string, id: string) => managed.has({ type, id });
    return await work({
      ...{ ...order, stack, stacks, otherStacks, own, others, read, readByOthers, managed, run, client, isManaged },
      get call() {
        return newCall();
      },
    });
  } finally {
    await client.close();
  }
}

async function openService(given: string | undefined): Promise<{ stack: string; run: Run<Client>; client: Client }> {
  const found = await askPulumi(given, limitMs);
  const fault = found.checks.find(({ state }) => state === "fault")?.text ?? found.unread;
  // A text that begins with a version does not name the CLI.
  if (fault !== undefined) throw new CommandError(fault.replace(/^(?=\d)/, "Pulumi CLI "));
  if (found.stack === undefined) throw new CommandError(noStack);
  const faults = checkSettings(found.config, process.env).checks.filter(({ state }) => state === "fault");
  if (faults.length > 0) throw new CommandError(faults.map(({ text }) => text).join("; "));
  const run = createRun(systemClock, noEngine, connectWith("check broker:apiKey (or BROKER_API_KEY)"));
  run.configure((key) => found.config[key]?.value);
  const connection = run.connection();
  if (!("client" in connection)) throw new CommandError(connection.problems.join("; "));
  const missingKey = connection.client.lacksKey();
  if (missingKey !== undefined) throw new CommandError(missingKey);
  return { stack: found.stack, run, client: connection.client };
}

/** Keeps keys of managed things. A peering has an id for each instance of its VPC; no list tells a plugin's kind. */
function createManaged(instances: readonly { id: string; vpc_id?: string | undefined }[]) {
  const vpcs = new Map(instances.map(({ id, vpc_id: vpc }) => [id, vpc]));
  const keyOf = ({ type, id }: Held) => {
    const [instance = "", , name = ""] = id.split("/");
    if (type === "Plugin") return `Plugin ${instance} ${name}`;
    if (type !== "VpcPeering") return `${type} ${id}`;
    const vpc = vpcs.get(instance);
    return `VpcPeering ${vpc === undefined ? `instance ${instance}` : `VPC ${vpc}`} ${name}`;
  };
  const keys = new Set<string>();
  return {
    keyOf,
    has: (thing: Held) => keys.has(keyOf(thing)),
    /** Adds resources, and the VPCs that the service has made for them. */
    add(resources: readonly Held[]): void {
      for (const { vpc, ...resource } of resources) {
        keys.add(keyOf(resource));
        if (vpc !== undefined) keys.add(keyOf({ type: "Vpc", id: vpc }));
      }
    },
  };
}
