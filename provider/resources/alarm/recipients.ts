import { isNumericId } from "../../api";

/** The number of a recipient. An id of another instance stays as it is, so that the preview refuses it. */
export function recipientNumber(instance: string, id: string): string | number {
  const [on, kind, item = "", ...rest] = id.split("/");
  const ours = on === instance && kind === "recipients" && rest.length === 0 ? item : id;
  return isNumericId(ours) ? Number(ours) : id;
}

/** The inputs with the ids of recipients in place of their numbers. */
export function withRecipientIds(inputs: Record<string, unknown>): Record<string, unknown> {
  const { instance, recipients } = inputs;
  if (!Array.isArray(recipients)) return inputs;
  const id = (each: unknown) => (typeof each === "number" ? `${instance}/recipients/${each}` : each);
  return { ...inputs, recipients: recipients.map(id) };
}

/** The inputs with the numbers of recipients in place of their ids. */
export function withRecipientNumbers(inputs: Record<string, unknown>): Record<string, unknown> {
  const { instance, recipients } = inputs;
  if (!Array.isArray(recipients)) return inputs;
  const number = (each: unknown) => (typeof each === "string" ? recipientNumber(String(instance), each) : each);
  return { ...inputs, recipients: recipients.map(number) };
}
