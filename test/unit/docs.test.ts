import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as ts from "typescript";
import { marksOf } from "../../provider/framework/kind/marks";
import { typeToken } from "../../provider/framework/kind/tokens";
import { definitions } from "../../provider/resources/definitions";
import { compilerWith } from "../helpers/compile";
import { filesBelow, repositoryRoot } from "../helpers/paths";

const docs = join(repositoryRoot, "docs");
const reference = join(docs, "reference");
const read = (path: string) => readFileSync(join(docs, path), "utf8");

/** The other pages whose examples are programs of their own. */
const documents = ["adopting.md", "alarms.md", "client.md", "languages.md"].map((name) => [name, read(name)] as const);

const examplesIn = (page: string): string[] =>
  [...page.matchAll(/^```typescript\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? "");

test("every resource and every function has an example", () => {
  const without = [...filesBelow(reference)]
    .filter(([path]) => /^(classes|functions)\//.test(path) && !path.endsWith("Output.md"))
    .filter(([, page]) => examplesIn(page).length === 0)
    .map(([path]) => path);
  expect(without).toEqual([]);
});

test("every example compiles", () => {
  const sources = new Map(
    [...filesBelow(reference), ...documents].flatMap(([path, page]) =>
      examplesIn(page).map((text, i) => [join(repositoryRoot, `example-${path.replace(/\W/g, "-")}-${i}.ts`), text]),
    ),
  );
  expect(sources.size).toBeGreaterThan(10);
  const [module, moduleResolution] = [ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16];
  const target = ts.ScriptTarget.ES2022;
  const compile = compilerWith({ strict: true, target, module, moduleResolution, types: ["node"] });
  expect(compile(sources)).toEqual([]);
  const [path = "", text = ""] = [...sources][0] ?? [];
  const planted = compile(new Map([[path, `${text}\nconst planted: string = 1;`]]));
  expect(planted).toEqual([expect.stringContaining("is not assignable to type 'string'")]);
});

/** The parts that tools/reference.mjs adds. */
const kinds = read("reference/kinds.md");
const markdown = [...filesBelow(docs).keys()].filter((path) => /^reference\/.*\.md$/.test(path));

test("the index has each export once, under a task, with a line that says what it is", () => {
  const rows = read("reference/README.md").matchAll(/^\| (\[.*?) \| (.*) \|$/gm);
  const listed = [...rows].flatMap(([, links = "", line = ""]) => {
    expect({ links, line }).toMatchObject({ line: expect.stringMatching(/^.{8,}[^.:;]$/) });
    return [...links.matchAll(/\]\((.*?)\)/g)].map(([, path]) => path);
  });
  const exported = markdown.map((path) => path.replace("reference/", "")).filter((path) => path.includes("/"));
  expect(exported.length).toBeGreaterThan(100);
  expect(listed.sort()).toEqual(exported.sort());
});

test("no page shows a type by a name that stands in no document", () => {
  const internal = /typeof \w|OutputInstance|`Text`|RuleValues|`SettingValue`/;
  expect(markdown.filter((path) => internal.test(read(path)))).toEqual([]);
});

test("every link between the documents leads somewhere", () => {
  const broken = [...markdown, "testing.md", "troubleshooting.md"].flatMap((path) =>
    [...read(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)(#[\w-]+)?\)/g)]
      .filter(([, target = "", anchor]) => {
        const file = join(dirname(path), target);
        if (!existsSync(join(docs, file))) return true;
        const isHeading = anchor !== undefined && !anchor.startsWith("#property-");
        return isHeading && !headingsOf(file).includes(anchor.slice(1));
      })
      .map(([link]) => `${path}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test.each([
  "…; check broker:apiKey (or BROKER_API_KEY). If somebody changed the key lately, add --run-program to each pulumi refresh and pulumi destroy. Without --run-program, these commands use the key in the state",
  "…; use a key with the role …",
  "…; the service is silent: run again later",
  "no server listens at this address (…); start the emulator (npx pulumi-broker emulator), or change the address in …",
])("the list of refusals has the advice at the end of an error: %s", (text) => {
  expect(read("troubleshooting.md")).toContain(`| \`${text}\` |`);
});

/** The anchors of a page's headings, as they are made from the titles. */
function headingsOf(path: string): string[] {
  const anchorOf = (title: string) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-");
  return [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) => anchorOf(title));
}

/** The rows of a kind's table, by argument. */
function argumentsOf(type: string): Record<string, { change: string; leftOut: string; marks: string }> {
  const part = kinds.split(`\n### ${type}\n`)[1]?.split("\n### ")[0] ?? "";
  const rows = [...part.matchAll(/^\| `(\w+)` \| (.*?) \| (.*?) \| (.*?) \|$/gm)];
  const cells = rows.map((row) => row.slice(1).map((cell) => cell.trim()));
  return Object.fromEntries(
    cells.map(([name, change = "", leftOut = "", marks = ""]) => [name, { change, leftOut, marks }]),
  );
}

test.each(definitions)("$type has its token, and each argument with what is secret", (definition) => {
  const { type } = definition;
  expect(kinds).toContain(`| [${type}](#${type.toLowerCase()}) | \`${typeToken(definition)}\` |`);
  expect(read(`reference/classes/${type}.md`)).toContain(`Type token: \`${typeToken(definition)}\``);
  const shown = Object.entries(argumentsOf(type)).map(([name, { marks }]) => [name, /^secret(,|$)/.test(marks)]);
  const marked = Object.entries(marksOf(definition.schema)).map(([name, marks]) => [name, marks.secret === true]);
  expect(shown).toEqual(marked);
});

test.each([
  ["Webhook", "webhookUri", "in place", "must be given", "secret"],
  ["Webhook", "concurrency", "in place", "1", ""],
  ["Webhook", "instance", "**replaces**", "must be given", ""],
  ["EventBridge", "withHeaders", "**replaces**", "false for a new event bridge, as it is for an existing one", ""],
  ["Instance", "region", "**replaces**", "must be given", ""],
  ["Instance", "name", "in place", "the resource's logical name", ""],
  ["Instance", "nodes", "in place", "the number stays as it is", ""],
  ["Instance", "copySettings", "at create only", "nothing is copied", ""],
  ["Instance", "tags", "in place", "no tags, and existing tags are removed", "any order"],
  ["Integration", "config", "in place", "must be given", "secret"],
  ["Plugin", "community", "**replaces**", "false", ""],
  ["Alarm", "recipients", "in place", "all recipients of the instance, those that are made later too", "any order"],
  ["Alarm", "queueRegex", "in place", "all", ""],
  ["Alarm", "valueThreshold", "in place", "must be given where the type takes it", ""],
  ["Hipe", "nodes", "in place", "all nodes", "any order"],
  ["VpcPeering", "peerVpcId", "**replaces**", "another of the ways must be given", ""],
  ["CustomDomain", "takeOver", "sends nothing", "false, which fails and names it", ""],
])("%s, %s: %s; left out: %s", (type, name, change, leftOut, marks) => {
  expect(argumentsOf(type)[name]).toEqual({ change, leftOut, marks });
});

test("the time limits are those of the definitions", () => {
  expect(kinds).toContain("dynamic/broker:Webhook` | 60 min | 180 min | 30 min |");
  const long = "60 min; 240 min where `disk.allowDowntime` lets the disk be swapped";
  expect(kinds).toContain(`dynamic/broker:Instance\` | ${long} |`);
});
