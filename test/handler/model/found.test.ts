import { play } from "./play";
import type { Play } from "./steps";

/** What the search has found, made as small as it gets; each is mended. */
const found: Record<string, Play> = {
  "two resources wait for one list when the engine goes": {
    cast: ["webhook"],
    steps: [
      { do: "declare", in: 0, kind: 0, slot: 0, changed: false, moved: false },
      { do: "declare", in: 0, kind: 0, slot: 1, changed: true, moved: false },
      { do: "up", in: 0, cut: { request: 2, how: "gone" } },
    ],
  },
};

test.each(Object.entries(found))("%s", async (_, each) => void (await play(each)));
