// `alarm.ts` and `definition.ts` turn ids of recipients into numbers before the check; `definition.ts` turns numbers
// into ids for the text of an import. An id of another instance must stay unchanged, because the check then refuses it.
// All else may change.
import { isNumericId } from "../../api";

/** The number of a recipient. An id of another instance stays as it is, so that the preview refuses it. */
export function recipientNumber(instance: string, id: string): string | number {
  const [on, kind, item = "", ...rest] = id.split("/");
  const ours = on === instance && kind === "recipients" && rest.length === 0 ? item : id;
  return isNumericId(ours) ? Number(ours) : id;
}

/** Makes a function that writes each recipient of the inputs in another form. */
const rewriting = (write: (instance: string, recipient: unknown) => unknown) => (inputs: Record<string, unknown>) => {
  const { instance, recipients } = inputs;
  if (!Array.isArray(recipients)) return inputs;
  return { ...inputs, recipients: recipients.map((each) => write(String(instance), each)) };
};

/** The inputs with the ids of recipients in place of their numbers. */
export const withRecipientIds = rewriting((instance, each) =>
  typeof each === "number" ? `${instance}/recipients/${each}` : each,
);

/** The inputs with the numbers of recipients in place of their ids. */
export const withRecipientNumbers = rewriting((instance, each) =>
  typeof each === "string" ? recipientNumber(instance, each) : each,
);
