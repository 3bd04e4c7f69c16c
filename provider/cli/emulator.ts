// `cli/commands.ts` registers the command; `provider/emulator/` does the work. Options may be added; present options
// and exit codes must stay, because scripts use them.
import { once } from "node:events";
import { type Emulator, type EmulatorOptions, startEmulator } from "../emulator";
import { throwForBrokerUrl } from "../emulator/service/brokerAddress";
import { CommandError, defineCommand, flag, readWhole, UsageError, value } from "./command";

const defaultPort = 4160;

const help = `Runs an emulator of the service on this machine, to try programs and tests without an account.

Usage: pulumi-broker emulator [--port N] [--speed N] [--seed N] [--state FILE] [--broker-url URL] [--specified-only]

Options:
  --port N    the port on which the emulator listens (default ${defaultPort}); 0 takes any free port
  --speed N   the speed of the emulator, as a multiple of the real service's speed (default 1).
              A VPC is ready after one to two minutes, and with --speed 60 after one to two seconds
  --seed N    the number from which the emulator makes its ids and keys. Two emulators with the same number make the
              same ids and keys (default: a new number at each start)
  --state FILE
              the file in which the emulator keeps its state, with the keys. Only you can read the file. A later start
              with the same file goes on with this state. The file does not keep the faults, the rate limit and the
              list of requests. If the file exists, the emulator uses the seed in the file and ignores --seed. Only
              one emulator at a time can use a file
  --broker-url URL
              the URL of your own broker, such as amqp://localhost or amqp://user:password@localhost:5672. If the URL
              names no user, the user is guest. The URLs of all instances then lead to this broker. On the broker, each
              instance needs a vhost named instance-<id>. You make the vhosts: the emulator never calls the broker
  --specified-only
              the emulator's answers have only the fields of the service's specification. Without this option, answers
              also have the further fields that a live service sends
  --help      shows this text

The emulator listens on 127.0.0.1 only. A new emulator has two instances. Ctrl-C stops the emulator. Without --state,
a stopped emulator forgets everything.

At its start, the emulator prints the address of a panel, which is a page for a browser. The panel shows live what Pulumi
makes, and which requests come in. In the panel you can add faults, move the clock, and change things without Pulumi.

By HTTP you can do all that the panel does. The calls are under http://127.0.0.1:PORT/_emulator/, and need the
account key: curl sends the key with -u ":$BROKER_API_KEY". A POST or PATCH needs the header
content-type: application/json:
  POST   reset      restores the first state of the emulator, and removes all faults and the limit
  GET    requests   shows the requests that the emulator received; DELETE empties this list
  POST   clock      {"advanceMs": 60000} or {"speed": 10}
  POST   faults     [{"match": {"method": "POST", "path": "/api/vpcs"}, "fault": {"reset": "after"}}]; DELETE removes all faults
  POST   limit      {"perSecond": 5, "burst": 5}; DELETE removes the limit
  GET    save       shows what the emulator would write into a file of --state
  GET    events     tells the panel what changes, until the panel closes the connection
  GET    state      shows all records of the emulator
  PATCH  state      [{"op": "set", "in": "instances", "id": 1001, "fields": {"name": "changed"}}], also "add" and "delete"
         GET state shows all ids. To open the firewall of instance 1001, as somebody could do without Pulumi:
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
  summary: "runs an emulator of the service on this machine, so that you can test programs",
  help,
  options: { port: value, speed: value, seed: value, state: value, "broker-url": value, "specified-only": flag },
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
  return `The emulator could not start: ${message}`;
}
