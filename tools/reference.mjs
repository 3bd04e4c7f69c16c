/**
 * A plugin of typedoc for the reference: the index by task, a page about the kinds that is made from their definitions,
 * `Output` under the name that programs know, and outside the reference the page on errors and the README's table.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Context, Converter, ReflectionKind } from "typedoc";
import { MarkdownPageEvent } from "typedoc-plugin-markdown";
import { kindsPage, loadKinds } from "./reference-kinds.mjs";
import { root } from "./run.mjs";
import { ofOutput } from "./schema/docs.mjs";
import { troubleshootingPage } from "./troubleshooting.mjs";

/**
 * The parts of the index, in the order in which a reader meets them. The doc comment of a class or function names its part
 * with `@category`; all else in its file, or in the folder of its kind, belongs there too, and the rest to the last part.
 */
const tasks = [
  "Brokers and their networks",
  "Ways into the network",
  "Who may connect, and under which name",
  "What is watched, and who is told",
  "Where metrics and logs are sent",
  "Where messages are sent",
  "Settings, plugins and maintenance",
  "The account and its team",
  "What several kinds and functions take",
];

/** The folder of the pages of each kind of export. */
const folders = new Map([
  [ReflectionKind.Class, "classes"],
  [ReflectionKind.Function, "functions"],
  [ReflectionKind.Interface, "interfaces"],
  [ReflectionKind.TypeAlias, "type-aliases"],
]);

const { getComment } = Context.prototype;

/** A variable that can be called is a function for typedoc only where its comment says so: here, every one is. */
Context.prototype.getComment = function (symbol, kind) {
  const comment = getComment.call(this, symbol, kind);
  if (kind === ReflectionKind.Variable) comment?.modifierTags.add("@function");
  return comment;
};

/** Called by typedoc. */
export function load(app) {
  const kinds = loadKinds();
  const hideAllState = (context) => {
    const shown = context.project.getReflectionsByKind(ReflectionKind.Class | ReflectionKind.Interface);
    for (const each of shown) hideState(each, context);
  };
  // typedoc would show the parts on the pages too.
  let named = new Map();
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    named = takeCategories(project, app.logger);
  });
  // The hierarchy of types is made before, with a higher priority.
  app.converter.on(Converter.EVENT_RESOLVE_END, hideAllState, Number.MIN_SAFE_INTEGER);
  app.renderer.on(MarkdownPageEvent.END, (page) => {
    if (page.url === "README.md") page.contents = indexPage(page.project, tasksIn(page.project, named, app.logger));
    const kind = kinds.find(({ type }) => page.url === `classes/${type}.md`);
    if (kind !== undefined) page.contents = withLinkToKind(page.contents, kind);
    // The SDK's own name for an output without the properties of its value, which no program can name.
    page.contents = page.contents.replaceAll("OutputInstance", "Output");
  });
  app.renderer.postRenderAsyncJobs.push(async ({ outputDirectory, project }) => {
    writeFileSync(join(outputDirectory, "kinds.md"), kindsPage(kinds, argumentsIn(project)));
    writeTroubleshooting(join(outputDirectory, "..", "troubleshooting.md"), app.logger);
    if (!outputDirectory.endsWith(join("docs", "reference"))) return;
    const readme = readmeWithClasses(project, tasksIn(project, named, app.logger), app.logger);
    writeFileSync(join(outputDirectory, "..", "..", "README.md"), readme);
  });
}

/** Writes the page on errors, beside the folder of the reference. A text without an entry is one line, and no stack. */
function writeTroubleshooting(path, logger) {
  try {
    writeFileSync(path, troubleshootingPage());
  } catch (error) {
    logger.error(error.message);
  }
}

/**
 * Shows what a class, or the result of a function, has of the state of its kind as its own: what is of arguments with the
 * sentences of outputs, and in a result as it is now.
 */
function hideState(reflection, context) {
  const isState = (type) => /^(Outputs|Shown|Partial|OwnVpcState)\b/.test(type?.name ?? "");
  const isOutput = reflection.kind === ReflectionKind.Class || /(Result|ListItem)$/.test(reflection.name);
  if (!isOutput) return;
  const { typeHierarchy } = reflection;
  if (typeHierarchy !== undefined) typeHierarchy.types = typeHierarchy.types.filter((type) => !isState(type));
  if (typeHierarchy?.types.length === 0) delete reflection.typeHierarchy;
  reflection.traverse((each) => {
    if (isState(each.inheritedFrom) && reflection.kind === ReflectionKind.Interface)
      for (const part of each.comment?.summary ?? []) part.text = part.text.replace(", as last seen", "");
    if (isState(each.inheritedFrom)) delete each.inheritedFrom;
    if (isState(each.overwrites)) delete each.overwrites;
    const argument = context.getSymbolFromReflection(each)?.declarations?.[0].parent.name?.text.endsWith("Args");
    if (argument && each.comment)
      each.comment.summary = [{ kind: "text", text: ofOutput(textOf(each.comment.summary)) }];
  });
}

/**
 * Finds, for a kind and the name of an argument, the argument in each interface that declares it: whether it may be left
 * out there, what its doc comment says of leaving it out, and whether the doc comment says that some changes replace.
 */
function argumentsIn(project) {
  const places = placesIn(project);
  return (type, name) => {
    const kind = project.children.find((each) => each.name === type);
    const isOfKind = (each) => places(each) === places(kind) || each.name === `${type}ArgsOf`;
    const interfaces = project.children.filter(
      (each) => /Args(Of)?$/.test(each.name) && isOfKind(each) && each.children !== undefined,
    );
    return interfaces
      .flatMap(({ children }) => children.filter((each) => each.name === name))
      .map(({ flags, comment }) => {
        const text = textOf(comment?.summary).replace(/\s+/g, " ");
        const [, leftOut] = /Left out(?: as a whole)?: (.*?)(?:\.\s|\.?$)/.exec(text) ?? [];
        return { isOptional: flags.isOptional, leftOut, mayReplace: text.includes("**replaces**") };
      });
  };
}

/** Tells in which source file something is declared. */
function placesIn(project) {
  return (each) => project.getSymbolIdFromReflection(each)?.packagePath ?? "";
}

/** The page of a class with a line that leads to what its arguments mean for a change. */
function withLinkToKind(page, { type, token }) {
  const line = `Type token: \`${token}\`. [Changes, secrets, time limits](../kinds.md#${type.toLowerCase()})`;
  return page.replace("\n## Extends\n", `\n${line}\n\n## Extends\n`);
}

/** Takes `@category` out of the doc comments, and answers the parts that it names. */
function takeCategories(project, logger) {
  const named = new Map();
  for (const each of project.children) {
    for (const comment of [each, ...(each.signatures ?? [])].flatMap((part) => part.comment ?? [])) {
      const tag = comment.getTag("@category");
      if (tag === undefined) continue;
      const task = textOf(tag.content).trim();
      if (!tasks.includes(task)) logger.error(`${each.name} names the unknown part "${task}" of the index`);
      named.set(each, task);
      comment.removeTags("@category");
    }
  }
  return named;
}

/** Finds the part of the index that an export belongs to. */
function tasksIn(project, named, logger) {
  const placeOf = placesIn(project);
  const byPlace = new Map([...named].flatMap(([each, task]) => placesAround(placeOf(each)).map((at) => [at, task])));
  return (each) => {
    const task = named.get(each) ?? placesAround(placeOf(each)).flatMap((at) => byPlace.get(at) ?? [])[0];
    if (task === undefined && isUsed(each)) logger.error(`${each.name} has no @category, nor has its file`);
    return task ?? tasks.at(-1);
  };
}

/** A file, and the folder of its kind where it is in one. */
function placesAround(file) {
  const folder = dirname(file);
  return /^provider\/resources\/(?!shared$)/.test(folder) ? [file, folder] : [file];
}

const isUsed = ({ kind }) => kind === ReflectionKind.Class || kind === ReflectionKind.Function;

/** The index: for each task the classes and functions, then the types, each with one line. */
function indexPage(project, taskOf) {
  const byName = new Map(project.children.map((each) => [each.name, each]));
  const parts = tasks.map((task) =>
    taskPart(
      task,
      project.children.filter((each) => taskOf(each) === task),
      byName,
    ),
  );
  return `# pulumi-broker

[What a change of each argument does, what is secret, time limits and type tokens of all kinds](kinds.md) ·
[Testing your program](../testing.md)

${parts.join("\n")}`;
}

/** The README with a new table of the classes: a row for each part of the index that has a class. */
function readmeWithClasses(project, taskOf, logger) {
  const classes = project.getReflectionsByKind(ReflectionKind.Class);
  const namesIn = (task) => classes.filter((each) => taskOf(each) === task).map(({ name }) => `\`${name}\``);
  const rows = tasks.map((task) => [task, namesIn(task).sort().join(", ")]).filter(([, names]) => names !== "");
  const all = [["What", "Classes"], ["", ""], ...rows];
  const widths = [0, 1].map((column) => Math.max(...all.map((cells) => cells[column].length)));
  const lines = all.map((cells, i) => cells.map((cell, column) => cell.padEnd(widths[column], i === 1 ? "-" : " ")));
  const table = lines.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const place = /^\| What +\| Classes.*\n(\|.*\n)+/m;
  if (!place.test(readme)) logger.error("README.md has no table of classes");
  return readme.replace(place, table);
}

/** The name of a function or type, for the form of it that takes or returns outputs. */
function withoutOutput(name, byName) {
  const plain = name.replace(/Output(?=(Args)?$)/, "");
  return byName.has(plain) ? plain : name;
}

function taskPart(title, group, byName) {
  const rank = ({ kind }) => (kind === ReflectionKind.Class ? 0 : 1);
  const ordered = [...group].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
  const first = ordered.filter((each) => withoutOutput(each.name, byName) === each.name);
  const rowsOf = (some) =>
    some.map((each) => {
      const forms = ordered.filter(({ name }) => withoutOutput(name, byName) === each.name);
      return `| ${forms.map(linkTo).join(", ")} | ${summaryOf(each)} |`;
    });
  const table = (head, rows) => (rows.length > 0 ? [`| ${head} | |`, "| --- | --- |", ...rows, ""] : []);
  const used = rowsOf(first.filter(isUsed));
  const types = rowsOf(first.filter((each) => !isUsed(each)));
  return [`## ${title}`, "", ...table("Class or function", used), ...table("Type", types)].join("\n");
}

const linkTo = ({ name, kind }) => `[${name}](${folders.get(kind)}/${name}.md)`;

/** The first sentence of a doc comment, on one line. */
function summaryOf({ comment, signatures }) {
  const text = textOf((comment ?? signatures?.[0]?.comment)?.summary);
  const [paragraph = ""] = text.split("\n\n");
  const sentence = /^.*?[.:;](?=\s|$)/s.exec(paragraph)?.[0] ?? paragraph;
  return sentence
    .replace(/\s+/g, " ")
    .replace(/[.:;]$/, "")
    .replaceAll("|", "\\|");
}

/** The text of a doc comment, with the names that it links to as code. */
function textOf(parts = []) {
  return parts.map((part) => (part.kind === "inline-tag" ? `\`${part.text}\`` : part.text)).join("");
}
