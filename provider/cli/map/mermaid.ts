// `map/draw.tsx` calls `printMermaid` for `--format mermaid`. The layout may change. Every text of the account must
// pass through `label`, because Mermaid would otherwise read markup in a name.
import { encoded } from "../markdown";
import type { AccountMap } from "./model";
import { describeBroker, describeNetwork, describePrice, frameOf, isArea, remarksOn } from "./model";

/** A label of several lines. Mermaid reads markup and a language of its own in texts. */
const label = (...lines: readonly (string | undefined)[]) =>
  `"${lines.flatMap((line) => (line ? encoded(line, "#") : [])).join("<br/>")}"`;

/** The account as a flowchart, for a pull request or a wiki. */
export function printMermaid({ networks, price, notes }: AccountMap): string {
  const lines = ["flowchart LR"];
  const frames: string[] = [];
  const frame = (name: string, of: string | undefined) => of !== undefined && frames.push(`  class ${name} ${of}`);
  let brokers = 0;
  let links = 0;
  for (const [index, network] of networks.entries()) {
    const names = new Map<string | undefined, string>();
    lines.push(`  subgraph n${index} [${label(network.name, describeNetwork(network))}]`);
    for (const broker of network.brokers) {
      const name = `b${brokers++}`;
      names.set(broker.id, name);
      lines.push(`    ${name}[${label(broker.name, ...describeBroker(broker), ...remarksOn(broker))}]`);
      frame(name, frameOf(broker));
    }
    lines.push("  end");
    if (!isArea(network)) frame(`n${index}`, frameOf(network));
    for (const link of network.links) {
      const name = `l${links++}`;
      lines.push(
        `  ${names.get(link.broker ?? "") ?? `n${index}`} --- ${name}([${label(`${link.kind} (${link.status})`, link.to)}])`,
      );
      frame(name, frameOf(link));
    }
  }
  lines.push(`  total[${label(describePrice(price), ...notes)}]`, ...frames);
  lines.push("  classDef outside,keep stroke-dasharray: 6 4");
  for (const [names, color] of [
    ["create", "1a7f37"],
    ["delete", "cf222e"],
    ["update,replace,adopt", "0969da"],
  ] as const)
    lines.push(`  classDef ${names} stroke:#${color},stroke-width:3px`);
  return lines.join("\n");
}
