import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../helpers/paths";

export const readmeText = readFileSync(join(repositoryRoot, "README.md"), "utf8");

/** A block of code in a page. */
export interface Block {
  /** The heading that the block stands under. */
  section: string;
  language: string;
  code: string;
}

/** The blocks of a page, in order, each under its heading of the second rank. */
export const blocksIn = (page: string): readonly Block[] =>
  page.split(/^## /m).flatMap((part) => {
    const section = part.split("\n", 1)[0] ?? "";
    return [...part.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = "", code = ""]) => ({
      section,
      language,
      code,
    }));
  });

export const readmeBlocks = blocksIn(readmeText);

export const commandsIn = ({ code }: Block) => code.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
