import { shared, shareHandlers } from "../../helpers/handlers";

shareHandlers();

// biome-ignore format: short texts
const hostile = [
  "", ".", "..", "../instances", "a/b", "a\\b", "a%2Fb", "%2e%2e", "a#b", "a?async=false", "a&b", "a;b", "a b", " a", "a ",
  "a\r\nX: y", "a\n", "a\tb", "a\u0000", "a\u007f", "a\u2028b", "a\u202eb", "ａ", "é", "a.b", "a:b", "a@b", "a+b", "a=b",
  "a,b", "a~b", "a-b", "a*", "{name}", "$(a)", "`a`", "<a>", '"a"', "'a'", "a".repeat(101),
];

test.each(hostile)("%j is no name of a plugin: refused at preview, and in an id before any request", async (name) => {
  const host = shared.host();
  const handler = host.handler("plugin");
  const bag = { instance: "1001", community: false, __provider: "pulumi-broker/host" };
  const { failures } = await handler.check({}, { ...bag, name });
  expect(failures).toEqual([{ property: "name", reason: "must consist of 1 to 100 letters, digits and underscores" }]);

  const refusal =
    /^[^\n]* is not valid for the type Plugin: write it in the form <instance>\/plugins\/<name> or [^\n]*$/;
  const state = { ...bag, name: "a", __pending: "cut off" };
  for (const id of ["plugins", "community-plugins"].map((kind) => `1001/${kind}/${name}`)) {
    await expect(handler.read(id, state)).rejects.toThrow(refusal);
    await expect(handler.update(id, state, state)).rejects.toThrow(refusal);
    await expect(handler.delete(id, state)).rejects.toThrow(refusal);
  }
  expect(host.requests).toBe(0);
});
