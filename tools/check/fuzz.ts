import { startEmulator } from "../../provider/emulator";
import { fuzz } from "../../test/helpers/fuzz";

/** `npm run check -- fuzz <seconds> <seed>`: sends random requests to all routes and controls of the emulator. */
async function main([seconds = "180", seed = `${Date.now() % 2 ** 32}`]: string[]): Promise<number> {
  const emulator = await startEmulator({ seed: 1, speed: 1_000_000 });
  const end = performance.now() + Number(seconds) * 1000;
  console.log(`Seed ${seed}, for ${seconds} seconds.`);
  const { sent, statuses, failures } = await fuzz(emulator, Number(seed), () => performance.now() < end);
  await emulator.close();
  console.log(`${sent} requests, answers by status (0: none): ${JSON.stringify(statuses)}`);
  for (const failure of failures) console.error(failure);
  console.log(`${failures.length} failures, ${Math.round(process.memoryUsage().heapUsed / 2 ** 20)} MiB of heap.`);
  return failures.length === 0 ? 0 : 1;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
