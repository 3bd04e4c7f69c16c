/**
 * The page on errors. The texts come from `refusals.mjs`, their causes and cures from `troubleshooting.json`, where `…`
 * stands for any text. Each text must have an entry, and each entry a text.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { findRefusals, pathOf } from "./refusals.mjs";
import { requireSource } from "./require-source.mjs";
import { root } from "./run.mjs";

/** The parts of the page that are of no kind, with the paths of their texts. */
const parts = [
  ["Configuration and keys", /^(config\.ts|api\/|dynamic\/configured\.ts)/],
  ["All kinds", /^(framework\/|dynamic\/|resources\/(shared\/(?!pick|askInstance)|definitions\.ts))/],
  ["MonitoredInstance", /^components\//],
  ["Functions", /^(ask\/|functions\/|resources\/(\w+\/functions\.ts|shared\/(pick|askInstance)\.ts))/],
  ["Other languages", /^plugin\//],
  ["Commands", /^cli\//],
];

const titles = parts.map(([title]) => title);

/** Makes the text of the page. */
export function troubleshootingPage() {
  const data = JSON.parse(readFileSync(join(root, "tools/troubleshooting.json"), "utf8"));
  const types = requireSource("provider/resources/definitions.ts").definitions.map(({ type }) => type);
  const rows = joined(findTexts(types, data), data);
  const order = [...titles.slice(0, 2), ...types.sort(), ...titles.slice(2)];
  const shown = order.filter((title) => rows.some((row) => row.title === title));
  return `${introduction}
## The service answers with an error

${kindsTable(data)}

${shown.map((title) => part(title, rows)).join("\n\n")}
`;
}

const introduction = `# Fix an error

Search for three or four words from the middle of your error, such as \`did you mean\`. \`…\` stands for what varies:
names, numbers, and some words such as \`plan\` or \`region\`. A tool makes this page from the source code. Therefore
the page has every text with which the package refuses something. For other texts, such as \`currently locked by\` and
\`pending operations\`, see the [errors of Pulumi itself](interruption.md#errors-of-pulumi-itself). An error begins
with the kind and the name of the resource. In a preview, the refusal of an input also contains the name of this input:

- \`Vpc "net": …\` is an error of one resource.
- \`property "subnet" value {…} has a problem: …\` refuses one input. Nothing was sent.
- \`getVpc: …\` is an error of a function.

In a text such as \`answered 422: …\`, the words after the status come from the service. The first table explains such
texts. If a text in the tables begins with \`…;\`, this text stands at the end of an error message, and says what to do.
`;

function kindsTable({ kinds }) {
  const { verdicts } = requireSource("provider/api/transport/errorTable.ts");
  const { adviceByKind } = requireSource("provider/api/transport/errorText.ts");
  const [lacking] = Object.keys(adviceByKind).filter((kind) => kinds[kind] === undefined);
  if (lacking !== undefined) stop(`the kind of error "${lacking}" has no entry`);
  const rows = Object.entries(kinds).map(([kind, [begins, cause, cure]]) => {
    if (!(kind in adviceByKind)) stop(`the entry "${kind}" is of no kind of error`);
    const line = adviceByKind[kind] === "" ? begins : `${begins}; ${adviceByKind[kind]}`;
    return [kind, code(line), cause, cure, statusesOf(kind, verdicts)];
  });
  return table(["Kind", "The line", "Cause", "Cure", "HTTP status"], rows);
}

/** The statuses of a kind. Where the table of verdicts reads more than the status, the words of the service decide. */
function statusesOf(kind, verdicts) {
  const own = verdicts.filter((row) => row.kind === kind);
  const isPlain = ({ code, says, on, own }) => [code, says, on, own].every((each) => each === undefined);
  const list = (rows) => [...new Set(rows.flatMap(({ status }) => status))].sort().join(", ");
  const [always, sometimes] = [list(own.filter(isPlain)), list(own.filter((row) => !isPlain(row)))];
  const others = kind === "invalid" ? "all other 4xx" : "";
  const inPart = sometimes === "" ? "" : `${sometimes} by what the answer says`;
  return [always, inPart, others].filter((each) => each !== "").join("; ") || "none";
}

/** The texts, each with the parts of the page to which it belongs. */
function findTexts(types, { passedOn }) {
  const texts = new Map();
  const open = {};
  for (const { file, node: place, found } of findRefusals()) {
    for (const { text, node } of found) {
      if (!/\p{L}/u.test(text)) open[file] = (open[file] ?? 0) + 1;
      else texts.set(text, (texts.get(text) ?? new Set()).add(titleOf(node, place, types)));
    }
  }
  for (const file of Object.keys({ ...open, ...passedOn }))
    if (open[file] !== passedOn[file])
      stop(`${file} passes on ${open[file] ?? 0} texts that cannot be followed, not ${passedOn[file] ?? 0}`);
  return texts;
}

function titleOf(node, place, types) {
  const path = pathOf(node).replace("provider/", "");
  const found = isOfFunction(node) || isOfFunction(place) ? "Functions" : parts.find(([, of]) => of.test(path))?.[0];
  if (found !== undefined) return found;
  const name = path.split("/")[1]?.replace(/\.ts$/, "").toLowerCase() ?? "";
  const type =
    types.find((each) => each.toLowerCase() === name) ?? types.find((each) => each.toLowerCase().startsWith(name));
  return type ?? stop(`${path} belongs to no part of the page`);
}

/** True for what stands in the question of a function. */
function isOfFunction(node) {
  const isAsked = ts.isCallExpression(node) && /^ask(Instance)?$/.test(node.expression.text ?? "");
  return isAsked || (node.parent !== undefined && isOfFunction(node.parent));
}

/** The entries, each with the part of the page to which its texts belong. */
function joined(texts, { texts: entries }) {
  const rows = entries.map(([text, cause, cure]) => ({ text, cause, cure, of: patternOf(text), titles: new Set() }));
  for (const [text, found] of texts) {
    const all = [text, ...[...text.matchAll(/^(…[:;]? )+/g)].map(([start]) => text.slice(start.length))];
    const matching = rows.filter((row) => all.some((each) => row.text === each || row.of.test(each)));
    const [best] = matching.sort(
      (a, b) => all.includes(b.text) - all.includes(a.text) || b.text.length - a.text.length,
    );
    if (best === undefined) stop(`no entry for: ${text}`);
    for (const title of found) best.titles.add(title);
  }
  const unused = rows.find((row) => row.titles.size === 0);
  if (unused !== undefined) stop(`no text for the entry: ${unused.text}`);
  return rows.map((row) => ({
    ...row,
    title: row.titles.size > 1 ? sharedTitle([...row.titles]) : [...row.titles][0],
  }));
}

/** The part of a text that several parts have. */
const sharedTitle = (found) => (found.includes("Configuration and keys") ? "Configuration and keys" : "All kinds");

const patternOf = (text) =>
  new RegExp(
    `^${text
      .split("…")
      .map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".*")}$`,
  );

function part(title, rows) {
  const own = rows.filter((row) => row.title === title).sort((a, b) => plain(a.text).localeCompare(plain(b.text)));
  const cells = own.map(({ text, cause, cure }) => [code(text), cause, cure]);
  return `## ${title}\n\n${table(["Text", "Cause", "Cure"], cells)}`;
}

/** A text without the signs and holes that it begins with. */
const plain = (text) => text.replace(/^[^\p{L}]+/u, "");

/** A text as code, with one hole for several. */
function code(text) {
  const shown = text.replace(/…+/g, "…");
  return shown.includes("`") ? `\`\` ${shown} \`\`` : `\`${shown}\``;
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function stop(problem) {
  throw new Error(`tools/troubleshooting.json: ${problem}`);
}
