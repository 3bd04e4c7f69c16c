import { createKnowledge, type Knowledge } from "../../../provider/framework/run/knowledge";

const one = "urn:pulumi:s::p::t::one";
const two = "urn:pulumi:s::p::t::two";
const key = "Plugin 1/plugins/x";
const id = "1/plugins/x";

const sees = (seer: string, inState: string | undefined, checked?: string) => (run: Knowledge) => {
  if (checked) run.addToProgram(checked);
  run.recordSeen(key, id, inState, seer);
};
const readsWhatItReplaces = (run: Knowledge) => {
  run.addToProgram(one);
  run.recordRead(key, ["one"]);
};
const readIt = "the program reads the object with .get";
const madeIt = "this run made the object or took it over";

const manages = 'Plugin "two" of this program now manages the object';

/** Who deletes is `one`. */
test.each<[string, (run: Knowledge) => void, string | undefined]>([
  ["nothing is known", () => {}, undefined],
  ["this run made it", (run) => run.recordMade(key), madeIt],
  ["another resource of this run made it", (run) => run.recordMade(key, two), manages],
  ["it was made again by the same resource", (run) => run.recordMade(key, one), madeIt],
  ["this run made another", (run) => run.recordMade("Plugin 1/plugins/y"), undefined],
  ["the program reads it", (run) => run.recordRead(key), readIt],
  ["the program reads it, and makes another one", (run) => run.recordRead(key, ["two"]), readIt],
  ["the program reads it, and makes it: only a destroy deletes it", (run) => run.recordRead(key, ["one"]), undefined],
  ["the program reads what it replaces", readsWhatItReplaces, readIt],
  ["a diff after a check saw it in another's state", sees(two, two, two), manages],
  ["a diff after a check saw it in its own state", sees(one, one, one), undefined],
  ["a diff without a check, as a refresh makes it", sees(two, two), undefined],
  ["a diff of a state that names no URN", sees(two, undefined, two), undefined],
  ["an aliased resource: its state still has the URN that deletes", sees(two, one, two), undefined],
])("%s", (_what, happens, expected) => {
  const run = createKnowledge();
  happens(run);
  expect(run.whyKept(key, one)).toBe(expected);
});

test("a name may hold what separates the parts of a URN", () => {
  const run = createKnowledge();
  run.recordRead(key, ["a::b"]);
  expect(run.whyKept(key, "urn:pulumi:s::p::t::a::b")).toBeUndefined();
});

test("an object is another resource's where this run made it, reads it, or saw it in another's state", () => {
  const others = (happens: (run: Knowledge) => void) => {
    const run = createKnowledge();
    run.addToProgram(one);
    happens(run);
    return [run.isOthers(key, one), run.isOthers(key, two), run.isOthers("Plugin 1/plugins/y", two)];
  };
  expect(others(() => {})).toEqual([false, false, false]);
  expect(others((run) => run.recordMade(key))).toEqual([true, true, false]);
  expect(others((run) => run.recordRead(key))).toEqual([true, true, false]);
  expect(others((run) => run.recordSeen(key, id, one, one))).toEqual([false, true, false]);
  // Under an alias, or after a rename of the stack, the state still has the earlier URN.
  expect(others((run) => run.recordSeen(key, id, two, one))).toEqual([false, true, false]);
});

test("predecessors are the ids that a diff after a check saw under the URN", () => {
  const run = createKnowledge();
  expect(run.predecessors(one).size).toBe(0);
  run.recordSeen("Vpc 1", "1", one, one);
  expect(run.predecessors(one).size).toBe(0);
  run.addToProgram(one);
  run.recordSeen("Vpc 2", "2", one, one);
  run.recordSeen("Vpc 3", "3", one, one);
  expect([...run.predecessors(one)]).toEqual(["2", "3"]);
  expect(run.predecessors(two).size).toBe(0);
  expect(run.predecessors(undefined).size).toBe(0);
});

test("a claim is the program's: what a refresh looks at under another name takes nothing", () => {
  const run = createKnowledge();
  expect(run.claim("a setting", one)).toBeUndefined();
  run.addToProgram(two);
  expect(run.claim("a setting", two)).toBeUndefined();
  expect([run.claim("a setting", two), run.claim("a setting", one)]).toEqual([undefined, undefined]);
  run.addToProgram(one);
  expect([run.claim("a setting", one), run.claim("another", one)]).toEqual([two, undefined]);
  const holders = [run.holder("a setting", one), run.holder("a setting", two), run.holder("a third", one)];
  expect(holders).toEqual([two, undefined, undefined]);
});

test("two runs know nothing of each other", () => {
  createKnowledge().recordMade(key);
  expect(createKnowledge().whyKept(key, one)).toBeUndefined();
});

test("a left-over is not deleted where the resource stays, unless the object is made anew", () => {
  const stays = "the object belongs to the resource that replaced this resource";
  const anew = (happens: (run: Knowledge) => void) => {
    const run = createKnowledge();
    const reason = () => run.whyKept(key, one);
    // A refresh makes the diff without a check: what has left the program does not stay.
    run.recordStaying(key, one);
    expect(reason()).toBeUndefined();
    run.addToProgram(one);
    run.recordStaying(key, one);
    expect([reason(), run.whyKept("Plugin 1/plugins/y", one)]).toEqual([stays, undefined]);
    run.recordAnew(two);
    run.recordMade("Alarm 2", two);
    expect(reason()).toBe(stays);
    happens(run);
    return reason();
  };
  expect(anew((run) => run.recordAnew(one))).toBeUndefined();
  expect(anew((run) => run.recordMade("Alarm 3", one))).toBeUndefined();
});

test("a left-over under an earlier name is not deleted where the resource stays under an alias", () => {
  const run = createKnowledge();
  run.addToProgram(two);
  run.recordSeen(key, id, one, two);
  run.recordStaying(key, two);
  expect(run.whyKept(key, one)).toBe(manages);
  run.recordAnew(two);
  expect(run.whyKept(key, one)).toBeUndefined();
});

test("a create that failed has made nothing, unless it was tried again", () => {
  const run = createKnowledge();
  const notMade = () => [one, two, undefined].map((urn) => run.isNotMade(key, urn));
  run.recordNotMade(undefined);
  expect(notMade()).toEqual([false, false, false]);
  run.recordNotMade(one);
  expect(notMade()).toEqual([true, false, false]);
  // The resource of the program is found under the URN in the state, as after a rename.
  run.addToProgram(one);
  run.recordSeen(key, id, two, one);
  expect(notMade()).toEqual([true, true, false]);
  run.recordMade(key, one);
  expect(notMade()).toEqual([false, false, false]);
});

test("where each account has an object of the same id, what one key has seen is no reason to keep that of another", () => {
  const [person, ours, others] = ["TeamMember a@b.c", "TeamMember a@b.c of 1", "TeamMember a@b.c of 2"];
  const run = createKnowledge();
  run.addToProgram(two);
  run.recordSeen(others, "a@b.c", two, two);
  expect(run.whyKept(person, one, ours)).toBeUndefined();
  expect(run.whyKept(person, one, others)).toBe('TeamMember "two" of this program now manages the object');
  run.recordMade(person, two, others);
  expect(run.whyKept(person, one, others)).toBe('TeamMember "two" of this program now manages the object');
  expect(run.whyKept(person, one, ours)).toMatch(
    / under another account key, and .* delete the object in the account of the removed resource by hand$/,
  );
});
