import type { Handler } from "../../../provider/dynamic/handler";
import { unknownString } from "../../../provider/framework/kind/values";
import { type Declared, type HandlerStack, resource } from "../../helpers/handlers";
import { onInstance } from "./scene";

/** The preview of what stands on a broker that is replaced. */

const fields = { webhookUri: "https://hooks.example.com", vhost: "/", queue: "orders", concurrency: 1 };
const hook = (instance: string) => resource("webhook", "hook", { instance, ...fields });

/** Previews one resource of a stack, as the engine does: `check` and then `diff`. */
async function preview(handler: Handler, one: HandlerStack, { type, name, inputs }: Declared) {
  const { id, inputs: before, outputs } = one.entry(name);
  const hidden = { __provider: before.__provider, __urn: one.urn(type, name) };
  const checked = await handler.check(before, { ...inputs, ...hidden });
  expect(checked.failures).toEqual([]);
  return handler.diff(id, outputs, checked.inputs);
}

onInstance.each([
  ["only the row of a broker that is replaced says so", "provider-a::region-2", []],
  ["a broker that is not known for another reason is named", "provider-a::region-1", ["hook"]],
])("%s, and what stands on it is shown as replaced", async ({ one, host, program }, _, region, told) => {
  await one.up([...program(), hook(one.entry("one").id)]);
  const current = host();
  const [broker] = program({ region });
  const instance = await preview(current.handler("instance"), one, broker as Declared);
  expect(instance.replaces).toEqual(region === "provider-a::region-1" ? [] : ["region"]);
  expect(await preview(current.handler("webhook"), one, hook(unknownString))).toMatchObject({ replaces: ["instance"] });
  const lines = current.lines.filter(({ text }) => text.includes("not known before pulumi up"));
  expect(lines.map(({ urn }) => urn?.split("::").at(-1))).toEqual(told);
});
