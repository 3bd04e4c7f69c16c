// `index.ts` lists what other folders may use of `api/`. `resources/`, `functions/`, `ask/`, `cli/`, `plugin/`,
// `config.ts` and `host.ts` import from here. A name for this package alone goes here; a name in `nouns/index.ts`
// becomes public in `pulumi-broker/client`.
export { type Client, type ClientOptions, createClient, type InstanceClient } from "./client";
export type { Collection } from "./lists/collection";
export type { ChangeableOperations, ItemOperations, ListOperations } from "./lists/collectionOperations";
export { type Poll, waitFor } from "./lists/waiter";
export * from "./nouns";
export { type AlarmBody, type RecipientBody, untakenFields } from "./nouns/alarms";
export { type Domain, lacksRecord } from "./nouns/customDomain";
export type { Firewall } from "./nouns/firewall";
export type { InstanceBody } from "./nouns/instances";
export { comparableParameter, integrationDefaults } from "./nouns/integrations";
export { networkOf, networkPattern } from "./nouns/peerings";
export type { VpcBody } from "./nouns/vpcs";
export { programTerms, scriptTerms } from "./terms";
export { clean, cleanLine, decodePercent } from "./transport/clean";
export { type Clock, systemClock } from "./transport/clock";
export { proxyProblems } from "./transport/connections";
export type { Call, CallOptions } from "./transport/endpoint";
export { ApiError, describeError, isApiError, isNotFound, withAdvice } from "./transport/errors";
export type { ApiErrorFields, ErrorKind, Hint } from "./transport/errorText";
export { ifPossible, isRecord, tryParse } from "./transport/json";
export { isNumericId, isSegment } from "./transport/paths";
export { rateLimited } from "./transport/request";
export type { Created, MadeChild, Message, Said } from "./transport/schemas";
export { checkBaseUrl, explainUnset, joinUrl, variables } from "./transport/urls";
