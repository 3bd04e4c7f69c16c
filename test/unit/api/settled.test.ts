import { createSettled } from "../../../provider/api/lists/settled";
import { ApiError } from "../../../provider/api/transport/errors";
import { VirtualClock } from "../../helpers/virtual-clock";

/** Looks that answer the time at which they left. */
function scene() {
  const clock = new VirtualClock();
  const start = clock.now();
  const fetched: number[] = [];
  const settled = createSettled(clock, async () => {
    fetched.push(clock.now() - start);
    return clock.now() - start;
  });
  const call = { deadline: start + 60_000 };
  const write = (ms: number) => settled.write(() => clock.sleep(ms));
  return { clock, call, fetched, settled, write };
}

test("one look serves all writes that are made side by side, and leaves after the last of them", async () => {
  const { call, fetched, settled, write } = scene();
  const looks = [10, 300, 700, 2_000].map((ms) => write(ms).then(() => settled.look(call)));
  // The first look begins at 10; whether there was a silence is seen every 250.
  expect(await Promise.all(looks)).toEqual([2_260, 2_260, 2_260, 2_260]);
  expect(fetched).toEqual([2_260]);
});

test("a write that begins while others are looked for is waited for too", async () => {
  const { clock, call, fetched, settled, write } = scene();
  const first = write(0).then(() => settled.look(call));
  const second = clock.sleep(200).then(() => write(500).then(() => settled.look(call)));
  expect(await Promise.all([first, second])).toEqual([1_000, 1_000]);
  expect(fetched).toHaveLength(1);
});

test("a write after a look has a look of its own", async () => {
  const { call, fetched, settled, write } = scene();
  await write(0).then(() => settled.look(call));
  await write(0).then(() => settled.look(call));
  expect(fetched).toEqual([250, 500]);
});

test("a look does not wait for ever for others, nor longer than its call may last", async () => {
  const { clock, call, settled, write } = scene();
  const long = write(50_000);
  expect(await settled.look(call)).toBe(10_000);
  expect(await settled.look({ deadline: clock.now() + 1_000 })).toBe(11_000);
  await long;
});

test("a write that fails counts as ended, and a look that fails is not shared with later ones", async () => {
  const clock = new VirtualClock();
  let looks = 0;
  const settled = createSettled(clock, async () => {
    looks += 1;
    if (looks === 1) throw new Error("out of reach");
    return looks;
  });
  const call = { deadline: clock.now() + 60_000 };
  await expect(settled.write(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  const both = [settled.look(call), settled.look(call)];
  for (const look of both) await expect(look).rejects.toThrow("out of reach");
  expect(await settled.look(call)).toBe(2);
  const stop = new AbortController();
  const stopped = settled.look({ ...call, signal: stop.signal });
  stop.abort(new Error("stopped"));
  await expect(stopped).rejects.toThrow("stopped");
  expect(await settled.look(call)).toBe(3);
});

test("a caller who has time goes on where the one who looks for both runs out of it", async () => {
  const clock = new VirtualClock();
  const settled = createSettled(clock, async ({ deadline }) => {
    if (clock.now() >= deadline) throw new ApiError({ kind: "timeout", problem: "ran out of time" });
    return "seen";
  });
  const [short, long] = [100, 60_000].map((ms) => settled.look({ deadline: clock.now() + ms }));
  await expect(short).rejects.toThrow("ran out of time");
  expect(await long).toBe("seen");
});
