import { type Canaries, expectNoSecrets, secretsOf, type Texts } from "./canaries";
import { startedEmulators } from "./emulator";

/** What the runs of one stack printed and kept, to be searched when the test ends. */
interface Leftovers {
  addSecret(name: string, value: string): void;
  /** Keeps what a run left, and what the emulators of this file then hold as secret. */
  keep(what: string, printed: string[], checkpoint: string): void;
  /** Fails where a secret stands in any of it. */
  search(): void;
}

/** A search would find a shorter one by chance. */
const shortestSecret = 12;

/** Begins with nothing kept. */
export function createLeftovers(): Leftovers {
  const secrets: Canaries = {};
  const texts: Texts = {};
  let runs = 0;
  const addSecret: Leftovers["addSecret"] = (name, value) => {
    if (value.trim().length >= shortestSecret) secrets[`${name} ${value.length}`] = value;
  };
  return {
    addSecret,
    keep(what, printed, checkpoint) {
      runs += 1;
      texts[`the output of run ${runs}, ${what.slice(0, 40)}`] = printed.join("\n");
      texts[`the checkpoint after run ${runs}`] = checkpoint;
      for (const emulator of startedEmulators) {
        for (const [name, value] of Object.entries(secretsOf(emulator))) addSecret(name, value);
      }
    },
    search() {
      if (Object.keys(secrets).length > 0) expectNoSecrets(texts, secrets);
    },
  };
}
