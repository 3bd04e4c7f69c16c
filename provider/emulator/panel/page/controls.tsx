// `page.tsx` draws `Clock`, `Faults` and `Whole`. New buttons may come in. Labels may change together with
// `test/package/panel.test.ts`, which presses buttons by their labels. Each call must be one of
// `server/controlCalls.ts`, because the emulator has no other.
import { useState } from "preact/hooks";
import type { FaultRule } from "../../server/faults";
import { Act } from "./acting";
import { type ControlCall, curlOf } from "./calls";
import { Choice, useBroker } from "./choice";
import { knownFaults } from "./faults";
import type { Model } from "./model";

const minuteMs = 60_000;

/** The clock: its time, its speed, and buttons that move it forward. */
export function Clock({ model, now }: { model: Model; now: number }) {
  const step = (ms: number): ControlCall => ({ method: "POST", path: "clock", body: { advanceMs: ms } });
  const speed = (times: number): ControlCall => ({ method: "POST", path: "clock", body: { speed: times } });
  return (
    <section aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      <p>
        <time>{now === 0 ? "…" : new Date(now).toISOString().replace("T", " ").slice(0, 19)}</time>{" "}
        <span class="faint">{model.speed === null ? "moved by its owner" : `× ${model.speed}`}</span>
      </p>
      <p class="acts">
        {[1, 10, 60, 600].map((times) => (
          <Act key={times} call={speed(times)} done={`The clock runs × ${times}`} label={`× ${times}`} />
        ))}
        <Act call={step(minuteMs)} done="A minute later" label="+ 1 min" />
        <Act call={step(60 * minuteMs)} done="An hour later" label="+ 1 h" />
      </p>
    </section>
  );
}

/** The faults in force, and a form that adds another fault. */
export function Faults({ model }: { model: Model }) {
  const [chosen, choose] = useState(knownFaults[0]?.name ?? "");
  const [method, setMethod] = useState("");
  const [broker, ofBroker] = useBroker(model, "anyone");
  const [times, setTimes] = useState("1");
  const known = knownFaults.find(({ name }) => name === chosen);
  if (known === undefined) return null;
  const rule: FaultRule = {
    match: { ...(method !== "" && { method }), ...(broker !== "" && { instance: Number(broker) }) },
    times: times === "always" ? "always" : Number(times),
    fault: known.fault,
  };
  const call: ControlCall = { method: "POST", path: "faults", body: rule };
  return (
    <section aria-labelledby="faults">
      <h2 id="faults">Faults</h2>
      <p class="form">
        <Choice label="Fault" value={chosen} choose={choose} options={knownFaults.map(({ name }) => [name, name])} />
        <Choice
          label="On"
          value={method}
          choose={setMethod}
          options={[["", "any request"], ...["GET", "POST", "PUT", "DELETE"].map((each) => [each, each] as const)]}
        />
        {ofBroker}
        <Choice
          label="Times"
          value={times}
          choose={setTimes}
          options={["1", "3", "10", "always"].map((each) => [each, each] as const)}
        />
        <Act call={call} done={`Planted: ${chosen}`} label="Plant" />
      </p>
      <p class="faint">{known.imitates}</p>
      <pre>{curlOf(call)}</pre>
      {model.faults.length > 0 && (
        <>
          <ul>
            {model.faults.map(({ match, fault, times: most, played }) => (
              <li key={JSON.stringify([match, fault])}>
                <code>{JSON.stringify(fault)}</code> {targetOf(match)}: played {played} of {most}
              </li>
            ))}
          </ul>
          <Act call={{ method: "DELETE", path: "faults" }} done="No fault any more" label="Remove all faults" />
        </>
      )}
    </section>
  );
}

const targetOf = ({ method = "any request", path, instance }: FaultRule["match"]) =>
  ["on", method, path, instance !== undefined && `of ${instance}`].filter(Boolean).join(" ");

/** The rate limit, and the calls for the emulator as a whole. */
export function Whole({ model }: { model: Model }) {
  const limit = { perSecond: 5, burst: 5 };
  return (
    <section aria-labelledby="whole">
      <h2 id="whole">Emulator</h2>
      <p>{model.limit ? `At most ${model.limit.perSecond} requests a second` : "No rate limit"}</p>
      <p class="acts">
        <Act
          call={{ method: "POST", path: "limit", body: limit }}
          done="At most 5 requests a second"
          label="Limit to 5 a second"
        />
        <Act call={{ method: "DELETE", path: "limit" }} done="No limit any more" label="Lift the limit" />
        <Act call={{ method: "DELETE", path: "requests" }} done="The list is empty" label="Clear the requests" />
        <Act call={{ method: "GET", path: "save" }} done="Saved as emulator.json" label="Save the state" />
        <Act
          call={{ method: "POST", path: "reset" }}
          done="Back at the start"
          label="Reset"
          question="Go back to the start, and lose all that was made or planted since?"
        />
      </p>
    </section>
  );
}
