// `page.tsx` draws `Requests`. Columns may change together with `test/package/panel.test.ts`, which expects fewer than
// 250 rows. `fold` must stop at `drawn` lines, because a table of 10,000 requests makes the page slow;
// `tools/check/panel.mjs` measures this.
import { useMemo } from "preact/hooks";
import type { LoggedRequest } from "../../server/log";
import { useBroker } from "./choice";
import { inWords, type Model, recordsOf } from "./model";

/** How many lines the page draws. The newest lines come first. */
const drawn = 200;

/** One line for several equal requests in a row. */
interface Line {
  number: number;
  request: LoggedRequest;
  times: number;
}

/** The requests, newest first. If a person chose a broker, only the requests of this broker. */
export function Requests({ model }: { model: Model }) {
  const [wanted, ofBroker] = useBroker(model, "all");
  const { requests } = model;
  const lines = useMemo(() => fold(requests, wanted), [requests, wanted]);
  return (
    <section aria-labelledby="requests">
      <header>
        <h2 id="requests">
          Requests <span class="faint">{requests.size}</span>
        </h2>
        {ofBroker}
      </header>
      {lines.length === 0 && <p class="faint">No request yet</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a person with a keyboard scrolls what overflows */}
      <section class="scroll" tabIndex={0} aria-label="List of requests">
        <table>
          <thead>
            <tr>
              <th>Time</th>
              <th>Request</th>
              <th>Status</th>
              <th>Of</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ number, request, times }) => (
              <tr key={number} class={classOf(request)}>
                <td>{new Date(request.at).toISOString().slice(11, 19)}</td>
                <td>
                  <code>
                    {request.method} {request.path.replace(/^\/(customer|instance)/, "")}
                    {request.query && `?${request.query}`}
                  </code>
                  {times > 1 && <strong> ×{times}</strong>}
                  {request.fault && <em> fault: {request.fault}</em>}
                </td>
                <td>
                  {request.status || "…"}
                  {request.answeredAt !== undefined && request.answeredAt > request.at + 999 && (
                    <span class="faint"> {inWords(request.answeredAt - request.at)}</span>
                  )}
                </td>
                <td>{senderOf(request, model)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function classOf({ status, method }: LoggedRequest): string {
  if (status === 0 || status >= 400) return "failed";
  return method === "GET" ? "" : "write";
}

/** The broker, or the VPC, that a request is about. */
function senderOf(request: LoggedRequest, model: Model): string {
  const [, collection = "", number] = /\/api\/(instances|vpcs)\/(\d+)/.exec(request.path) ?? [];
  const id = request.instance ?? Number(number);
  const found = recordsOf(model, request.instance === undefined ? collection : "instances").find(
    (each) => each.id === id,
  );
  return found ? String(found["name"]) : "";
}

/** The newest lines. Equal requests in a row are one line. */
function fold(requests: Model["requests"], wanted: string): Line[] {
  const lines: Line[] = [];
  for (const [number, request] of [...requests].reverse()) {
    if (wanted !== "" && String(request.instance) !== wanted && !request.path.split("/").includes(wanted)) continue;
    const last = lines.at(-1);
    if (last && isSame(last.request, request)) last.times += 1;
    else if (lines.length === drawn) break;
    else lines.push({ number, request, times: 1 });
  }
  return lines;
}

const isSame = (one: LoggedRequest, other: LoggedRequest) =>
  (["method", "path", "query", "status", "fault", "instance"] as const).every((field) => one[field] === other[field]);
