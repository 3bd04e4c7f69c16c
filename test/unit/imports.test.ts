import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import { cyclesIn } from "../helpers/cycles";
import { filesUnder, read } from "../helpers/paths";

const sources = filesUnder("provider", /\.tsx?$/);

interface Import {
  file: string;
  /** A path within `provider/` without extension, or a package. */
  target: string;
}

/** What a file imports, re-exports or requires. */
function importsOf(file: string): Import[] {
  const tree = ts.createSourceFile(file, read(file), ts.ScriptTarget.ES2022, true);
  const found: Import[] = [];
  const add = (text: string) => {
    const inside = text.startsWith(".");
    found.push({ file, target: inside ? normalize(join(dirname(file), text)).replace(/^provider\//, "") : text });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      add(node.moduleSpecifier.text);
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      add(node.moduleSpecifier.text);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add((node.argument.literal as ts.StringLiteral).text);
    } else if (ts.isCallExpression(node) && /^(require|import)$/.test(node.expression.getText(tree))) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteral(argument)) add(argument.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const imports = sources.flatMap(importsOf);

/** What each layer may import, beside its own files and Node's modules. */
const layers: Record<string, RegExp> = {
  "api/transport/": /^(undici|zod)$/,
  "api/lists/": /^(zod|api\/transport\/.*)$/,
  "api/nouns/": /^(zod|api\/(transport|lists)\/.*)$/,
  "api/": /^(undici|zod)$/,
  "framework/kind/": /^(zod|api\/transport\/(clock|clean|equality|json))$/,
  "framework/state/": /^(zod|api\/transport\/(clock|clean|equality|json)|framework\/kind\/.*)$/,
  "framework/sent/": /^(zod|api\/transport\/(clock|clean|equality|json)|framework\/(kind|state)\/.*)$/,
  "framework/run/":
    /^(zod|@grpc\/grpc-js|@pulumi\/pulumi\/proto\/engine_(grpc_)?pb|api\/transport\/(clock|clean|equality|json)|framework\/(kind|state|sent)\/.*)$/,
  "framework/preview/":
    /^(leven|zod|api\/transport\/(clock|clean|equality|json)|framework\/(kind|state|sent|run)\/.*)$/,
  "framework/": /^(zod|api\/transport\/(clock|clean|equality|json))$/,
  "dynamic/": /^(@pulumi\/pulumi(\/runtime\/state)?|api\/transport\/urls|framework\/.*)$/,
  "ask/": /^(@pulumi\/pulumi(\/runtime\/state)?|api|config|framework\/preview\/mistakenTexts|provider)$/,
  "resources/": /^(zod|@pulumi\/pulumi|api|ask\/.*|dynamic\/resource|framework\/.*)$/,
  "functions/": /^(@pulumi\/pulumi|api|ask\/.*|resources\/shared\/.*)$/,
  "components/": /^(@pulumi\/pulumi|dynamic\/resource|resources\/.*)$/,
  "plugin/":
    /^(zod|@grpc\/grpc-js|@pulumi\/pulumi\/proto\/.*|google-protobuf\/.*|api|ask\/.*|components\/(args|parts)|config|framework\/.*|functions|resources(\/definitions)?)$/,
  "emulator/panel/page/": /^(preact(\/hooks)?|emulator\/.*)$/,
  "emulator/": /^zod$/,
  "cli/map/":
    /^(pulumi-broker\/package\.json|preact-render-to-string|api|framework\/kind\/(tokens|values)|resources\/.*|cli\/.*)$/,
  "cli/adopt/": /^(api|config|framework\/.*|resources(\/.*)?|cli\/.*)$/,
  "cli/":
    /^(pulumi-broker\/package\.json|api|config|emulator(\/service\/brokerAddress)?|framework\/(preview\/(hiddenChange|nearest)|run\/leftOver|sent\/privateFolder)|resources\/shared\/(leftOver|versions))$/,
  client: /^api(\/nouns)?$/,
  config: /^(api|framework\/(preview\/mistakenTexts|run\/run))$/,
  host: /^(api|config|dynamic\/.*|framework\/(kind\/tokens|run\/run)|resources\/definitions)$/,
  provider: /^(@pulumi\/pulumi|dynamic\/configured)$/,
  index: /^(ask\/ask|components\/.*|functions|provider|resources)$/,
};

const layerOf = (path: string) =>
  Object.keys(layers).find((layer) => (layer.endsWith("/") ? path.startsWith(layer) : path === layer));

test("imports point one way", () => {
  const wrong = imports.filter(({ file, target }) => {
    const layer = layerOf(file.replace(/^provider\//, "").replace(/\.tsx?$/, ""));
    if (layer === undefined) return true;
    const isOwn = target === layer.replace("/", "") || (layer.endsWith("/") && target.startsWith(layer));
    return !isOwn && !target.startsWith("node:") && !layers[layer]?.test(target);
  });
  expect(wrong).toEqual([]);
  // What reads nothing finds nothing wrong.
  expect(imports.length).toBeGreaterThan(150);
  expect(imports).toContainEqual({ file: "provider/host.ts", target: "resources/definitions" });
});

test("no file leads back to itself, imports of types included", () => {
  const names = new Set(sources.map((file) => file.replace(/^provider\//, "").replace(/\.tsx?$/, "")));
  const graph = new Map([...names].map((name) => [name, [] as string[]]));
  for (const { file, target } of imports) {
    const found = [target, join(target, "index")].find((name) => names.has(name));
    if (found !== undefined) graph.get(file.replace(/^provider\//, "").replace(/\.tsx?$/, ""))?.push(found);
  }
  expect(cyclesIn(graph)).toEqual([]);
  // A circle that is planted is found.
  graph.get("api/transport/urls")?.push("resources/index");
  const circle = ["api/transport/urls", "api/client", "resources/index"];
  expect(cyclesIn(graph)).toContainEqual(expect.arrayContaining(circle));
});

test("no test imports from the folder of another tier, and no helper from that of a tier", () => {
  const tiers = ["unit", "handler", "host", "engine", "package"];
  const tierOf = (path: string) => tiers.find((tier) => path.startsWith(`test/${tier}/`));
  const found = filesUnder("test", /\.ts$/).flatMap(importsOf);
  const foreign = found.filter(({ file, target }) => ![undefined, tierOf(file)].includes(tierOf(target)));
  expect(foreign.map(({ file, target }) => `${file}: ${target}`)).toEqual([]);
  // What reads nothing finds nothing wrong.
  expect(found.filter(({ target }) => tierOf(target)).length).toBeGreaterThan(50);
});
