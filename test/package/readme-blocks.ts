import { read } from "../helpers/paths";

/** The README and the pages to which it leads one after the other. */
const guide = ["README", "docs/account", "docs/environments", "docs/drift", "docs/interruption", "docs/existing"];
const pages = guide.map((name) => read(`${name}.md`));

export const guideText = pages.join("\n");

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

export const guideBlocks = pages.flatMap(blocksIn);

export const commandsIn = ({ code }: Block) => code.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
