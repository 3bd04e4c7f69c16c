import { shared, shareHandlers } from "../../helpers/handlers";
import { hostileTexts } from "../../helpers/hostile";
import { doors } from "../../helpers/plugin-door";
import { kinds } from "../../kinds";

/** Ids come from state, from `import` and from `.get`: what is none of the kind is refused before any request. */

/** The id with each hostile text in each of its parts. */
const spoilt = (id: string): string[] => {
  const parts = id.split("/");
  return parts.flatMap((_part, slot) => hostileTexts.map((text) => parts.with(slot, text).join("/")));
};

describe.each(doors)("through the %s door", (door) => {
  shareHandlers({ door });

  test.each(kinds)("$handler: $id", async ({ handler: kind, id }) => {
    const host = shared.host();
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
        // The line is short whatever the id was, and has nothing that a terminal would act on.
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is the point
        if (!/ is not valid for the type /.test(said) || /[\u0000-\u001f\u007f\u2028]/.test(said) || said.length > 300)
          wrong.push(`${bad.slice(0, 40)}: ${said.slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(host.requests).toBe(0);
  });
});
