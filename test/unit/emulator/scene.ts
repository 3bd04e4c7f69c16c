import { type TestEmulator, withEmulator } from "../../helpers/emulator";
import { jumpingClock } from "../../helpers/jumping-clock";
import { testsOf } from "../../helpers/tests-of";

/** Runs `work` with an emulator whose clock jumps over each wait. */
export const run = (work: (on: TestEmulator) => Promise<void>): Promise<void> =>
  withEmulator(work, { clock: jumpingClock() });
/** A test of such an emulator. */
export const it = testsOf(run);

/** The answers to what the service refuses: as a whole, or by the fields that are wrong. */
export const refused = (error: unknown) => ({ status: 400, body: { error } });
export const wrong = (...errors: object[]) => ({ status: 400, body: { errors } });
