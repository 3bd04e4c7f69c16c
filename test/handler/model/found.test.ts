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
  "the answer of a create is lost, and the key of the instance is refused at the look for it": {
    cast: ["metrics"],
    steps: [
      { do: "declare", in: 1, kind: 0, slot: 0, changed: false, moved: true },
      { do: "fault", fault: "500 after acting", method: "POST", skip: 0, times: 1 },
      { do: "fault", fault: "401", skip: 2, times: 1 },
      { do: "up", in: 1 },
    ],
  },
  "the answer of a create is lost, and all keys are refused afterwards": {
    cast: ["webhook"],
    steps: [
      { do: "declare", in: 0, kind: 0, slot: 0, changed: false, moved: false },
      { do: "fault", fault: "401", method: "GET", skip: 2, times: "always" },
      { do: "fault", fault: "500 after acting", method: "POST", skip: 0, times: 1 },
      { do: "up", in: 0 },
    ],
  },
  "a set whose update failed after its change was sent is dropped": {
    cast: ["mergeFirewall", "instance"],
    steps: [
      { do: "declare", in: 0, kind: 0, slot: 0, changed: true, moved: true },
      { do: "up", in: 0 },
      { do: "fault", fault: "401", method: "GET", skip: 2, times: 1 },
      { do: "declare", in: 0, kind: 0, slot: 0, changed: false, moved: true },
      { do: "up", in: 0 },
      { do: "drop", in: 0, kind: 0, slot: 0 },
      { do: "up", in: 0 },
    ],
  },
};

test.each(Object.entries(found))("%s", async (_, each) => void (await play(each)));
