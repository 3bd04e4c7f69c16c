import type { Cell, Dimension } from "./compat-cells";

/** A combination that was run, with the versions that it had. */
export type Ran = Record<Dimension, string> & {
  /** A combination that cannot run is one that the SDK itself excludes. */
  result: "passes" | "cannot run" | "fails";
  note: string;
};

const order = ["node", "sdk", "manager", "program", "result"] as const satisfies readonly (Dimension | "result")[];
const heads: Record<(typeof order)[number], string> = {
  node: "Node",
  sdk: "@pulumi/pulumi",
  manager: "installed by",
  program: "program",
  result: "result",
};

export function pageOf(ran: readonly Ran[]): string {
  const sorted = [...ran].sort((one, other) => compare(one.node, other.node) || compare(one.sdk, other.sdk));
  const rows = sorted.map((each) => order.map((name) => cellOf(each, name)));
  const all = [order.map((name) => heads[name]), ...rows];
  const widths = order.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) => `| ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  const count = (result: Ran["result"]) => ran.filter((each) => each.result === result).length;
  return `# What the package was run with

In a clone of the repository, the command \`npm run check -- compat --write\` renews this page. Each row stands for one
run of the quick start on the real Pulumi engine with the emulator. The project of the quick start is outside the
repository. In this project, a package manager has installed the archive of the package. The check runs \`up\`, then a
second \`up\` without a change, then \`refresh\`, and then \`destroy\`. The check fails if the second \`up\` sends a request.
For each pair of values from different columns, at least one row has both values. The column "result" does not count
here. With \`--all\`, the check runs every combination of the values. The package manager runs on the version of Node that
runs the check. The column "Node" shows the version on which the program runs. Each host process of the engine also
runs on this version. A bundle that esbuild makes does not contain \`@pulumi/pulumi\`. Each host process loads
\`@pulumi/pulumi\` and this package from the folder \`node_modules\` of the project.

${[line(order.map((name) => heads[name])), rule, ...rows.map(line)].join("\n")}

Combinations that passed: ${count("passes")}. Combinations that failed: ${count("fails")}. Combinations that cannot run: ${count("cannot run")}. The check ran on ${process.platform}, ${process.arch}.
`;
}

function cellOf(each: Ran, name: (typeof order)[number]): string {
  const note = each.note.split("\n")[0] ?? "";
  return name === "result" && note ? `${each.result} (${note.replaceAll("|", "/").slice(0, 120)})` : each[name];
}

const compare = (one: string, other: string) => one.localeCompare(other, "en", { numeric: true });

/** The rows of the page, with the values of the dimensions in place of versions. */
export function cellsIn(page: string): { cell: Record<Dimension, string>; result: string }[] {
  const rows = page.split("\n").filter((line) => /^\| \d/.test(line));
  const read = rows.map((row) =>
    row
      .split("|")
      .map((text) => text.trim())
      .slice(1, -1),
  );
  const newestOf = (at: number) =>
    read
      .map((row) => row[at] ?? "")
      .sort(compare)
      .at(-1);
  const [node, sdk] = [newestOf(0), newestOf(1)];
  return read.map((row) => ({
    cell: {
      node: row[0] === node ? ("newest" satisfies Cell["node"]) : ((row[0] ?? "").split(".")[0] ?? ""),
      sdk: row[1] === sdk ? "newest" : "oldest",
      manager: row[2] ?? "",
      program: row[3] ?? "",
    },
    result: row[4] ?? "",
  }));
}
