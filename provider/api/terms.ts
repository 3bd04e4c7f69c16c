// `terms.ts` has the words with which errors name settings and advise. `client.ts` takes `programTerms`, and
// `provider/client.ts` `scriptTerms`. Texts may change. Both URLs must begin with the setting's name, because
// `contacts.ts` cuts it out. `noInstanceKey` must keep its comma, because `client.ts` adds a setting there.
import type { Hint } from "./transport/errorText";
import { settingName } from "./transport/urls";

/** The terms of a Pulumi program: the words in which messages name the settings and give advice. */
export const programTerms = {
  customerUrl: settingName("broker:customerUrl"),
  baseUrl: settingName("broker:baseUrl"),
  instanceApiKeys: "broker:instanceApiKeys",
  /** The key of one instance, given for one call or resource. */
  instanceApiKey: "the argument instanceApiKey",
  noAccountKey: 'run "pulumi config set --secret broker:apiKey" or set BROKER_API_KEY',
  noInstanceKey: "set broker:apiKey (or BROKER_API_KEY), or the instance's own key in broker:instanceApiKeys",
  /** Advice by kind of error, for kinds whose usual advice does not fit. */
  advice: {} as Hint,
};

/** The words in which messages name the settings and give advice. */
export type Terms = typeof programTerms;

/** The terms of a script that calls the client. */
export const scriptTerms: Terms = {
  customerUrl: "customerUrl",
  baseUrl: "baseUrl",
  instanceApiKeys: "instanceApiKeys",
  instanceApiKey: "the option apiKey of instance()",
  noAccountKey: "give createClient the option apiKey",
  noInstanceKey: "give createClient the option apiKey, or the instance's own key in instanceApiKeys",
  advice: {
    auth: "give createClient a valid key in apiKey",
    notFound: "check the id: the object may have been deleted",
    conflict: "resolve the conflict that this error shows, then call again",
    invalid: "correct the arguments, then call again",
    throttled: "call again later, or with a longer timeoutMs",
    busy: "the service is still busy with an earlier change: call again later, or with a longer timeoutMs",
    server: "call again later. If the error stays, send the request id to the service's support",
    timeout: "call again. If the call needs more time, set a longer timeoutMs",
    stopped: "the AbortSignal of the call ended the call",
    ambiguous: "it is unclear whether the service carried out the call: check this before you call again",
  },
};
