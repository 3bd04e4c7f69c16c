import { adopt } from "./adopt";
import type { Command } from "./command";
import { doctor } from "./doctor";
import { drift } from "./drift";
import { emulator } from "./emulator";
import { rotateKey } from "./rotateKey";

/** All commands by their names. */
export const commands: Record<string, Command> = { adopt, doctor, drift, emulator, "rotate-key": rotateKey };
