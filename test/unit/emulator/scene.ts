import { jumpingClock, type TestEmulator, withEmulator } from "../../helpers/emulator";
import { testsOf } from "../../helpers/tests-of";

/** Makes what runs `work` with an emulator whose clock jumps over each wait, and with what `more` adds to it. */
export const runWith =
  <T extends object, A extends unknown[]>(more: (emulator: TestEmulator, ...args: A) => T) =>
  (work: (on: TestEmulator & T) => Promise<void>, ...args: A): Promise<void> =>
    withEmulator((emulator) => work({ ...emulator, ...more(emulator, ...args) }), { clock: jumpingClock() });

export const run = runWith(() => ({}));
/** A test of such an emulator. */
export const it = testsOf(run);

/** How long the answer to a request took, on the emulator's clock. Default: the first request. */
export const tookMs = ({ requests }: TestEmulator, index = 0): number => {
  const { at, answeredAt } = requests().at(index)!;
  return answeredAt! - at;
};

/** A VPC and a webhook as they are asked for, and where. */
export const vpcs = "/customer/api/vpcs";
export const vpc = { name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24" };
export const hooks = "/instance/api/webhooks";
export const webhook = { webhook_uri: "https://example.com/hook-canary", vhost: "/", queue: "q", concurrency: 1 };

/** The answers to what the service refuses: as a whole, or by the fields that are wrong. */
export const refused = (error: unknown) => ({ status: 400, body: { error } });
export const wrong = (...errors: object[]) => ({ status: 400, body: { errors } });

/** The usual answers to a change: done, under way, and impossible while another one is under way. */
export const done = { status: 204, text: "" };
export const message = (text: string) => ({ status: 200, body: { message: text } });
export const saved = message("Changes saved");
export const busy = { status: 400, body: { error_code: 40099, error: "Timeout talking to backend" } };
