import type { TestEmulator } from "../helpers/emulator";

/** A moment of an instance's create at which a run is cut off. */
export interface Moment {
  what: string;
  /** Switches on what holds the run at this moment. */
  hold(emulator: TestEmulator): void;
  reached(emulator: TestEmulator): boolean;
}

/** The requests with this method to these paths, so far. */
export const requests = (emulator: TestEmulator, method: string, path: RegExp) =>
  emulator.requests().filter((each) => each.method === method && path.test(each.path));

const answered = (emulator: TestEmulator, method: string, path: RegExp) =>
  requests(emulator, method, path).some(({ answeredAt }) => answeredAt !== undefined);

/** The path of the list of instances. */
export const list = /instances$/;
const one = /instances\/\d+$/;

const readyAtOnce = (emulator: TestEmulator) =>
  emulator.patch({ op: "set", in: "timings", id: 1, fields: { creating: [0, 0] } });

export const beforePost: Moment = {
  what: "before the POST",
  hold: (emulator) =>
    emulator.fault({ match: { method: "GET", path: "/api/instances" }, fault: { holdMs: 1_500, real: true } }),
  reached: (emulator) => requests(emulator, "GET", list).length > 0,
};

export const duringPost: Moment = {
  what: "with the POST on its way",
  hold: (emulator) => emulator.fault({ match: { method: "POST" }, fault: { delayMs: 1_000, real: true } }),
  reached: (emulator) => requests(emulator, "POST", list).length > 0,
};

export const afterPost: Moment = {
  what: "while the POST is answered late",
  hold: (emulator) => emulator.fault({ match: { method: "POST" }, fault: { holdMs: 1_000, real: true } }),
  reached: (emulator) => requests(emulator, "POST", list).length > 0,
};

export const duringWait: Moment = {
  what: "while it is being made",
  hold: () => {},
  reached: (emulator) => answered(emulator, "GET", one),
};

export const duringDisk: Moment = {
  what: "while its disk is being changed, when it is ready",
  hold: readyAtOnce,
  reached: (emulator) => answered(emulator, "PUT", /disk$/),
};

export const duringSettings: Moment = {
  what: "while its settings are on their way",
  hold(emulator) {
    readyAtOnce(emulator);
    emulator.fault({ match: { method: "PUT", path: "/api/config" }, fault: { delayMs: 1_000, real: true } });
  },
  reached: (emulator) => requests(emulator, "PUT", /config$/).length > 0,
};
