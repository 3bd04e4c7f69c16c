// `cli/map.ts` imports the file when the command runs, and calls `drawMap`. A new format goes into `printers`. A broker
// that was not read in full must end in a `CommandError`, because exit code 0 says that the map is complete.
import { renderToString } from "preact-render-to-string";
import { type Order, withSession } from "../adopt/session";
import { previewSteps } from "../adopt/stack";
import { plural } from "../adopt/summary";
import { CommandError } from "../command";
import type { Format } from "../map";
import { explainAbsent, readAccount } from "./account";
import { drawChanges, onlyStack } from "./changes";
import { printMermaid } from "./mermaid";
import { type AccountMap, withPrices } from "./model";
import { Page } from "./page";
import { Drawing } from "./svg";

const printers: Record<Format, (map: AccountMap) => string> = {
  html: (map) => `<!doctype html>\n${renderToString(<Page map={map} />)}`,
  svg: (map) => renderToString(<Drawing map={map} />),
  mermaid: printMermaid,
  json: (map) => JSON.stringify(map, undefined, 2),
};

/** Reads the account, prints the map and returns the exit code. */
export const drawMap = (order: Order, { format, changes }: { format: Format; changes: boolean }): Promise<number> =>
  withSession(order, async (session) => {
    const { client, call, progress, stack, own } = session;
    if (changes) progress.say("running the preview…");
    const steps = changes ? await previewSteps(stack) : [];
    const all = await readAccount(session);
    const prices = new Map((await client.plans.list(call)).map(({ name, price }) => [name, price]));
    const absent = explainAbsent(all, order.stack === undefined ? [...own, ...session.others] : own);
    const notes = [...drawChanges(all, steps, prices), ...absent];
    const networks = order.stack === undefined ? all : onlyStack(all, stack.split("/").at(-1) ?? "");
    progress.print(printers[format](withPrices(networks, notes)));
    const unread = networks.flatMap(({ brokers }) => brokers).filter((broker) => broker.unread.length > 0);
    if (unread.length === 0) return 0;
    const [first, ...others] = unread.map(({ id, unread: [reason] }) => `broker ${id}: ${reason}`);
    const more = others.length > 0 ? ` (and ${plural(others.length, "broker")} more; the map marks each of them)` : "";
    throw new CommandError(`not everything could be read: ${first}${more}`);
  });
