// `page.tsx` draws `Networks`; `broker.tsx` also draws `State`. Markup may change. The classes `area` and `broker` must
// stay, because `tools/check/panel.mjs` and `test/package/panel.test.ts` look for them. Ids with `card-` must stay,
// because `page.tsx` returns the focus to them.
import type { ShownRecord } from "../stream";
import { inWords, type Model, progressOf, recordsOf } from "./model";
import { Outsider } from "./records";

/** The account's networks as areas, with their brokers inside. */
export function Networks({ model, now, open }: { model: Model; now: number; open: (id: number) => void }) {
  const brokers = recordsOf(model, "instances");
  const vpcs = recordsOf(model, "vpcs");
  const outside = brokers.filter(({ vpc_id: of }) => of === null);
  const astray = brokers.filter(({ vpc_id: of }) => of !== null && !vpcs.some(({ id }) => id === of));
  return (
    <section aria-labelledby="networks">
      <h2 id="networks">Networks and brokers</h2>
      {vpcs.map((vpc) => (
        <Area key={vpc.id} title={`VPC ${vpc["name"]}`} record={vpc} now={now}>
          <Brokers brokers={brokers.filter(({ vpc_id: of }) => of === vpc.id)} now={now} open={open} />
        </Area>
      ))}
      {astray.length > 0 && (
        <Area title="In a VPC that does not exist" now={now}>
          <Brokers brokers={astray} now={now} open={open} />
        </Area>
      )}
      <Area title="Without a VPC" now={now}>
        <Brokers brokers={outside} now={now} open={open} />
      </Area>
    </section>
  );
}

interface AreaProps {
  title: string;
  record?: ShownRecord;
  now: number;
  children: preact.ComponentChildren;
}

function Area({ title, record, now, children }: AreaProps) {
  return (
    <div class="area">
      <h3>
        {title}
        {record && (
          <small>
            {" "}
            {`${record.id} · ${record["region"]} · ${record["subnet"]}`} <State record={record} now={now} />
          </small>
        )}
      </h3>
      {children}
      {record && <Outsider collection="vpcs" record={record} />}
    </div>
  );
}

function Brokers({ brokers, now, open }: { brokers: ShownRecord[]; now: number; open: (id: number) => void }) {
  if (brokers.length === 0) return <p class="faint">No broker</p>;
  return (
    <ul class="brokers">
      {brokers.map((broker) => (
        <li key={broker.id}>
          <button type="button" class="broker" id={`card-${broker.id}`} onClick={() => open(broker.id)}>
            <strong>{String(broker["name"])}</strong> <span class="faint">{broker.id}</span>
            <br />
            {String(broker["plan"])} · {nodesOf(broker)} · {String(broker["rmq_version"])}
            <br />
            <State record={broker} now={now} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function nodesOf({ nodes, shared }: ShownRecord): string {
  if (shared) return "shared";
  return nodes === 1 ? "1 node" : `${nodes} nodes`;
}

/** The state of an object, and the time that is left. */
export function State({ record, now }: { record: ShownRecord; now: number }) {
  const { state, until } = progressOf(record, now);
  return (
    <span class={`state ${state === "ready" ? "ready" : "busy"}`}>
      {state}
      {until !== undefined && `, ${inWords(until - now)} left`}
    </span>
  );
}
