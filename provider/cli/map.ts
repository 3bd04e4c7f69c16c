// `cli/commands.ts` lists the command `map`, and `map/draw.tsx` does the work. A new format goes into `formats`, `help`
// and `printers` of `map/draw.tsx`. Names of formats must stay, because scripts use the names. The import of
// `map/draw.tsx` must stay late, because preact and all kinds load slowly.
import { defineCommand, flag, readFormat, value } from "./command";

const help = `Draws what the account holds: networks with their brokers, connections, versions and prices, and the addresses
that the firewalls let in.
The command changes nothing.

Usage: pulumi-broker map [--format FORMAT] [--stack NAME] [--changes]

Options:
  --format FORMAT  html (default): a page that needs no other file; svg: a picture; mermaid: a chart for a pull request or
                   a wiki; json: {"networks": [{"name", "brokers": […], "links": […]}], "price", "tags", "notes"}
  --stack NAME     draws only what this stack has (default: the whole account)
  --changes        runs "pulumi preview", and draws what "pulumi up" would change, with the prices before and after
  --help           shows this text

Run the command in the folder of your program, such as: npx pulumi-broker map > map.html
Dashed lines show objects that are in no stack of this project. The command names each broker that everybody may connect
to, each alarm that reaches nobody, and each newer version to which a broker can upgrade. The command only reads, and
reads each list once. No format shows a secret.

Exit code: 0 when the command read everything, 1 when it could not read something, 2 when you called the command wrongly.`;

const formats = ["html", "svg", "mermaid", "json"] as const;
export type Format = (typeof formats)[number];

export const map = defineCommand({
  name: "map",
  summary: "draws what the account holds, as a page, a picture or a chart",
  help,
  options: { changes: flag, format: value, stack: value },
  run: async ({ changes = false, format: given, stack }, progress) => {
    const format = readFormat(formats, given);
    const order = { stack, choice: { instances: [], tags: [], vpcs: [] }, progress };
    // Preact and the definitions of all kinds load slowly, and no other command has to wait for them.
    return (await import("./map/draw.js")).drawMap(order, { format, changes });
  },
});
