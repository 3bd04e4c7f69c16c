// `emulator/index.ts` makes the generator, and nouns draw keys and durations from it; tests and `tools/check/` use it
// for repeatable runs. New methods may come in. A seed must give the same values again, because tests repeat a run by
// its seed. State files hold `position`.
/** Random values that repeat: the same seed gives the same keys, hosts and durations in the same order. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** A key in the form that the service uses: 8-4-4-4-12 hexadecimal digits. */
  key(): string;
  /** `length` letters and digits. */
  word(length: number): string;
  /** The seed from which another generator goes on with the next values of this generator. */
  position(): number;
}

const lettersAndDigits = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Starts the generator, Mulberry32: small, fast, and good enough for values that only have to differ. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]).join("");
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    key: () => [8, 4, 4, 4, 12].map((length) => pick("0123456789abcdef", length)).join("-"),
    word: (length) => pick(lettersAndDigits, length),
    position: () => state,
  };
}
