// A deployment as a script, with Pulumi's Automation API in place of the command line:
//
//   npx ts-node index.ts [time of the deployment, default now]
//
// The script needs BROKER_API_KEY, BROKER_CUSTOMER_URL and BROKER_BASE_URL. It prints a report as JSON, and ends with exit
// code 1 when the preview breaks a rule.
import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { type EngineEvent, LocalWorkspace, type Stack } from "@pulumi/pulumi/automation";
import * as broker from "pulumi-broker";
import { createClient } from "pulumi-broker/client";

const program = async () => {
  const shop = new broker.Instance("shop", {
    plan: "clustered-small-1",
    region: process.env["REGION"] ?? "provider-a::region-1",
    tags: ["shop"],
  });
  new broker.MaintenanceSettings("nights", {
    instance: shop,
    preferredMaintenanceDay: "Sunday",
    preferredMaintenanceTime: "02:00",
  });
  return { shopId: shop.id };
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

const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Restarts a broker, within two hours of the time that the service keeps for its maintenance and at no other time. */
async function restartInWindow(id: string, now: Date): Promise<boolean> {
  const client = createClient({
    apiKey: process.env["BROKER_API_KEY"],
    customerUrl: process.env["BROKER_CUSTOMER_URL"] ?? "",
    baseUrl: process.env["BROKER_BASE_URL"] ?? "",
  });
  try {
    const shop = client.instance(id);
    const { preferred_maintenance_day: day, preferred_maintenance_time: time } = await shop.maintenanceSettings.get();
    if (day !== days[now.getUTCDay()] || time === undefined) return false;
    const [hours = 0, minutes = 0] = time.split(":").map(Number);
    const late = now.getUTCHours() * 60 + now.getUTCMinutes() - (hours * 60 + minutes);
    if (late < 0 || late >= 120) return false;
    // A restart is sent once, and never again after a lost answer: the error then says that it may have been done.
    await shop.actions.restart();
    return true;
  } finally {
    await client.close();
  }
}

async function deploy(now: Date) {
  const stack = await LocalWorkspace.createOrSelectStack(
    { stackName: "production", projectName: "pulumi-broker-automation", program },
    // The engine looks for the packages of the resources from the folder of this script.
    { projectSettings: { name: "pulumi-broker-automation", runtime: "nodejs", main: __dirname } },
  );
  await throwForLostBroker(stack);
  const { summary, outputs } = await stack.up();
  const drift = await findDrift(stack);
  const restarted = await restartInWindow(String(outputs["shopId"]?.value), now);
  return { changes: summary.resourceChanges, drift, restarted };
}

deploy(new Date(process.argv[2] ?? Date.now())).then(
  (report) => console.log(JSON.stringify(report, undefined, 2)),
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
