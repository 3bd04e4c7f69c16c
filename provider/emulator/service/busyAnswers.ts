// `server/reply.ts` refuses with these bodies; `server/faults.ts` and `server/deliver.ts` offer them as the fault
// `busy`. New answers may come in. Present names must stay, because users' tests plant them. Texts must stay, with
// their spelling errors, because a live service sent them.
/** Passing refusals, in the words of a live service: the same request succeeds later. */
export const busyAnswers = {
  backend: { error_code: 40099, error: "Timeout talking to backend" },
  "backend without a code": { error: "Timeout talking to backend", list: [] },
  firewall: {
    error_code: 40001,
    message: "Your new firewall rules have not finished configuring yet,try again in a few minutes",
  },
  "firewall without a code": {
    error: "There are firewall rules that have not finished configuring yet, try again in a few minutes",
  },
  "peering list": { error: "Failed to list VPC peering connections" },
  peering: { error: "Another VPC peering operation in progress, try again in a few minutes" },
  plugin: { error: "Another plugin is being changed, try again in a few minutes" },
  vpc: { error: "VPC currently unavailable" },
} as const;

/** The name of a passing refusal: the service refuses the request now, and takes the same request later. */
export type BusyName = keyof typeof busyAnswers;
