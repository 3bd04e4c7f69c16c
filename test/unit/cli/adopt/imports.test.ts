import { appendImports } from "../../../../provider/cli/adopt/program";

const both = ["networks.ts", "orders.ts"];
const asWritten = 'import "./networks";\nimport "./orders";\n';

const windows = '// mine\r\nimport "./networks";\r\n';
const otherForms = 'import {\n  a,\n} from "./networks";\nimport b = require("./orders.js");\n';
const addresses = `const a = "https://x"; import "./orders"; // './networks'\n`;

test.each<[what: string, before: string, added: string]>([
  ["a new file", "", asWritten],
  ["what is there", asWritten, ""],
  ["other quotes and no semicolons", "import './networks'\nimport './orders'", ""],
  ["a file without an end of line", 'import "./orders"', '\nimport "./networks";\n'],
  ["lines that end as on Windows", windows, 'import "./orders";\r\n'],
  ["lines that a person wrote", "const a = 1;\n\n\n", asWritten],
  ["imports of other forms", otherForms, ""],
  ["exports", `export * from "./orders";\nexport { n } from './Networks.ts'\n`, ""],
  ["imports of types alone", `import type { a } from "./orders";\n`, asWritten],
  ["comments", `// import "./orders";\n/* import "./networks"; */\n`, asWritten],
  ["texts", `const a = "import './orders' from './networks'";\n`, asWritten],
  ["addresses", addresses, 'import "./networks";\n'],
  ["other files", `import "./orders-2";\nimport "../orders";\nimport "./orders.json";\n`, asWritten],
])("imports are added to %s", (_, before, added) => {
  const after = before + added;
  expect(appendImports(before, both)).toBe(after);
  expect(appendImports(after, both)).toBe(after);
});

test("a file that is named twice is imported once", () =>
  expect(appendImports("", ["a.ts", "a.ts"])).toBe('import "./a";\n'));
