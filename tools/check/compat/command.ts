import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Cell, coveringCells, everyCell } from "../../../test/helpers/compat-cells";
import { pageOf, type Ran } from "../../../test/helpers/compat-page";
import { liveIn } from "../../../test/helpers/package-life";
import { repositoryRoot, temporaryFolder } from "../../../test/helpers/paths";
import { pack } from "../../../test/helpers/user-project";
import { engineOf, installNode, installProject, sdkVersions, writeProgram } from "./install";

/**
 * `npm run check -- compat`: the quickstart on each Node, SDK, package manager and form of program, on the real engine.
 * `--all` runs every combination, and `--write` keeps the table in docs/compatibility.md.
 */
async function main(args: string[]): Promise<number> {
  const wanted = args.find((arg) => !arg.startsWith("--"));
  const cells = (args.includes("--all") || wanted !== undefined ? everyCell() : coveringCells())
    .filter((cell) =>
      Object.values(cell)
        .join(" ")
        .includes(wanted ?? ""),
    )
    .sort((one, other) => keyOf(one).localeCompare(keyOf(other)));
  if (cells.length === 0) throw new Error(`No combination contains "${wanted}".`);
  const home = temporaryFolder("package");
  const ran: Ran[] = [];
  try {
    const { tarball } = await pack(home);
    const versions = await sdkVersions();
    const nodes = new Map<Cell["node"], ReturnType<typeof installNode>>();
    const projects = new Map<string, ReturnType<typeof installProject>>();
    for (const cell of cells) {
      const node = await getOrMake(nodes, cell.node, () => installNode(cell.node, home));
      const sdk = versions[cell.sdk];
      const what = { ...cell, node: node.version, sdk };
      try {
        const install = () => installProject(cell.manager, sdk, tarball, home);
        const project = await getOrMake(projects, `${cell.manager} ${sdk}`, install);
        await writeProgram(project, cell.program);
        const asks = engineOf(project);
        const isAsked = Number(node.version.split(".")[0]) >= Number(/\d+/.exec(asks)?.[0] ?? 0);
        const note = isAsked ? "" : `the SDK asks for Node ${asks}`;
        const problem = await liveIn({ folder: project, names: quickstart, bin: node.bin }).then(() => "", messageOf);
        ran.push({
          ...what,
          result: problem === "" ? "passes" : isAsked ? "fails" : "cannot run",
          note: problem || note,
        });
      } catch (error) {
        ran.push({ ...what, result: "fails", note: messageOf(error) });
      }
      const { result, note } = ran.at(-1)!;
      console.log(`${Object.values(what).join(", ")}: ${result}${note && `: ${note}`}`);
    }
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
  const page = pageOf(ran);
  console.log(`\n${page.slice(page.indexOf("|"))}`);
  if (args.includes("--write")) writeFileSync(join(repositoryRoot, "docs", "compatibility.md"), page);
  return ran.some(({ result }) => result === "fails") ? 1 : 0;
}

/** What the quickstart makes. */
const quickstart = ["network", "orders", "shop"];

const keyOf = ({ sdk, manager, program, node }: Cell) => [sdk, manager, program, node].join();

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function getOrMake<K, T>(made: Map<K, Promise<T>>, key: K, make: () => Promise<T>): Promise<T> {
  const found = made.get(key) ?? make();
  made.set(key, found);
  return found;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
