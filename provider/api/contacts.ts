// A contact knows whether one API has answered, and finds out why a connection fails. `client.ts` makes the contacts,
// and `transport/request.ts` asks them. Times and texts may change. A working connection must cost no extra request,
// because the service limits the rate of requests.
import { catalogueOperations, regionsPath } from "./nouns/catalogue";
import type { Terms } from "./terms";
import type { Api, Call, Contact } from "./transport/endpoint";
import { ApiError, isApiError } from "./transport/errors";
import type { ApiErrorFields } from "./transport/errorText";
import { describeUnreachable } from "./transport/unreachable";

/** How long a connection that failed counts as lost. */
const lostMs = 30_000;
/** How long a question may take that only tells two causes apart. */
const askMs = 3_000;

/** Makes what a client knows of its two connections. A script may live long, so each of its calls tries anew. */
export function createContacts(
  account: Omit<Api, "contact">,
  baseUrl: string,
  { terms, isScript }: { terms: Terms; isScript: boolean },
): { account: Contact; instance: Contact } {
  const { clock } = account.transport;
  // One address may serve both APIs.
  const isTwo = account.baseUrl !== "" && baseUrl !== "" && account.baseUrl !== baseUrl;
  const settings = { account: terms.customerUrl, instance: terms.baseUrl };
  let isReached = false;

  function createContact(api: ApiName, url: string, find: typeof findForAccount): Contact {
    let hasAnswered = false;
    let lost: { text: string; at: number } | undefined;
    let finding: Promise<string | undefined> | undefined;
    const trouble = (fields: ApiErrorFields, text: string) =>
      new ApiError({ ...fields, connection: text, common: `the connection to the ${api} API` });
    return {
      get isReached() {
        return isReached;
      },
      get hasAnswered() {
        return hasAnswered;
      },
      noteSuccess() {
        isReached = true;
        hasAnswered = true;
        lost = undefined;
      },
      throwIfLost(call) {
        if (!isScript && lost !== undefined && clock.now() - lost.at < lostMs)
          throw trouble({ kind: "network", problem: "was not sent", subject: call.subject }, lost.text);
      },
      async explain(error, call) {
        // The caller finds out whether the service has carried out an unclear request.
        if (error.attempts === 0 || error.ambiguous) return error;
        if (hasAnswered) return isScript ? error : afterAnswers(error);
        if (error.fields.isUnsent) {
          lost = { text: describeUnreachable(api, url, settings[api], error.fields), at: clock.now() };
          return trouble(error.fields, lost.text);
        }
        if (!error.fields.isForeign && error.kind !== "auth" && error.kind !== "notFound") return error;
        // One search serves all requests that fail together.
        finding ??= find(error, call).finally(() => {
          finding = undefined;
        });
        const text = await finding;
        if (text !== undefined) return trouble(error.fields, text);
        // The key of the account is the same for all resources, the key of an instance is not.
        if (error.kind === "auth" && api === "account") return new ApiError({ ...error.fields, common: "auth" });
        // The search may have found that the API answers.
        if (hasAnswered) return isScript ? error : afterAnswers(error);
        // Behind a wrong path another service may say in the same words that it has no such object.
        return new ApiError({ ...error.fields, unprovenUrl: `${nameOf(settings[api])} (${url})` });
      },
    };
  }

  /** Asks for the regions at `url`. Returns the error where another server answers, or the key is refused. */
  async function askAccount(url: string, call: Call): Promise<ApiError | undefined> {
    try {
      const asked: Call = { deadline: Math.min(call.deadline, clock.now() + askMs), signal: call.signal };
      await catalogueOperations({ ...account, baseUrl: url }).regions.list({}, asked);
      return undefined;
    } catch (error) {
      if (isApiError(error)) return error;
      throw error;
    }
  }

  async function findForAccount(error: ApiError, call: Call): Promise<string | undefined> {
    // The object of a request may be missing where all is well; the regions are never missing.
    const failed = error.path === regionsPath ? error : await askAccount(account.baseUrl, call);
    if (failed === undefined) {
      contacts.account.noteSuccess();
      return undefined;
    }
    if (isTwo && (await askAccount(baseUrl, call)) === undefined) {
      const [own, other] = [nameOf(settings.account), nameOf(settings.instance)];
      return `${own} and ${other} are swapped: the account API answers at ${other}; swap the two URLs`;
    }
    return failed.fields.isForeign || failed.kind === "notFound"
      ? describeWrongPath("account", settings.account, account.baseUrl, failed)
      : undefined;
  }

  async function findForInstance(error: ApiError, call: Call): Promise<string | undefined> {
    if (isTwo && (await askAccount(baseUrl, call)) === undefined) {
      return `${settings.instance} is set to the address of the account API: set this setting to the address of the instance API`;
    }
    return error.fields.isForeign ? describeWrongPath("instance", settings.instance, baseUrl, error) : undefined;
  }

  const contacts = {
    account: createContact("account", account.baseUrl, findForAccount),
    instance: createContact("instance", baseUrl, findForInstance),
  };
  return contacts;
}

/** Marks an error of an API that has answered before: the advice is then not about the address. */
const afterAnswers = (error: ApiError) => new ApiError({ ...error.fields, hasAnswered: true });

type ApiName = "account" | "instance";

/** The name of a setting without the environment variable that can replace it. */
const nameOf = (setting: string) => setting.split(" ")[0];

function describeWrongPath(api: ApiName, setting: string, url: string, { method, path, fields }: ApiError): string {
  const said = fields.serviceMessage === undefined ? "" : ` (${fields.serviceMessage})`;
  if ((fields.status ?? 0) >= 500) {
    return `the server at ${url} gave an answer that cannot come from the ${api} API: ${method} ${path} ${fields.problem}${said}. Run again later. If the error stays, check ${setting}`;
  }
  return `the ${api} API is not at ${url}: ${method} ${path} ${fields.problem}${said}. Correct the URL in ${setting}. The path of this URL may be missing or wrong`;
}
