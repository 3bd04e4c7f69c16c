import { type TestEmulator, withEmulator } from "../../helpers/emulator";
import { jumpingClock } from "../../helpers/jumping-clock";
import { testsOf } from "../../helpers/tests-of";

/** Makes what runs `work` with an emulator whose clock jumps over each wait, and with what `more` adds to it. */
export const runWith =
  <T extends object, A extends unknown[]>(more: (emulator: TestEmulator, ...args: A) => T) =>
  (work: (on: TestEmulator & T) => Promise<void>, ...args: A): Promise<void> =>
    withEmulator((emulator) => work({ ...emulator, ...more(emulator, ...args) }), { clock: jumpingClock() });

export const run = runWith(() => ({}));
/** A test of such an emulator. */
export const it = testsOf(run);

/** The answers to what the service refuses: as a whole, or by the fields that are wrong. */
export const refused = (error: unknown) => ({ status: 400, body: { error } });
export const wrong = (...errors: object[]) => ({ status: 400, body: { errors } });
