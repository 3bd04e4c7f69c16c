import type { StateChange } from "../../../provider/emulator";
import { withHandlers } from "../../helpers/handlers";
import { expectNoErrors, lastingLines } from "../../helpers/outcomes";
import { alarmRow, declare, eventBridgeRow, idsOf, type Row, recipientRow, vpcRow, webhookRow } from "./rows";

test.each([
  [webhookRow, "webhookUri", "webhook_uri", "https://theirs.example.com/token-4711"],
  [recipientRow, "value", "value", "theirs@example.com"],
])("a hidden value that was changed outside Pulumi is named, and not shown: %#", (row, name, wire, theirs) =>
  withHandlers(async ({ emulator, one }) => {
    const program = [declare(row, emulator)];
    expectNoErrors(await one.up(program));
    const id = Number(one.entry("one").id.split("/").at(-1));
    emulator.patch({ op: "set", in: row.collection, id, fields: { [wire]: theirs } } as never);
    const refreshed = expectNoErrors(await one.refresh());
    expect(refreshed.changes).toEqual(["drift one"]);
    expect(refreshed.lines).toEqual([
      expect.objectContaining({
        severity: "warning",
        text: `${name} was changed outside Pulumi; pulumi up --refresh changes it back`,
        urn: one.entry("one").urn,
      }),
    ]);
    // The refresh has kept what it found, so a second one finds nothing new.
    expect(expectNoErrors(await one.refresh()).lines).toEqual([]);
    const repaired = expectNoErrors(await one.up(program));
    expect([repaired.changes, lastingLines(repaired)]).toEqual([["update one"], [`${name} changes`]]);
    expect(lastingLines(expectNoErrors(await one.refresh()))).toEqual([]);
  }),
);

test("a hidden value that the program changes is named, and a shown one that was changed outside Pulumi needs no line", () =>
  withHandlers(async ({ emulator, one }) => {
    const webhook = (inputs = {}) => [
      declare(webhookRow, emulator, { inputs }),
      declare(vpcRow, emulator, { name: "net" }),
    ];
    expectNoErrors(await one.up(webhook()));
    const changed = expectNoErrors(await one.up(webhook({ webhookUri: "https://example.com/other" })));
    expect([changed.changes, lastingLines(changed)]).toEqual([["update one"], ["webhookUri changes"]]);
    emulator.patch({ op: "set", in: "vpcs", id: Number(one.entry("net").id), fields: { tags: ["theirs"] } });
    const refreshed = expectNoErrors(await one.refresh());
    expect([refreshed.changes, lastingLines(refreshed)]).toEqual([["drift net"], []]);
  }));

test.each<[Row, string, string]>([
  [alarmRow, "alarm", "both notify"],
  [recipientRow, "recipient", "both are notified"],
  [eventBridgeRow, "event bridge", "both send its messages"],
])("one that is identical and there already is named by its id, and left alone: %#", (row, noun, so) =>
  withHandlers(async ({ emulator, one }) => {
    const fields = row.record(row.inputs(emulator));
    const [twin = 0] = emulator.patch({ op: "add", in: row.collection, fields } as StateChange);
    const up = expectNoErrors(await one.up([declare(row, emulator)]));
    const [id = ""] = idsOf(row, emulator);
    expect(id).toMatch(new RegExp(`/${twin}$`));
    expect(lastingLines(up)).toEqual([
      `an identical ${noun} exists already, so ${so}: ${id}; to add ${id} to this stack, declare one more resource with the option { import: "${id}" }. Do not do this if another stack manages ${id}, or if this run replaces ${id}`,
    ]);
    expect(idsOf(row, emulator)).toEqual([id, one.entry("one").id]);
    expectNoErrors(await one.destroy());
    expect(idsOf(row, emulator)).toEqual([id]);
  }),
);
