import { cuts } from "./cuts";
import { type Killed, killAtRandom, stages } from "./kills";

/** `npm run check -- kills <number> <seed>`: cuts off this many runs of the real engine at random moments. */
async function main([count = "40", seed = `${Date.now() % 2 ** 32}`]: string[]): Promise<number> {
  console.log(`Seed ${seed}, ${count} runs to cut off.`);
  const killed = await killAtRandom(Number(count), Number(seed), console.log);
  printTable(killed);
  const breaches = killed.filter(({ breach }) => breach !== "");
  const warned = killed.flatMap((each) => each.warned).length;
  console.log(`${killed.length} runs cut off, ${warned} twins, each told by its id.`);
  for (const { number, stage, cut, moment, breach } of breaches) {
    console.log(`Breach in run ${number}, ${stage}, ${cut} ${moment}: ${breach}`);
  }
  const isShort = killed.length < Number(count);
  if (isShort) console.log(`Only ${killed.length} of ${count} runs were cut off: the others had ended before.`);
  console.log(`Seed ${seed}: ${breaches.length} breaches.`);
  return breaches.length === 0 && !isShort ? 0 : 1;
}

/** Prints how many runs of each stage were cut off in each way. */
function printTable(killed: readonly Killed[]): void {
  const row = (name: string, cells: readonly (string | number)[]) =>
    console.log(`  ${name.padEnd(26)}${cells.map((cell) => `${cell}`.padStart(9)).join("")}`);
  row("cut off", [...stages.map(({ name }) => name), "told", "breaches"]);
  for (const { name } of cuts) {
    const own = killed.filter(({ cut }) => cut === name);
    const counts = stages.map((stage) => own.filter((each) => each.stage === stage.name).length);
    row(name, [...counts, own.flatMap(({ warned }) => warned).length, own.filter(({ breach }) => breach).length]);
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
