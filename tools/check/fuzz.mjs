/**
 * `npm run check -- fuzz [seconds] [seed]`: sends random requests to the emulator, for three minutes unless told otherwise.
 */
import { main, runTypeScript } from "../run.mjs";

await main(() => runTypeScript("tools/check/fuzz.ts", process.argv.slice(2)));
