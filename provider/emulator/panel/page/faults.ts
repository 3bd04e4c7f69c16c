// `controls.tsx` offers `knownFaults` in a list. New faults may come in, and texts may change. The name "Not allowed"
// must stay, because `test/package/panel.test.ts` plants this fault. Each `fault` must fit `server/faults.ts`, because
// the emulator refuses any other.
import type { Fault } from "../../server/faults";

/** A fault that people meet. `imitates` says what happens on a real service then. */
export interface KnownFault {
  name: string;
  imitates: string;
  fault: Fault;
}

const busyAccount: Fault = { status: 429, headers: { "retry-after": "5" } };

/** The most frequent faults. The harmless faults come first. */
export const knownFaults: readonly KnownFault[] = [
  { name: "Slow answer", imitates: "The service takes ten seconds.", fault: { delayMs: 10_000 } },
  { name: "Too many requests", imitates: "Others use up the account's limit.", fault: busyAccount },
  { name: "Busy", imitates: "The instance is occupied by another change.", fault: { busy: "backend" } },
  { name: "Firewall busy", imitates: "Earlier rules are still being applied.", fault: { busy: "firewall" } },
  { name: "VPC busy", imitates: "The VPC is still being made or removed.", fault: { busy: "vpc" } },
  { name: "Server error", imitates: "The service fails with 500.", fault: { status: 500 } },
  { name: "Unavailable", imitates: "The service is down for repair.", fault: { status: 503 } },
  { name: "Proxy error page", imitates: "A proxy answers in HTML with 502.", fault: { html: true, status: 502 } },
  { name: "Login page", imitates: "A gateway answers 200 with a page.", fault: { html: true, status: 200 } },
  { name: "Key refused", imitates: "The key was rotated by somebody else.", fault: { status: 401 } },
  { name: "Not allowed", imitates: "The key has lost a right.", fault: { status: 403 } },
  { name: "Not found", imitates: "A server does not know the object yet.", fault: { status: 404 } },
  { name: "Lost before acting", imitates: "The connection breaks on the way there.", fault: { reset: "before" } },
  { name: "Lost after acting", imitates: "The work is done, but nobody hears of it.", fault: { reset: "after" } },
  { name: "Silence", imitates: "A firewall swallows every packet.", fault: { blackHole: "before" } },
  {
    name: "Silence after acting",
    imitates: "The work is done, and the line goes dead.",
    fault: { blackHole: "after" },
  },
  { name: "Half an answer", imitates: "The answer breaks off in the middle.", fault: { truncate: true } },
  { name: "Empty answer", imitates: "A success without a body.", fault: { empty: true } },
  { name: "Empty list", imitates: "A list that shows nothing of what exists.", fault: { list: "gone" } },
  { name: "Late list", imitates: "Lists miss new objects for 30 seconds.", fault: { hideNewFor: 30_000 } },
  { name: "Double list", imitates: "A list that shows each object twice.", fault: { list: "twice" } },
  { name: "Huge answer", imitates: "A body of 64 MiB.", fault: { oversize: true } },
];
