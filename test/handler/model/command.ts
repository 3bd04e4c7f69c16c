/**
 * The search as a process of its own: `search <seed> <runs>` looks for a counterexample, `calm <seed> <runs>` does so
 * where brokers and VPCs are made, nothing fails and no run is cut off, `plant <number> <seed> <runs>`
 * does so with one bug planted, and `planted` names these bugs. The last line is the result as JSON.
 */
import { readFileSync } from "node:fs";
import Module from "node:module";
import { join } from "node:path";
import { repositoryRoot } from "../../helpers/paths";
import { type Planted, planted } from "../../mutants/planted";

/** A module while it is loaded. */
interface Loading {
  _compile(code: string, file: string): void;
}
type Loader = (module: Loading, file: string) => void;

/** Changes one module when it is loaded. */
function plant({ file, from, to }: Planted): void {
  const target = join(repositoryRoot, file);
  const service = (process as unknown as Record<symbol, { compile(code: string, file: string): string }>)[
    Symbol.for("ts-node.register.instance")
  ];
  const extensions = (Module as unknown as { _extensions: Record<string, Loader> })._extensions;
  const usual = extensions[".ts"];
  extensions[".ts"] = (module, loaded) => {
    if (loaded !== target || service === undefined) return usual?.(module, loaded);
    const code = readFileSync(target, "utf8").replace(from, () => to);
    module._compile(service.compile(code, loaded), loaded);
  };
}

async function main([mode, ...rest]: string[]): Promise<void> {
  if (mode === "planted") return console.log(JSON.stringify(planted.map(({ name }) => name)));
  const bug = mode === "plant" ? planted[Number(rest.shift())] : undefined;
  if (bug !== undefined) plant(bug);
  // The search is loaded after the bug has been planted.
  const { explore, explainSearch } = require("./explore") as typeof import("./explore");
  const [seed = "1", runs = "250"] = rest;
  const calm = mode === "calm";
  const cast = calm ? ["instance", "vpc"] : bug?.kinds;
  const search = await explore(Number(seed), Number(runs), cast, { shrink: bug === undefined, calm });
  if (bug === undefined && search.found !== undefined) console.log(explainSearch(search));
  console.log(JSON.stringify(search));
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
