import { once } from "node:events";
import { parseArgs } from "node:util";
import { type Emulator, startEmulator } from "../emulator";
import type { Command } from "./command";

const defaultPort = 4160;

const help = `Runs an emulator of the service on this machine, to try programs and tests without an account.

Usage: pulumi-broker emulator [--port N] [--speed N] [--seed N] [--specified-only]

Options:
  --port N    the port to listen on (default ${defaultPort}); 0 takes any free port
  --speed N   how many times as fast as the real service the emulator works (default 1):
              a VPC is ready after one to two minutes, with --speed 60 after one to two seconds
  --seed N    two runs with the same number make the same ids and keys (default: new ones in each run)
  --specified-only
              answers have exactly the fields of the service's specification, without those seen on a live service
  --help      shows this text

The emulator listens on 127.0.0.1 only, holds two instances from the start, and forgets everything when it stops (Ctrl-C).

Calls that control the emulator need no key. They are under http://127.0.0.1:PORT/_emulator/ ; POST and PATCH need
the header content-type: application/json, and pages of other origins are refused:
  POST   reset      goes back to the start: seeded records, no faults, no limit
  GET    requests   shows the requests received; DELETE clears the list
  POST   clock      {"advanceMs": 60000} or {"speed": 10}
  POST   faults     [{"match": {"method": "POST", "path": "/api/vpcs"}, "fault": {"reset": "after"}}]; DELETE removes all
  POST   limit      {"perSecond": 5, "burst": 5}; DELETE removes it
  GET    state      shows everything that the emulator holds
  PATCH  state      [{"op": "set", "in": "vpcs", "id": 5001, "fields": {"name": "changed"}}], also "add" and "delete"

The file DIFFERENCES.md in the emulator's folder of the package lists what is imitated and what is not.`;

const describeRunning = ({
  url,
  customerUrl,
  baseUrl,
  apiKey,
  instances,
}: Emulator) => `The emulator listens at ${url}, for this machine only.

  account API    ${customerUrl}
  instance API   ${baseUrl}
  account key    ${apiKey}
  instances      ${instances.map(({ id, backend }) => `${id} (${backend})`).join(", ")}

To use it in a stack:

  pulumi config set broker:customerUrl ${customerUrl}
  pulumi config set broker:baseUrl ${baseUrl}
  pulumi config set --secret broker:apiKey ${apiKey}

or for every program started from this shell:

  export BROKER_CUSTOMER_URL=${customerUrl}
  export BROKER_BASE_URL=${baseUrl}
  export BROKER_API_KEY=${apiKey}

Ctrl-C stops it.`;

/** `pulumi-broker emulator`: runs an emulator until SIGINT or SIGTERM arrives. */
export const emulator: Command = {
  summary: "runs the service on this machine, for trying and testing",
  run: async (args) => {
    const options = readOptions(args);
    if (typeof options === "string") {
      console.error(options);
      return 2;
    }
    if (options.help) {
      console.log(help);
      return 0;
    }
    // The process listens for signals before it starts the emulator, so that a signal during the start does not kill
    // it.
    const stop = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
    let running: Emulator;
    try {
      running = await startEmulator(options);
    } catch (error) {
      console.error(explainFailure(error, options.port));
      return 1;
    }
    console.log(describeRunning(running));
    await stop;
    await running.close();
    return 0;
  },
};

function readOptions(
  args: string[],
): { port: number; speed?: number; seed?: number; specifiedOnly: boolean; help: boolean } | string {
  const refuse = (reason: string) => `${reason} pulumi-broker emulator --help explains the options.`;
  try {
    const { values } = parseArgs({
      args,
      options: {
        port: { type: "string" },
        speed: { type: "string" },
        seed: { type: "string" },
        "specified-only": { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    const port = values.port === undefined ? defaultPort : readWhole(values.port, 65_535);
    if (port === undefined) return refuse("--port must be a number from 0 to 65535.");
    const seed = values.seed === undefined ? undefined : readWhole(values.seed, 2 ** 32 - 1);
    if (values.seed !== undefined && seed === undefined) {
      return refuse("--seed must be a whole number from 0 to 4294967295.");
    }
    const speed = values.speed === undefined ? undefined : Number(values.speed);
    if (speed !== undefined && !(speed > 0 && speed <= 1_000_000))
      return refuse("--speed must be a number above 0 and at most 1000000.");
    return { port, speed, seed, specifiedOnly: values["specified-only"], help: values.help };
  } catch (error) {
    // The first sentence of the error of `parseArgs` says what is wrong; the others explain how to escape an argument.
    return refuse(`${(error instanceof Error ? error.message : `${error}`).split(". ")[0]}.`);
  }
}

function readWhole(text: string, most: number): number | undefined {
  const number = Number(text);
  return /^\d+$/.test(text) && number <= most ? number : undefined;
}

function explainFailure(error: unknown, port: number): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE")
    return `Port ${port} is in use: give another port with --port, or --port 0 for any free port.`;
  if (code === "EACCES")
    return `This user is not allowed to listen on port ${port}: give a port above 1023 with --port.`;
  return `The emulator can't start: ${message}`;
}
