import type { Fault } from "../../../provider/emulator";
import type { Handlers } from "../../helpers/handlers";

/** What a service answers that is busy with something else. */
export const busyAnswers: [string, Fault][] = [
  ["Timeout talking to backend", { status: 400, body: { error: "Timeout talking to backend" } }],
  ["code 40001", { status: 400, body: { error_code: 40001, message: "Your new firewall rules have not finished" } }],
  ["code 40099", { status: 400, body: { error_code: 40099, error: "Timeout talking to backend" } }],
  ["423", { status: 423, body: { error: "Locked" } }],
];

/** Stops the first instance or starts it, as somebody else does. */
export async function act({ clock, emulator }: Pick<Handlers, "clock" | "emulator">, action: "start" | "stop") {
  const { status } = await emulator.call("POST", `/instance/api/actions/${action}`, { body: {} });
  expect(status).toBe(200);
  // What is stopped is down a moment later.
  if (action === "stop") await clock.advance(30_000);
}
