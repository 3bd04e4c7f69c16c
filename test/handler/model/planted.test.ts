import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../helpers/paths";
import { planted } from "./planted";

test.each(planted)("$name: the bug that npm run check -- planted plants has one place", ({ file, from, to }) => {
  const source = readFileSync(join(repositoryRoot, file), "utf8");
  expect(source.split(from)).toHaveLength(2);
  expect(source.replace(from, () => to)).not.toBe(source);
});
