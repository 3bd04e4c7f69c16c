import { once } from "node:events";
import { type Emulator, type EmulatorOptions, startEmulator } from "../emulator";
import { throwForBrokerUrl } from "../emulator/service/brokerAddress";
import { CommandError, defineCommand, readWhole, UsageError } from "./command";

const defaultPort = 4160;

const help = `Runs an emulator of the service on this machine, to try programs and tests without an account.

Usage: pulumi-broker emulator [--port N] [--speed N] [--seed N] [--state FILE] [--broker-url URL] [--specified-only]

Options:
  --port N    the port to listen on (default ${defaultPort}); 0 takes any free port
  --speed N   how many times as fast as the real service the emulator works (default 1).
              A VPC is ready after one to two minutes, with --speed 60 after one to two seconds
  --seed N    two runs with the same number make the same ids and keys (default: new ones in each run)
  --state FILE
              keeps what the emulator holds, its keys included, in a file that only you can read. The next start goes on
              with the file. The file does not keep faults, the limit and the list of requests. A file that is there
              already brings its own seed. One emulator at a time can use a file
  --broker-url URL
              the URLs of all instances lead to this broker of yours, such as amqp://localhost or
              amqp://user:password@localhost:5672 (without a user: guest). Each instance has a vhost of its own there,
              instance-<id>. Make these vhosts yourself: the emulator does not speak to the broker
  --specified-only
              answers have exactly the fields of the service's specification, without those seen on a live service
  --help      shows this text

The emulator listens on 127.0.0.1 only, holds two instances from the start, and forgets everything when it stops
(Ctrl-C), unless there is --state.

The start prints the address of a panel, a page for a browser. The panel shows live what Pulumi makes and which requests
come. In the panel you can plant faults, move the clock and change things behind Pulumi's back.

Calls that control the emulator do the same. They are under http://127.0.0.1:PORT/_emulator/ and need the account key,
as curl -u ":$BROKER_API_KEY" sends it; POST and PATCH need the header content-type: application/json:
  POST   reset      goes back to the start: seeded records, no faults, no limit
  GET    requests   shows the requests received; DELETE clears the list
  POST   clock      {"advanceMs": 60000} or {"speed": 10}
  POST   faults     [{"match": {"method": "POST", "path": "/api/vpcs"}, "fault": {"reset": "after"}}]; DELETE removes all
  POST   limit      {"perSecond": 5, "burst": 5}; DELETE removes it
  GET    save       shows what a file of --state holds
  GET    events     tells the panel what changes, until it is closed
  GET    state      shows everything that the emulator holds
  PATCH  state      [{"op": "set", "in": "instances", "id": 1001, "fields": {"name": "changed"}}], also "add" and "delete"
         The next call plays somebody who opens the firewall of instance 1001. The state shows the other firewalls' ids:
  PATCH  state      [{"op": "set", "in": "firewalls", "id": 9001, "fields": {"rules": [{"ip": "0.0.0.0/0", "ports": [5671], "services": ["AMQPS"], "description": "opened outside"}]}}]

The file node_modules/pulumi-broker/provider/emulator/DIFFERENCES.md lists what the emulator imitates and what it does not.`;

const describeRunning = (
  { url, panel, customerUrl, baseUrl, apiKey, instances }: Emulator,
  { stateFile, brokerUrl }: EmulatorOptions,
) => `The emulator listens at ${url}, for this machine only.

  panel          ${panel}
  account API    ${customerUrl}
  instance API   ${baseUrl}
  account key    ${apiKey}
  instances      ${instances.map(({ id, backend }) => `${id} (${backend})`).join(", ")}${
    stateFile === undefined ? "" : `\n  kept in        ${stateFile}`
  }${brokerUrl === undefined ? "" : "\n  vhosts         instance-<id>, on the broker that --broker-url names"}

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
export const emulator = defineCommand({
  name: "emulator",
  summary: "runs the service on this machine, for trying and testing",
  help,
  options: {
    port: { type: "string" },
    speed: { type: "string" },
    seed: { type: "string" },
    state: { type: "string" },
    "broker-url": { type: "string" },
    "specified-only": { type: "boolean" },
  },
  run: async (values) => {
    const options = {
      port: values.port === undefined ? defaultPort : readNumber("--port", values.port, 65_535),
      ...(values.seed !== undefined && { seed: readNumber("--seed", values.seed, 2 ** 32 - 1) }),
      ...(values.speed !== undefined && { speed: readSpeed(values.speed) }),
      ...(values.state !== undefined && { stateFile: values.state }),
      ...(values["broker-url"] !== undefined && { brokerUrl: readBrokerUrl(values["broker-url"]) }),
      specifiedOnly: values["specified-only"] ?? false,
    };
    // The process listens for signals before the emulator starts, so that a signal during the start does not kill it.
    const stop = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
    try {
      const running = await startEmulator(options);
      console.log(describeRunning(running, options));
      await stop;
      await running.close();
      return 0;
    } catch (error) {
      throw new CommandError(explainFailure(error, options.port));
    }
  },
});

function readNumber(option: string, text: string, most: number): number {
  const number = readWhole(text, most);
  if (number === undefined) throw new UsageError(`${option} must be a whole number from 0 to ${most}.`);
  return number;
}

function readBrokerUrl(url: string): string {
  try {
    throwForBrokerUrl(url);
    return url;
  } catch (error) {
    throw new UsageError(`--broker-url: ${error instanceof Error ? error.message : error}.`);
  }
}

function readSpeed(text: string): number {
  const speed = Number(text);
  if (!(speed > 0 && speed <= 1_000_000)) throw new UsageError("--speed must be a number above 0 and at most 1000000.");
  return speed;
}

function explainFailure(error: unknown, port: number): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE")
    return `Port ${port} is in use: give another port with --port, or --port 0 for any free port.`;
  if (code === "EACCES")
    return `This user is not allowed to listen on port ${port}: give a port above 1023 with --port.`;
  return `pulumi-broker emulator: ${message}`;
}
