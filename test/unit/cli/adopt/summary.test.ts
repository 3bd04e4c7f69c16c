import { printTable } from "../../../../provider/cli/adopt/summary";
import { Secret } from "../../../../provider/cli/adopt/thing";
import { part, thing } from "./parts";

const value = new Secret("opsValue", "canary@example.com");
const parts = [
  part("networks.ts", [thing("Vpc", "net", {}, { id: "45" })]),
  part(
    "orders.ts",
    [
      thing("Instance", "orders", { plan: "p" }, { id: "123" }),
      thing("Recipient", "ops", { value }, { id: "123/recipients/7" }),
      thing("Recipient", "it\u001b[2J\u202e", { value }, { id: "123/recipients/8" }),
    ],
    [{ what: "peering pcx-1\n(pending)", why: "its request\u2028 waits\u0007 for a stranger" }],
  ),
];

const table = `FILE         TYPE       NAME    ID
networks.ts  Vpc        net     45
orders.ts    Instance   orders  123
orders.ts    Recipient  ops     123/recipients/7
orders.ts    Recipient  it [2J  123/recipients/8

FILE       LEFT OUT                 WHY
orders.ts  peering pcx-1 (pending)  its request waits for a stranger

4 resources (1 Instance, 2 Recipient, 1 Vpc) to take over; 1 thing left out.`;

test("a table says what is taken over and what is not, and the last line how much", () => {
  expect(printTable(parts)).toBe(table);
  expect(printTable(parts)).not.toContain("canary");
});

test("a part of it is left away where there is none", () => {
  const [networks] = parts;
  const line = "FILE         TYPE  NAME  ID\nnetworks.ts  Vpc   net   45\n\n1 resource (1 Vpc) to take over.";
  expect(printTable([networks!])).toBe(line);
  expect(printTable([])).toBe("There is nothing to take over.");
  expect(printTable([part("a.ts", [], [{ what: "broker 5", why: "it is being made" }])])).toBe(
    "FILE  LEFT OUT  WHY\na.ts  broker 5  it is being made\n\nThere is nothing to take over; 1 thing left out.",
  );
});
