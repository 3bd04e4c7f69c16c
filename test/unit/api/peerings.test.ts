import { type ScriptedServer, scriptedServer } from "../../helpers/scripted-server";
import { virtualSetup } from "./setup";

/** Peerings: which answers are understood. */

const setup = virtualSetup();
let server: ScriptedServer;
beforeEach(async () => {
  server = await scriptedServer();
});
afterEach(() => server.close());
afterAll(() => setup.close());

test.each<[string, object, string[]]>([
  ["none", {}, []],
  ["null", { tags: null }, []],
  ["texts", { tags: ["shop", "orders"] }, ["shop", "orders"]],
  [
    "pairs",
    {
      tag_set: [
        { key: "team", value: "shop" },
        { Key: "free", Value: null },
      ],
    },
    ["team=shop", "free="],
  ],
  ["one object", { tags: { team: "shop" } }, ["team=shop"]],
  ["others among them", { tags: ["shop", 7, null, { value: "without a key" }] }, ["shop"]],
])("tags of a peering: %s", async (_what, given, tags) => {
  const row = { vpc_peering_connection_id: "pcx-1", status: "active", ...given };
  server.answer({ status: 200, json: { rows: [row] } });
  const api = setup.client(server.url).instance("7", { apiKey: "key-1" });
  const { peerings } = await api.peerings.list(setup.call());
  expect(peerings.map((each) => each.tags)).toEqual([tags]);
});
