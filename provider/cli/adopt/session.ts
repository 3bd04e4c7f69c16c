import { type Client, systemClock } from "../../api";
import { connectWith } from "../../config";
import { noEngine } from "../../framework/run/engine";
import { createRun, type Run } from "../../framework/run/run";
import { CommandError } from "../command";
import { askPulumi } from "../doctor/machine";
import { checkSettings } from "../doctor/settings";
import type { Reading } from "./account";

/** How long the Pulumi CLI may take to tell a stack and its settings. */
const limitMs = 60_000;
/** How long reading one part of the account may take. */
const partMs = 10 * 60_000;

/** A stack, and the service with the settings of the stack. */
export interface Session {
  stack: string;
  run: Run<Client>;
  client: Client;
}

/** How the account is read in a session. Each part of the account has time of its own. */
export function readingOf({ run, client }: Session, isManaged: Reading["isManaged"]): Reading {
  return {
    run,
    client,
    get call() {
      return { deadline: systemClock.now() + partMs };
    },
    isManaged,
  };
}

/** Opens the service with the settings of a stack. Throws when a setting is wrong or missing. */
export async function openSession(stack: string | undefined): Promise<Session> {
  const found = await askPulumi(process.cwd(), { ...(stack !== undefined && { stack }), timeoutMs: limitMs });
  const fault = found.checks.find(({ state }) => state === "fault")?.text ?? found.unread;
  // A version alone does not say of what it is.
  if (fault !== undefined) throw new CommandError(fault.replace(/^(?=\d)/, "Pulumi CLI "));
  if (found.stack === undefined) throw new CommandError("no stack is selected");
  const faults = checkSettings(found.config, process.env).checks.filter(({ state }) => state === "fault");
  if (faults.length > 0) throw new CommandError(faults.map(({ text }) => text).join("; "));
  const run = createRun(systemClock, noEngine, connectWith("check broker:apiKey (BROKER_API_KEY)"));
  run.configure((key) => found.config[key]?.value);
  const connection = run.connection();
  if (!("client" in connection)) throw new CommandError(connection.problems.join("; "));
  const missingKey = connection.client.lacksKey();
  if (missingKey !== undefined) throw new CommandError(missingKey);
  return { stack: found.stack, run, client: connection.client };
}
