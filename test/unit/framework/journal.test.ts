import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { type Fact, openJournal } from "../../../provider/framework/run/journal";
import { createKnowledge } from "../../../provider/framework/run/knowledge";
import { temporaryFolder } from "../../helpers/paths";

let home = "";
let folder = "";

beforeEach(() => {
  home = temporaryFolder("journal");
  folder = join(home, `pulumi-broker-${process.getuid?.()}`);
});

afterEach(() => fs.rmSync(home, { recursive: true }));

const engine = "127.0.0.1:40001";
const service = "https://api.example.com/";
const line = (...fact: Fact) => `${JSON.stringify(fact)}\n`;

/** The file of another process of the same run: this one's, under another id. */
function fileOf(pid: number): string {
  const [own = ""] = fs.readdirSync(folder).filter((name) => name.endsWith(`-${process.pid}`));
  return join(folder, own.replace(/-\d+$/, `-${pid}`));
}

/** A process that is alive, and one that is not any more. */
const alive = process.ppid;
const dead = () => spawnSync(process.execPath, ["-e", ""]).pid;

test("one process reads what another one of the same engine run has written, once, and complete lines only", () => {
  const journal = openJournal(engine, service, { parent: home });
  journal.append(["made", "Plugin 1/plugins/x", true]);
  const other = fileOf(alive);
  fs.writeFileSync(other, `${line("made", "Vpc 1", true)}["made","Vp`);
  expect(journal.news()).toEqual([["made", "Vpc 1", true]]);
  expect(journal.news()).toEqual([]);
  fs.appendFileSync(other, `c é",true]\n${line("got", "Vpc 3", true)}`);
  expect(journal.news()).toEqual([
    ["made", "Vpc é", true],
    ["got", "Vpc 3", true],
  ]);
  expect(journal.news()).toEqual([]);
});

test("what a killed process left counts for nothing, and is removed by the next one", () => {
  openJournal(engine, service, { parent: home }).append(["made", "Vpc 1", true]);
  const left = fileOf(dead());
  fs.writeFileSync(left, line("made", "Vpc 1", true));
  const journal = openJournal(engine, service, { parent: home });
  expect(fs.readdirSync(folder)).toEqual([]);
  fs.writeFileSync(left, line("made", "Vpc 1", true));
  expect(journal.news()).toEqual([]);
});

test.each([
  ["another engine run", "127.0.0.1:40002", service],
  ["another service", engine, "https://api.example.org/"],
])("%s is not heard", (_what, address, base) => {
  openJournal(engine, service, { parent: home }).append(["made", "Vpc 1", true]);
  fs.writeFileSync(fileOf(alive), line("made", "Vpc 1", true));
  expect(openJournal(address, base, { parent: home }).news()).toEqual([]);
  expect(openJournal(engine, service, { parent: home }).news()).toHaveLength(1);
});

test("folder and file are the user's alone; a folder that is not is left alone", () => {
  openJournal(engine, service, { parent: home }).append(["made", "Vpc 1", true]);
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  expect(fs.readdirSync(folder).map((name) => fs.statSync(join(folder, name)).mode & 0o777)).toEqual([0o600]);
  fs.writeFileSync(fileOf(alive), line("made", "Vpc 2", true));
  const lines: string[] = [];
  const open = (address?: string) => openJournal(address, service, { parent: home, warn: (text) => lines.push(text) });
  open(engine);
  open();
  expect(lines).toEqual([]);
  fs.chmodSync(folder, 0o777);
  expect(open(engine).news()).toEqual([]);
  expect(lines).toEqual([expect.stringMatching(`^${folder} cannot be made, or is open to other users, .*TMPDIR`)]);
  open();
  expect(lines).toHaveLength(1);
});

test("without an engine nothing is written", () => {
  openJournal(undefined, service, { parent: home }).append(["made", "Vpc 1", true]);
  expect(fs.readdirSync(home)).toEqual([]);
});

test("a delete leaves what another process of the run has made; a claim goes to the first", () => {
  const knowledge = createKnowledge(openJournal(engine, service, { parent: home }));
  knowledge.addToProgram("urn::one");
  const other = fileOf(alive);
  expect(knowledge.whyKept("Plugin 1/plugins/x", "urn::one")).toBeUndefined();
  fs.writeFileSync(other, line("made", "Plugin 1/plugins/x", true) + line("claims", "heartbeat", "urn::two"));
  expect(knowledge.whyKept("Plugin 1/plugins/x", "urn::one")).toBe("this run made the object or took it over");
  expect(knowledge.claim("heartbeat", "urn::one")).toBe("urn::two");
});

test("the others can read each thing that a process has learnt, written once however often it is learnt", () => {
  const knowledge = createKnowledge(openJournal(engine, service, { parent: home }));
  knowledge.addToProgram("urn::one");
  knowledge.addToProgram("urn::one");
  knowledge.recordRead("Vpc 1", ["one"]);
  const lines = line("declared", "urn::one", true) + line("got", "Vpc 1", ["one"]);
  expect(fs.readFileSync(fileOf(process.pid), "utf8")).toBe(lines);
});

test("a folder that vanishes, or a line that is none, ends nothing", () => {
  const knowledge = createKnowledge(openJournal(engine, service, { parent: home }));
  knowledge.recordMade("Vpc 1");
  fs.writeFileSync(fileOf(alive), "no JSON\n");
  expect(knowledge.whyKept("Vpc 1", "urn::one")).toBeDefined();
  fs.rmSync(folder, { recursive: true });
  knowledge.recordMade("Vpc 2");
  expect(knowledge.whyKept("Vpc 2", "urn::one")).toBeDefined();
});
