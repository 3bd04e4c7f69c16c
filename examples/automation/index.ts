// A deployment as a script, with Pulumi's Automation API in place of the command line:
//
//   npx ts-node index.ts [time of the deployment, default now]
//
// The script needs BROKER_API_KEY, BROKER_CUSTOMER_URL and BROKER_BASE_URL, and Pulumi as the command line needs it: a
// login, and a passphrase where the backend asks for one. The script prints a report as JSON, and ends with exit code 1
// when the preview breaks a rule.
import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { type EngineEvent, LocalWorkspace, type Stack } from "@pulumi/pulumi/automation";
import * as broker from "pulumi-broker";

/** The time that the service keeps for its maintenance, in UTC. Restarts are sent within two hours from then on. */
const maintenance = { day: 0, name: "Sunday", time: "02:00" } as const;
const windowMs = 2 * 60 * 60 * 1000;

/** When the window opened that is open at `now`; undefined when none is. */
function findOpenWindow(now: Date): string | undefined {
  const [hours = 0, minutes = 0] = maintenance.time.split(":").map(Number);
  const opened = new Date(now);
  opened.setUTCHours(hours, minutes, 0, 0);
  opened.setUTCDate(opened.getUTCDate() - ((now.getUTCDay() - maintenance.day + 7) % 7));
  if (opened > now) opened.setUTCDate(opened.getUTCDate() - 7);
  return now.getTime() - opened.getTime() < windowMs ? opened.toISOString() : undefined;
}

const program = (now: Date) => async () => {
  const shop = new broker.Instance("shop", {
    plan: "clustered-small-1",
    region: process.env["REGION"] ?? "provider-a::region-1",
    tags: ["shop"],
  });
  const nights = new broker.MaintenanceSettings("nights", {
    instance: shop,
    preferredMaintenanceDay: maintenance.name,
    preferredMaintenanceTime: maintenance.time,
  });
  // The restart is declared while the window is open, and is sent once for each window, however often the script runs.
  // Outside a window the resource goes out of the stack, which sends nothing.
  const opened = findOpenWindow(now);
  if (opened !== undefined) {
    const args = { instance: shop, action: "restart", triggers: [opened] } satisfies broker.BrokerActionArgs;
    new broker.BrokerAction("restart", args, { dependsOn: nights });
  }
};

/** A policy of one's own: a deployment may neither delete nor replace a broker. */
async function throwForLostBroker(stack: Stack): Promise<void> {
  const lost = new Set<string>();
  const onEvent = ({ resourcePreEvent }: EngineEvent) => {
    const { op = "", type = "", urn = "" } = resourcePreEvent?.metadata ?? {};
    if (type.endsWith("broker:Instance") && /delete|replace/.test(op)) lost.add(urn.split("::").at(-1) ?? urn);
  };
  await stack.preview({ onEvent });
  if (lost.size > 0) throw new Error(`refused: the deployment would delete or replace ${[...lost].join(", ")}`);
}

/** What was changed outside, as `pulumi-broker drift --json` reports it: secrets are named, never shown. */
function findDrift(stack: Stack): Promise<unknown> {
  const command = join(dirname(require.resolve("pulumi-broker/package.json")), "dist/cli/main.js");
  const args = [command, "drift", "--json", "--stack", stack.name];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: stack.workspace.workDir }, (error, stdout, stderr) => {
      // 7 means that there is drift.
      if (error === null || error.code === 7) resolve(JSON.parse(stdout));
      else reject(new Error(stderr.trim()));
    });
  });
}

async function deploy(now: Date) {
  const stack = await LocalWorkspace.createOrSelectStack(
    { stackName: "production", projectName: "pulumi-broker-automation", program: program(now) },
    // The engine looks for the packages of the resources from the folder of this script.
    { projectSettings: { name: "pulumi-broker-automation", runtime: "nodejs", main: __dirname } },
  );
  await throwForLostBroker(stack);
  let restarted = false;
  const onEvent = ({ resOutputsEvent }: EngineEvent) => {
    const { op = "", type = "" } = resOutputsEvent?.metadata ?? {};
    if (type.endsWith("broker:BrokerAction") && /create|update/.test(op)) restarted = true;
  };
  const { summary } = await stack.up({ onEvent });
  return { changes: summary.resourceChanges, drift: await findDrift(stack), restarted };
}

/** The time of the deployment. Throws for what would otherwise fail late, and in many lines. */
function readTime(given: string | undefined): Date {
  const needed = ["BROKER_API_KEY", "BROKER_CUSTOMER_URL", "BROKER_BASE_URL"];
  const unset = needed.filter((name) => !process.env[name]);
  if (unset.length > 0) throw new Error(`set ${unset.join(", ")} in the environment, then run again`);
  const now = given === undefined ? new Date() : new Date(given);
  if (Number.isNaN(now.getTime()))
    throw new Error(`the time must be a date such as 2030-01-20T02:30:00Z, not ${JSON.stringify(given)}`);
  return now;
}

const main = async () => deploy(readTime(process.argv[2]));

main().then(
  (report) => console.log(JSON.stringify(report, undefined, 2)),
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
