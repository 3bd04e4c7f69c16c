import { type Client, systemClock } from "../../api";
import { connectHost, readSettings } from "../../config";
import { noEngine } from "../../framework/engine";
import { createRun, type Run } from "../../framework/run";
import { CommandError } from "../command";
import { askPulumi } from "../doctor/machine";

/** How long the Pulumi CLI may take to tell a stack and its settings. */
const limitMs = 60_000;

/** A stack, and the service with the settings of the stack. */
export interface Session {
  stack: string;
  run: Run<Client>;
  client: Client;
}

/** Opens the service with the settings of a stack. Throws when a setting is wrong or missing. */
export async function openSession(stack: string | undefined): Promise<Session> {
  const found = await askPulumi(process.cwd(), { ...(stack !== undefined && { stack }), timeoutMs: limitMs });
  const fault = found.checks.find(({ state }) => state === "fault")?.text ?? found.unread;
  if (fault !== undefined) throw new CommandError(fault);
  if (found.stack === undefined) throw new CommandError("no stack is selected");
  const read = (key: string) => found.config[key]?.value;
  const run = createRun(systemClock, noEngine, connectHost);
  run.configure(read);
  const connection = run.connection();
  if (!("client" in connection)) {
    const { problems, missing } = readSettings(read, process.env);
    throw new CommandError([...problems, ...missing].join("; "));
  }
  const missingKey = connection.client.lacksKey();
  if (missingKey !== undefined) throw new CommandError(missingKey);
  return { stack: found.stack, run, client: connection.client };
}
