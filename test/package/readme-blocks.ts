import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../helpers/paths";

/** The text of the README. */
export const readmeText = readFileSync(join(repositoryRoot, "README.md"), "utf8");

/** A block of code in the README. */
export interface Block {
  /** The heading that the block stands under. */
  section: string;
  language: string;
  code: string;
}

/** The blocks of the README, in order. */
export const readmeBlocks: readonly Block[] = readmeText.split(/^## /m).flatMap((part) => {
  const section = part.split("\n", 1)[0] ?? "";
  return [...part.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = "", code = ""]) => ({
    section,
    language,
    code,
  }));
});

/** The commands of a block. */
export const commandsIn = ({ code }: Block): string[] =>
  code.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
