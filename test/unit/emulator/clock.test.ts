import { createClock } from "../../../provider/emulator";

const settled = async (promise: Promise<unknown>) => {
  const pending = Symbol("pending");
  return (await Promise.race([promise, new Promise((resolve) => setImmediate(resolve, pending))])) !== pending;
};

describe("the emulator's clock", () => {
  afterEach(() => jest.useRealTimers());

  test("starts at the machine's time and runs as fast as it is told", () => {
    jest.useFakeTimers({ now: 1_000_000, doNotFake: ["setImmediate"] });
    const clock = createClock(60);
    expect(clock.now()).toBe(1_000_000);
    jest.advanceTimersByTime(1000);
    expect(clock.now()).toBe(1_060_000);
    clock.setSpeed(2);
    expect(clock.now()).toBe(1_060_000);
    jest.advanceTimersByTime(500);
    expect(clock.now()).toBe(1_061_000);
  });

  test("wakes sleepers when it runs past them, in the order of their time", async () => {
    jest.useFakeTimers({ now: 0 });
    const clock = createClock(100);
    const woken: number[] = [];
    for (const ms of [3000, 1000, 2000]) void clock.sleep(ms).then(() => woken.push(ms));
    await jest.advanceTimersByTimeAsync(9);
    expect(woken).toEqual([]);
    await jest.advanceTimersByTimeAsync(11);
    expect(woken).toEqual([1000, 2000]);
    clock.setSpeed(1);
    await jest.advanceTimersByTimeAsync(999);
    expect(woken).toEqual([1000, 2000]);
    await jest.advanceTimersByTimeAsync(1);
    expect(woken).toEqual([1000, 2000, 3000]);
  });

  test("wakes sleepers when it is moved by hand, and only those whose time has come", async () => {
    const clock = createClock();
    const [soon, late, never] = [clock.sleep(60_000), clock.sleep(3_600_000), clock.sleep(Number.POSITIVE_INFINITY)];
    expect(await settled(soon)).toBe(false);
    clock.advance(60_000);
    expect([await settled(soon), await settled(late)]).toEqual([true, false]);
    clock.advance(1e15);
    expect([await settled(late), await settled(never)]).toEqual([true, false]);
  });

  test("sleeps longer than the machine's timers can", async () => {
    jest.useFakeTimers({ now: 0 });
    const clock = createClock();
    const sleeping = clock.sleep(2 ** 32).then(() => "awake");
    await jest.advanceTimersByTimeAsync(2 ** 32 - 1);
    expect(await Promise.race([sleeping, "asleep"])).toBe("asleep");
    await jest.advanceTimersByTimeAsync(1);
    expect(await sleeping).toBe("awake");
  });

  test("lets go of a sleeper whose signal is aborted", async () => {
    const clock = createClock();
    const abort = new AbortController();
    const sleeping = clock.sleep(1e12, abort.signal);
    abort.abort(new Error("enough"));
    await expect(sleeping).rejects.toThrow("enough");
    await expect(clock.sleep(1, abort.signal)).rejects.toThrow("enough");
  });
});
