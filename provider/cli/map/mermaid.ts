// `map/draw.tsx` calls `printMermaid` for `--format mermaid`. The layout may change. Every text of the account must
// pass through `label`, because Mermaid would otherwise read markup in a name.
import { encoded } from "../markdown";
import type { AccountMap } from "./model";
import { describeBroker, describeNetwork, describePrice, frameOf, isArea, remarksOn } from "./model";

/** A label of several lines. Mermaid reads markup and a language of its own in texts. */
const label = (...lines: readonly (string | undefined)[]) =>
  `"${lines.flatMap((line) => (line ? encoded(line, "#") : [])).join("<br/>")}"`;

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
      const from = names.get(link.broker ?? "") ?? `n${index}`;
      lines.push(`  ${from} --- ${name}([${label(`${link.kind} (${link.status})`, link.to)}])`);
      frame(name, frameOf(link));
    }
  }
  lines.push(`  total[${label(describePrice(price), ...notes)}]`, ...frames);
  return [
    ...lines,
    "  classDef outside,keep stroke-dasharray: 6 4",
    "  classDef create stroke:#1a7f37,stroke-width:3px",
    "  classDef delete stroke:#cf222e,stroke-width:3px",
    "  classDef update,replace,adopt stroke:#0969da,stroke-width:3px",
  ].join("\n");
}
