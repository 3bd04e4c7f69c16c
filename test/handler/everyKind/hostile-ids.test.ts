import { type Handlers, startHandlers } from "../../helpers/handlers";
import { hostileTexts } from "../../helpers/hostile";
import { type DoorName, doors } from "../../helpers/plugin-door";
import { kinds } from "../../kinds";

/** Ids come from state, from `import` and from `.get`: what is none of the kind is refused before any request. */

let at: Record<DoorName, Handlers>;
beforeAll(async () => {
  const [dynamic, plugin] = await Promise.all([startHandlers(), startHandlers({ door: "plugin" })]);
  at = { dynamic, plugin };
});
afterAll(() => Promise.all(Object.values(at).map((each) => each.close())));

/** The id with each hostile text in each of its parts. */
const spoilt = (id: string): string[] => {
  const parts = id.split("/");
  return parts.flatMap((_part, slot) => hostileTexts.map((text) => parts.with(slot, text).join("/")));
};

const table = doors.flatMap((door) => kinds.map(({ handler, id }) => [door, handler, id] as const));
test.each(table)("through the %s door, %s: %s", async (door, kind, id) => {
  const host = at[door].host();
  const handler = host.handler(kind);
  const wrong: string[] = [];
  for (const bad of spoilt(id)) {
    for (const use of [
      () => handler.read(bad, { __get: true, __provider: "pulumi-broker/host" }),
      () => handler.delete(bad, { __provider: "pulumi-broker/host" }),
    ]) {
      const said = await use().then(
        () => "nothing",
        (error: Error) => error.message,
      );
      // One line, short whatever the id was, and without what a terminal would act on.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is the point
      if (!/ is not the id of any /.test(said) || /[\u0000-\u001f\u007f\u2028]/.test(said) || said.length > 300)
        wrong.push(`${bad.slice(0, 40)}: ${said.slice(0, 200)}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(host.requests).toBe(0);
});
