import { type Client, describeError, type Integration, type Integrations, isApiError, waitFor } from "../../api";
import type { Context } from "../../framework/kind/context";
import type { Calling } from "../shared/ctx";
import { type ConfigValues, keptParameters, namesOf, withParameters } from "./config";

/** What a write leaves in state. */
interface Seen {
  error: string | null;
  config?: ConfigValues;
}

/** For how many milliseconds after a change the service may still show the old parameters. */
const lagMs = 10_000;

/**
 * Looks at an integration that was just written: for the error that the service reports, and for parameters that the
 * program has taken out. A PUT leaves them out, and the service may keep them: state then keeps them too, so that the
 * next preview shows the difference. If the look fails, the write is still a success.
 */
export async function seeAfterWrite(
  ctx: Context<Client>,
  integrations: Integrations,
  item: string,
  { system, config }: { system: string; config: ConfigValues },
  before: ConfigValues = {},
): Promise<Seen> {
  const keptIn = (shown?: Integration) => keptParameters(system, shown?.config, before, config);
  const stateOf = (error: string | null, kept: ConfigValues): Seen => ({
    error,
    ...(namesOf(kept).length > 0 && { config: withParameters(config, kept) }),
  });
  try {
    const shown = await look(ctx.call, integrations, item, (seen) => namesOf(keptIn(seen)).length === 0);
    const error = shown?.error || null;
    if (error !== null) ctx.say.warn(`the service cannot use the integration: ${error}; ${wayOut}`);
    const kept = keptIn(shown);
    const names = namesOf(kept).join(", ");
    if (names !== "") {
      const fact =
        shown === undefined ? `whether the service keeps ${names} is not known` : `the service keeps ${names}`;
      ctx.say.warn(
        `${fact}, which the program does not declare: declare it, or run pulumi up --replace '${ctx.run.urn}'`,
      );
    }
    return stateOf(error, kept);
  } catch (error) {
    if (!isApiError(error)) throw error;
    ctx.say.warn(`could not see whether the integration works (${describeError(error)}): pulumi refresh looks again`);
    return stateOf(null, keptIn());
  }
}

const wayOut = "check its config and your account at that system, then see with pulumi refresh whether it works";

/** Looks until the integration is as declared, or for as long as the service may show what was there before. */
function look(
  call: Calling,
  integrations: Integrations,
  item: string,
  isSettled: (seen: Integration) => boolean,
): Promise<Integration | undefined> {
  const shownBy = call.clock.now() + lagMs;
  return waitFor(call, "the parameters to be changed", async () => {
    const seen = await integrations.readAfterWrites(item, call);
    const isDone = seen === undefined || isSettled(seen) || call.clock.now() >= shownBy;
    return isDone ? { done: seen } : { waiting: "the old ones are still shown" };
  });
}
