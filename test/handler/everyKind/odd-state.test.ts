import { isRest, someOf } from "../../helpers/cells";
import { type Declared, type HandlerStack, it } from "../../helpers/handlers";
import { writesOf } from "../../helpers/outcomes";
import { subjects } from "./answers-subjects";
import { plainKinds, refuseWrites } from "./shared-scene";

/** What somebody who edits a state by hand may leave in it. */
const oddValues: unknown[] = [null, "text", 7, [], {}, [[7]]];

/** How JavaScript words a mistake of the code. */
const raw =
  /Cannot read|is not a function|is not iterable|is not valid JSON|undefined \(|Invalid URL|Cannot convert|must be of type|is not defined/;

/** What the framework keeps in a state, and no kind reads. */
const hidden = ["__urn", "__declared", "__sent", "__timeouts", "__pending", "__seenBy"];

/** The program of a state, with time limits. */
function programOf(one: HandlerStack): Declared[] {
  const { type, inputs } = one.entry("one");
  const declared = Object.fromEntries(Object.entries(inputs).filter(([name]) => !name.startsWith("__")));
  return [{ type, name: "one", inputs: declared, timeouts: { create: "5m" } }];
}

/** What the three operations on a state say of it. */
const linesOf = async (one: HandlerStack): Promise<string[]> =>
  [await one.refresh(), await one.up(programOf(one)), await one.destroy()].flatMap(({ errors }) => errors);

describe.each(subjects)("a $type", (subject) => {
  it("whose state is damaged in any one property is named with what is wrong, or works", async ({ emulator, one }) => {
    await subject.prepare(one, emulator);
    const [entry] = one.state;
    const outputs = Object.keys(entry!.outputs).filter((name) => ![...hidden, "__provider"].includes(name));
    const names = plainKinds.includes(subject.type) ? [...outputs, ...hidden] : outputs;
    const cells = names.flatMap((name) => oddValues.map((odd) => ({ name, odd })));
    for (const { name, odd } of someOf(cells, 0, 5)) {
      // Nothing reaches the service that a damaged state could mislead it with.
      refuseWrites(emulator, { status: 422, body: { error: "no" } });
      one.state = [{ ...entry!, outputs: { ...entry!.outputs, [name]: odd } as NonNullable<typeof entry>["outputs"] }];
      const lines = await linesOf(one);
      for (const text of lines) {
        expect({ name, odd, text }).toEqual({ name, odd, text: expect.not.stringMatching(raw) });
        expect({ name, odd, text }).toEqual({ name, odd, text: expect.stringMatching(/^[^\n]+$/) });
      }
      emulator.clearFaults();
    }
  });

  if (isRest) return;
  it.each([
    ["lacks the names of the declared inputs", ["__declared"], {}],
    ["lacks time limits", ["__timeouts"], {}],
    ["has of the hidden properties the stub alone", ["__declared", "__timeouts", "__urn"], {}],
    ["has more than this version knows", [], { colour: "red", sizes: [{ a: 1 }], __future: { b: true } }],
  ])("whose state %s is read, compared, updated and deleted", async (at, _what, missing: string[], more) => {
    const { emulator, one } = at;
    await subject.prepare(one, emulator);
    const program = programOf(one);
    expect((await one.up(program)).errors).toEqual([]);
    const [entry] = one.state;
    const outputs = Object.fromEntries(Object.entries(entry!.outputs).filter(([name]) => !missing.includes(name)));
    one.state = [{ ...entry!, outputs: { ...outputs, ...more } as NonNullable<typeof entry>["outputs"] }];
    emulator.clearRequests();
    // Time limits that state does not have yet are written into it, as an update that sends nothing.
    expect(await one.up(program)).toMatchObject({
      changes: missing.includes("__timeouts") ? ["update one"] : [],
      errors: [],
      requests: 0,
    });
    expect(await one.refresh()).toMatchObject({ changes: [], errors: [] });
    const last = await one.up(program);
    expect({ ...last, writes: writesOf(last) }).toMatchObject({ changes: [], errors: [], writes: [] });
    expect(await one.destroy()).toMatchObject({ errors: [] });
    expect(one.state).toEqual([]);
  });

  it("whose state another provider wrote is refused at preview, with the way out", async ({ emulator, host, one }) => {
    await subject.prepare(one, emulator);
    const { id, inputs, outputs } = one.entry("one");
    const isOurs = ([name]: [string, unknown]) => name.startsWith("__");
    const plain = (bag: object) => Object.fromEntries(Object.entries(bag).filter((each) => !isOurs(each)));
    const foreign = [plain(outputs), { ...plain(outputs), __provider: "exports.handler = () => somebody()" }];
    for (const olds of foreign) {
      const process = host();
      const handler = process.handler(subject.type);
      emulator.clearRequests();
      await expect(handler.diff(id, olds, inputs)).rejects.toThrow(/import: ".*" }.*retainOnDelete/);
      await expect(handler.update(id, olds, inputs)).rejects.toThrow("another provider wrote the state");
      await expect(handler.delete(id, olds)).rejects.toThrow("another provider wrote the state");
      expect(emulator.requests()).toEqual([]);
      process.kill();
    }
  });
});
