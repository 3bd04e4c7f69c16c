import { type Canaries, expectNoSecrets, secretsOf, type Texts } from "./canaries";
import { startedEmulators } from "./emulator";

/** The output and the checkpoints of the runs of one stack, which are searched for secrets when the test ends. */
interface Leftovers {
  addSecret(name: string, value: string): void;
  /** Keeps the output and the checkpoint of a run, and the secrets that the emulators of this file then hold. */
  keep(what: string, printed: string[], checkpoint: string): void;
  /** Throws when the output or a checkpoint of a run contains a secret. */
  search(): void;
}

/** The length of the shortest secret that is searched for; a search could find a shorter one by chance. */
const shortestSecret = 12;

/** Makes an empty collection. */
export function createLeftovers(): Leftovers {
  /** The name of each secret. A key that was rotated is another secret of the same name. */
  const names = new Map<string, string>();
  const texts: Texts = {};
  let runs = 0;
  const addSecret: Leftovers["addSecret"] = (name, value) => {
    if (value.trim().length >= shortestSecret) names.set(value, name);
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
      const secrets: Canaries = Object.fromEntries([...names].map(([value, name], i) => [`${name} (${i})`, value]));
      // A measured stack runs the CLI by itself, and keeps nothing here.
      if (runs > 0 && names.size > 0) expectNoSecrets(texts, secrets);
    },
  };
}
