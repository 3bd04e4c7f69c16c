import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";
import { repositoryRoot } from "../helpers/paths";

/** One argument of a kind of resource, with its doc comment. */
interface Argument {
  of: string;
  name: string;
  optional: boolean;
  doc: string;
}

const folder = join(repositoryRoot, "provider", "resources");

/** True for an argument that a program can give: an interface names some only to say that they are not for it. */
const isGiven = (member: ts.TypeElement): member is ts.PropertySignature =>
  ts.isPropertySignature(member) && member.type?.kind !== ts.SyntaxKind.UndefinedKeyword;

/** The arguments of all interfaces whose names end in `Args`, but those of functions. */
function readArguments(): Argument[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  return files.flatMap((name) => {
    const source = ts.createSourceFile(name, readFileSync(join(folder, name), "utf8"), ts.ScriptTarget.ES2022, true);
    const interfaces = source.statements
      .filter(ts.isInterfaceDeclaration)
      .filter((each) => /^(?!Get|OnInstance).*Args(Of)?$/.test(each.name.text));
    return interfaces.flatMap((each) =>
      each.members.filter(isGiven).map((member) => ({
        of: each.name.text,
        name: member.name.getText(source),
        optional: member.questionToken !== undefined,
        doc: ts
          .getJSDocCommentsAndTags(member)
          .map((comment) => comment.getText(source))
          .join(" ")
          .replace(/\s+\*?\s*/g, " "),
      })),
    );
  });
}

const all = readArguments();
const named = (those: Argument[]) => those.map((each) => `${each.of}.${each.name}`);

test("every argument that may be left out says what leaving it out does", () => {
  expect(all.length).toBeGreaterThan(60);
  const silent = named(all.filter(({ optional, doc }) => optional && !/Left out( as a whole)?: /.test(doc)));
  expect(silent).toEqual([]);
});

test("every argument says what changing it does", () => {
  const said =
    /Changed in place|[Cc]hang(ing|e) (it|this|the type|the instance)|Changed like|Any change|A change|a later change|Only read when|Read only when|replaces/;
  // The parts of a rule and of a disk change as the whole does.
  const parts = /^(FirewallRuleArgs|DiskArgs)\./;
  expect(named(all.filter(({ doc }) => !said.test(doc))).filter((name) => !parts.test(name))).toEqual([]);
});

test("every vhost, which is often an output of the instance, says what a preview shows and what to do", () => {
  const vhosts = all.filter(({ name }) => name === "vhost");
  expect(vhosts.length).toBeGreaterThan(2);
  const says = /a preview does not know its outputs, and shows an? (update|replacement)\. `up` \w+ only if/;
  const advice = "Give the vhost's name as a text";
  expect(named(vhosts.filter(({ doc }) => !says.test(doc) || !doc.includes(advice)))).toEqual([]);
});
