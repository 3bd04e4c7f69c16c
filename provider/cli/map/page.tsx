// `map/draw.tsx` renders `Page` for `--format html`. Tables may change. The page must load no other file, because
// people pass the page on alone. The page must run no script, because the page shows foreign texts.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AccountMap, MapBroker, Price } from "./model";
import { describeBrokerPrice, describeLink, describePrice, remarksOn } from "./model";
import { Drawing } from "./svg";

/** The style of the page: `page.css` of the emulator's panel, and rules for tables. */
const style = () => {
  // `tools/bundle-page.mjs` of `npm run build` copies `provider/emulator/panel/page/page.css` to this folder.
  const folder = join(dirname(require.resolve("pulumi-broker/package.json")), "dist", "emulator", "panel");
  return `${readFileSync(join(folder, "page.css"), "utf8")}
.wide { overflow-x: auto } table { border-collapse: collapse } th, td { padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line) }
section { margin-bottom: 1.5rem } main { display: block }`;
};

/** A section that may be wider than the window. */
const Wide = ({ label, children }: { label: string; children: preact.ComponentChildren }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus, nobody could scroll it with a keyboard
  <section class="wide" tabIndex={0} aria-label={label}>
    {children}
  </section>
);

const Table = ({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) => (
  <Wide label={head.join(", ")}>
    <table>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </Wide>
);

const priceRow = (name: string, price: Price) => [name, `${price.brokers}`, describePrice(price)];

const brokerRow = (network: string, broker: MapBroker): string[] => {
  const { name, id = "", plan, version = "", access, stack = "", unread } = broker;
  // Only a preview has a broker without an id, so its firewall is not known. A shared plan refuses to show a firewall.
  const closed = unread.length > 0 || id === "" ? "not known" : "no firewall of its own";
  return [
    network,
    `${name} ${id}`.trim(),
    plan,
    version,
    describeBrokerPrice(broker),
    access === undefined ? closed : access.join(", ") || "nobody",
    stack,
    [...remarksOn(broker), ...unread].join("; "),
  ];
};

export function Page({ map }: { map: AccountMap }) {
  const { networks, price, tags, notes } = map;
  const links = networks.flatMap(({ name, links }) =>
    links.map((link) => [name, describeLink(link), link.stack ?? "in no stack"]),
  );
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>Map of the account</title>
        <style dangerouslySetInnerHTML={{ __html: style() }} />
      </head>
      <body>
        <header class="top">
          <h1>Map of the account</h1>
          <p>{[describePrice(price), ...notes].join("; ")}</p>
        </header>
        <main>
          <Wide label="Drawing">
            <Drawing map={map} />
          </Wide>
          <section>
            <h2>Brokers</h2>
            <Table
              head={["Network", "Broker", "Plan", "Version", "Price", "Who may connect", "Stack", "Remarks"]}
              rows={networks.flatMap(({ name, brokers }) => brokers.map((broker) => brokerRow(name, broker)))}
            />
          </section>
          {links.length > 0 && (
            <section>
              <h2>Connections</h2>
              <Table head={["Network", "Connection", "Stack"]} rows={links} />
            </section>
          )}
          <section>
            <h2>Prices</h2>
            <Table
              head={["Network", "Brokers", "Price"]}
              rows={networks.map(({ name, price }) => priceRow(name, price))}
            />
            <Table head={["Tag", "Brokers", "Price"]} rows={tags.map(({ tag, price }) => priceRow(tag, price))} />
          </section>
        </main>
      </body>
    </html>
  );
}
