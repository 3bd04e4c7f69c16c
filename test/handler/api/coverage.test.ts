import * as broker from "../../../provider";
import { commands } from "../../../provider/cli/commands";
import { createClient, type ServiceClient } from "../../../provider/client";
import { operations, routes } from "../../../provider/emulator/nouns";
import type { ApiName } from "../../../provider/emulator/server/auth";
import { createRouter } from "../../../provider/emulator/server/router";
import { definitions } from "../../../provider/resources/definitions";
import { operationUses } from "../../helpers/operation-uses";
import { rows } from "./operations";

// The table of operations is the emulator's, which a test compares with the specification itself. An operation `a.b` is
// the method `b` of the client's group `a`.

let client: ServiceClient;
beforeAll(() => {
  client = createClient({ customerUrl: "http://127.0.0.1:1", baseUrl: "http://127.0.0.1:1" });
});
afterAll(() => client.close());

type Group = Record<string, unknown>;

const groupsOf = (api: ApiName): Record<string, Group> => {
  const { instance, close: _close, ...account } = client;
  return { ...(api === "account" ? account : instance(1)) } as unknown as Record<string, Group>;
};

const methodOf = ({ api, operation }: (typeof operations)[number]) => {
  const [group = "", name = ""] = operation.split(".");
  return groupsOf(api)[group]?.[name];
};

test("every operation has a method of the client, a route of the emulator and a row of the tests", () => {
  const withMethod = operations.filter((each) => typeof methodOf(each) === "function");
  const match = createRouter(routes);
  const routed = operations.filter(({ operation, api, method, path }) => {
    const found = match(api, method, path.replace(/:\w+/g, "999999"));
    return found.found && found.route.operation === operation;
  });
  const unused = operations.filter(({ operation }) => operationUses[operation].length === 0);
  const names = operations.map(({ operation }) => operation);
  expect(withMethod.map(({ operation }) => operation)).toEqual(names);
  expect(routed.map(({ operation }) => operation)).toEqual(names);
  expect(unused).toEqual([]);
  expect(Object.keys(rows).sort()).toEqual([...names].sort());
});

test("the client has no method beside the operations", () => {
  const methods = (["account", "instance"] as const).flatMap((api) =>
    Object.entries(groupsOf(api)).flatMap(([group, members]) =>
      Object.keys(members).map((name) => `${api} ${group}.${name}`),
    ),
  );
  expect(methods.sort()).toEqual(operations.map(({ api, operation }) => `${api} ${operation}`).sort());
});

test("the table of uses names every resource and every function of the package, and nothing that is not there", () => {
  const all = [...new Set(Object.values(operationUses).flat())].filter((name) => name !== "client");
  const [ofCommands = [], named = []] = [true, false].map((is) =>
    all.filter((name) => name.startsWith("pulumi-broker ") === is),
  );
  expect(Object.keys(commands)).toEqual(expect.arrayContaining(ofCommands.map((name) => name.split(" ")[1])));
  const functions = Object.keys(broker).filter((name) => /^get/.test(name) && !name.endsWith("Output"));
  expect(named.sort()).toEqual([...definitions.map(({ type }) => type), ...functions].sort());
});
