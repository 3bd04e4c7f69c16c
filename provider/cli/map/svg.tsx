// `map/draw.tsx` renders `Drawing` alone, and `map/page.tsx` puts `Drawing` into the page. Sizes and colours may
// change. Classes in `style` must match the results of `frameOf` in `model.ts`, because this class gives a frame its
// look.
import { clean } from "../../api";
import { plural } from "../adopt/summary";
import type { AccountMap, MapBroker, MapLink } from "./model";
import * as words from "./model";
import { everybody, frameOf, remarksOn } from "./model";

type MapNetwork = AccountMap["networks"][number];

/** Lengths in pixels. */
const [cardWidth, gap, columns, head, line] = [264, 18, 3, 56, 17];
const areaWidth = columns * cardWidth + (columns + 1) * gap;
const [laneAt, laneWidth, linkHeight] = [areaWidth + 70, 270, 40];

const classOf = (kind: string, of: Parameters<typeof frameOf>[0]): string =>
  [kind, frameOf(of)].filter(Boolean).join(" ");

const style = `
svg { --ink: #1b1f24; --paper: #fff; --faint: #57606a; --line: #8c959f; --area: #f6f8fa; --warn: #8a4600; --create: #116329; --delete: #b31d28; --update: #0550ae }
@media (prefers-color-scheme: dark) { svg { --ink: #e6edf3; --paper: #0d1117; --faint: #9ba5b0; --line: #6e7681; --area: #161b22; --warn: #e3b341; --create: #56d364; --delete: #ff8f87; --update: #79b8ff } }
text { font: 12px system-ui, sans-serif; fill: var(--ink) }
.name { font-size: 14px; font-weight: 600 }
.faint { fill: var(--faint) }
.warn { fill: var(--warn) }
rect, path { fill: none; stroke: var(--line); stroke-width: 1.5 }
.paper { fill: var(--paper); stroke: none }
.area { fill: var(--area) }
.card { fill: var(--paper) }
.outside, .keep { stroke-dasharray: 6 4 }
.create { stroke: var(--create); stroke-width: 3 }
.delete { stroke: var(--delete); stroke-width: 3 }
.update, .replace, .adopt { stroke: var(--update); stroke-width: 3 }
`;

interface Placed<T> {
  of: T;
  x: number;
  y: number;
  height: number;
}

/** The places of the brokers and connections of a network, measured from the network's corner. */
function placesIn(network: MapNetwork) {
  const cards: Placed<MapBroker>[] = [];
  let y = head;
  for (let first = 0; first < network.brokers.length; first += columns) {
    const row = network.brokers.slice(first, first + columns);
    const height = Math.max(...row.map((of) => 68 + line * remarksOn(of).length));
    cards.push(...row.map((of, column) => ({ of, x: gap + column * (cardWidth + gap), y, height })));
    y += height + gap;
  }
  const topOf = (index: number) => gap + index * (linkHeight + gap);
  const links = network.links.map((of, index) => ({ of, x: laneAt, y: topOf(index), height: linkHeight }));
  return { network, cards, links, height: Math.max(y, topOf(links.length)) };
}

type TextProps = { text: string; most: number; class?: string; x: string; y: string | number };

/** A line of at most `most` characters. */
const Text = ({ text, most, ...place }: TextProps) => <text {...place}>{clean(text, [], most)}</text>;

/** A broker. An inner `svg` cuts off its text at the edge, because the width of foreign letters is not known here. */
function Card({ of, x, y, height }: Placed<MapBroker>) {
  const [about, price] = words.describeBroker(of);
  return (
    <svg x={x} y={y} width={cardWidth} height={height}>
      <title>
        {[of.name, of.id, of.region, about, price, ...remarksOn(of), ...of.unread].filter(Boolean).join("\n")}
      </title>
      <rect class={classOf("card", of)} x="2" y="2" width={cardWidth - 4} height={height - 4} rx="8" />
      <Text class="name" x="12" y="22" text={of.name} most={26} />
      <Text class="faint" x="12" y="39" text={about ?? ""} most={38} />
      <text x="12" y="55">
        {price}
      </text>
      {remarksOn(of).map((remark, index) => (
        <Text key={remark} class="warn" x="12" y={72 + index * line} text={remark} most={38} />
      ))}
    </svg>
  );
}

/** A connection: from its broker through the gap below the broker's row, or from the edge of the network. */
function Link({ place, index, cards }: { place: Placed<MapLink>; index: number; cards: Placed<MapBroker>[] }) {
  const { of, x, y, height } = place;
  const [middle, from] = [y + height / 2, cards.find(({ of: { id } }) => id === of.broker && id !== undefined)];
  const turn = areaWidth + 15 + (index % 8) * 6;
  const start = from && `M${from.x + cardWidth / 2} ${from.y + from.height - 2}v${gap / 2}H${turn}V${middle}`;
  return (
    <>
      <path class={frameOf(of)} d={`${start ?? `M${areaWidth} ${middle}`}H${x}`} />
      <svg x={x} y={y} width={laneWidth} height={height}>
        <title>{words.describeLink(of)}</title>
        <rect class={classOf("card", of)} x="2" y="2" width={laneWidth - 4} height={height - 4} rx="18" />
        <text class="faint" x="16" y="17">{`${of.kind} (${of.status})`}</text>
        <Text x="16" y="32" text={of.to} most={38} />
      </svg>
    </>
  );
}

function Network({ network, height, cards, links, y }: ReturnType<typeof placesIn> & { y: number }) {
  return (
    <g transform={`translate(${gap} ${y})`}>
      <rect
        class={words.isArea(network) ? "area" : classOf("area", network)}
        width={areaWidth}
        height={height}
        rx="10"
      />
      <svg x={gap} y={0} width={areaWidth - 2 * gap} height={head}>
        <title>{network.name}</title>
        <Text class="name" x="0" y="24" text={network.name} most={90} />
        <text class="faint" x="0" y="43">
          {words.describeNetwork(network)}
        </text>
      </svg>
      {cards.map((card, index) => (
        <Card key={index} {...card} />
      ))}
      {links.map((place, index) => (
        <Link key={index} {...{ place, index, cards }} />
      ))}
    </g>
  );
}

export function Drawing({ map: { networks, price, notes } }: { map: AccountMap }) {
  const areas = networks.map(placesIn);
  const topOf = (index: number) => areas.slice(0, index).reduce((sum, area) => sum + area.height + gap, 64);
  const height = topOf(areas.length);
  const width = gap * 2 + (areas.some(({ links }) => links.length > 0) ? laneAt + laneWidth : areaWidth);
  const open = networks.flatMap(({ brokers }) => brokers).filter(({ access }) => access?.some(everybody)).length;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      role="img"
      aria-label="Map of the account"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      <style>{style}</style>
      <rect class="paper" width={width} height={height} />
      <text class="name" x={gap} y="28">{`${plural(price.brokers, "broker")} · ${words.describePrice(price)}`}</text>
      <text class="faint" x={gap} y="48">
        {[`dashed: in no stack of this project · brokers open to everybody: ${open}`, ...notes].join(" · ")}
      </text>
      {areas.map((area, index) => (
        <Network key={index} {...area} y={topOf(index)} />
      ))}
    </svg>
  );
}
