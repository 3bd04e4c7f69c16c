// `cli/adopt.ts` calls `checkAccount`. The table may change. Exit code 7 and the JSON's fields must stay, because
// scripts use both. A part that the service refuses to show must end in an error, because the part must not count as
// empty.
import { cleanLine } from "../../api";
import { explainLeftOver } from "../../framework/run/leftOver";
import { leftOversOf } from "../../resources/shared/leftOver";
import { CommandError } from "../command";
import { type Look, looks } from "../markdown";
import { type Choice, findAll, listAccount } from "./account";
import { type Order, type Session, withSession } from "./session";
import { isCandidate } from "./take";

/** The exit code for an account with something that no stack has. `drift` ends with the same code for drift. */
const outsideCode = 7;

/** Something that the account holds and no stack has. All texts are printable. */
interface Outside {
  type: string;
  id: string;
  /** What the service calls it. */
  name: string;
  /** The reason why `adopt` does not take the thing over, if there is a reason. */
  withheld?: string;
}

/** Prints what the account holds and no stack has. Stacks are read first, so that no thing made meanwhile is missed. */
export const checkAccount = (order: Order, format: keyof typeof looks | "json"): Promise<number> =>
  withSession(order, async (session) => {
    const { client, call, own, others, stacks, managed, choice, progress } = session;
    managed.add(session.readByOthers);
    const left = await leftOversOf(client, call, [...own, ...others]);
    const outside: Outside[] = [];
    const unread: string[] = [];
    progress.say("listing the account…");
    const listing = await listAccount(session, choice, [...own, ...others]);
    for await (const { found } of findAll(session, listing, progress)) {
      for (const each of found) {
        if (!isCandidate(each)) {
          const line = cleanLine(`${each.what}: ${each.why}`);
          if (each.unread === "failed") unread.push(line);
          if (each.unread === "role" || each.unread === "unchosen") progress.note(`not compared: ${line}`);
          continue;
        }
        const [{ type }, { id, label }] = [each.definition, each];
        if (each.isOfService || managed.has({ type, id })) continue;
        managed.add([{ type, id }]);
        const owner = left.find((one) => type === one.type && id === one.id);
        const withheld = owner === undefined ? each.withheld : explainLeftOver(type, owner);
        outside.push({ type, id: cleanLine(id), name: cleanLine(label), ...(withheld && { withheld }) });
      }
    }
    const result = { outside, ...(unread.length > 0 && { unread }), stacks };
    if (format === "json") progress.print(JSON.stringify(result, undefined, 2));
    // A part that was not read must not count as empty.
    else if (outside.length > 0 || unread.length === 0) progress.print(printTable(outside, session, looks[format]));
    if (unread.length > 0)
      throw new CommandError(
        `this command could not read these parts of the account: ${unread.join("; ")}. Correct the cause that this message gives for each part, then run this command again`,
      );
    return outside.length > 0 ? outsideCode : 0;
  });

function printTable(outside: readonly Outside[], { stack, stacks, choice }: Session, { table, line }: Look): string {
  const compared =
    stacks.length === 0 ? "this project, which has none" : `this project (${cleanLine(stacks.join(", "))})`;
  if (outside.length === 0) return line(cleanLine(`Everything ${partOf(choice)} is in a stack of ${compared}.`));
  const count = outside.length === 1 ? "1 thing is" : `${outside.length} things are`;
  const command = `--stack ${quoted(stack)}${filterOf(choice)}`;
  const reasons = new Map<string, string>();
  for (const { type, id, withheld } of outside) {
    if (withheld !== undefined && !reasons.has(withheld)) reasons.set(withheld, `${type} ${id}`);
  }
  return [
    ...table(
      ["TYPE", "ID", "NAME"],
      outside.map(({ type, id, name }) => [type, id, name]),
    ),
    line(cleanLine(`${count} in no stack of ${compared}; "pulumi-broker adopt ${command}" takes over these objects.`)),
    ...[...reasons].map(([why, what]) => line(cleanLine(`${what} is not taken over: ${why}`))),
  ].join("\n");
}

/** The words for the compared part of the account. */
function partOf({ instances, tags, vpcs }: Choice): string {
  const all = [
    ...instances.map((id) => `on instance ${id}`),
    ...vpcs.map((id) => `in VPC ${id}`),
    ...tags.map((tag) => `with the tag ${tag}`),
  ];
  return all.length === 0 ? "that the account holds" : all.join(" or ");
}

/** The options with which a person chose a part of the account. */
const filterOf = ({ instances, tags, vpcs }: Choice): string =>
  Object.entries({ instance: instances, tag: tags, vpc: vpcs })
    .flatMap(([option, values]) => values.map((value) => ` --${option} ${quoted(value)}`))
    .join("");

/** An argument as a shell takes it. */
const quoted = (text: string): string => (/^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
