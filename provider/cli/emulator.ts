import { once } from "node:events";
import { parseArgs } from "node:util";
import { type Emulator, startEmulator } from "../emulator";
import type { Command } from "./command";

const defaultPort = 4160;

const help = `The service on this machine, to try programs and tests against without an account.

Usage: pulumi-broker emulator [--port N] [--speed N] [--seed N] [--specified-only]

Options:
  --port N    the port to listen on (default ${defaultPort}); 0 takes any free one
  --speed N   how many times as fast as the real service things take time (default 1):
              a VPC is ready after one to two minutes, with --speed 60 after one to two seconds
  --seed N    the same number gives the same ids and keys each time (default: new ones)
  --specified-only
              answers have exactly the fields of the service's specification, nothing observed besides
  --help      this text

It listens on 127.0.0.1 only, holds two instances from the start, and forgets everything when it stops (Ctrl-C).

Control it with calls that need no key, under http://127.0.0.1:PORT/_emulator/ ; POST and PATCH need the header
content-type: application/json, and pages of other origins are refused:
  POST   reset      back to how it started
  GET    requests   what was received; DELETE clears the list
  POST   clock      {"advanceMs": 60000} or {"speed": 10}
  POST   faults     [{"match": {"method": "POST", "path": "/api/vpcs"}, "fault": {"reset": "after"}}]; DELETE clears
  POST   limit      {"perSecond": 5, "burst": 5}; DELETE lifts it
  GET    state      everything it holds
  PATCH  state      [{"op": "set", "in": "vpcs", "id": 5001, "fields": {"name": "changed"}}], also "add" and "delete"

What it imitates, and what it does not, is told in DIFFERENCES.md of its folder in the package.`;

const banner = ({
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

/** `pulumi-broker emulator`: runs until it is told to stop. */
export const emulator: Command = {
  summary: "the service on this machine, for trying and testing",
  run: async (args) => {
    const options = read(args);
    if (typeof options === "string") {
      console.error(options);
      return 2;
    }
    if (options.help) {
      console.log(help);
      return 0;
    }
    // From here on a signal waits for its turn instead of ending the process half-started.
    const stop = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
    let running: Emulator;
    try {
      running = await startEmulator(options);
    } catch (error) {
      console.error(whyNot(error, options.port));
      return 1;
    }
    console.log(banner(running));
    await stop;
    await running.close();
    return 0;
  },
};

function read(
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
    const port = values.port === undefined ? defaultPort : whole(values.port, 65_535);
    if (port === undefined) return refuse("--port must be a number from 0 to 65535.");
    const seed = values.seed === undefined ? undefined : whole(values.seed, 2 ** 32 - 1);
    if (values.seed !== undefined && seed === undefined) {
      return refuse("--seed must be a whole number that is not negative.");
    }
    const speed = values.speed === undefined ? undefined : Number(values.speed);
    if (speed !== undefined && !(speed > 0 && speed <= 1_000_000)) return refuse("--speed must be a number above 0.");
    return { port, speed, seed, specifiedOnly: values["specified-only"], help: values.help };
  } catch (error) {
    // parseArgs says what is wrong in its first sentence and how to escape it in the next.
    return refuse(`${(error instanceof Error ? error.message : `${error}`).split(". ")[0]}.`);
  }
}

function whole(text: string, most: number): number | undefined {
  const number = Number(text);
  return /^\d+$/.test(text) && number <= most ? number : undefined;
}

function whyNot(error: unknown, port: number): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return `Port ${port} is in use: give another with --port, or --port 0 for any free one.`;
  if (code === "EACCES") return `Port ${port} may not be used by this user: give one above 1023 with --port.`;
  return `The emulator can't start: ${message}`;
}
