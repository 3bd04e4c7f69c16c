// `errors.ts` has the class of the client's errors. All of `api/` throws `ApiError`; kinds and commands ask
// `isApiError` and `isNotFound`. `ApiError` may get fields. The text in `brand` must stay, because two copies of the
// package know errors by it. Names must stay, because `pulumi-broker/client` shows them.
import { type ApiErrorFields, describeEvent, describeFailure, type ErrorKind, type Hint } from "./errorText";

/** Two copies of the package may meet in one process: this symbol is the same in both, unlike the class. */
const brand = Symbol.for("pulumi-broker.ApiError");

/** The one error of the client. Its message is a single line without stack, body or key. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly kind: ErrorKind;
  readonly status?: number;
  readonly serviceMessage?: string;
  readonly method: string;
  readonly path: string;
  readonly requestId?: string;
  readonly attempts: number;
  /** True when the service may have carried out the request although no usable answer came. */
  readonly ambiguous: boolean;
  /** A text that is the same for all resources of a run that fail for the same reason; undefined for any other failure. */
  readonly common?: string;
  /** The fields that this error was made of. */
  readonly fields: ApiErrorFields;
  readonly [brand] = true;

  constructor(fields: ApiErrorFields) {
    super(describeFailure(fields), fields.cause === undefined ? undefined : { cause: fields.cause });
    this.fields = fields;
    this.kind = fields.kind;
    this.status = fields.status;
    this.serviceMessage = fields.serviceMessage;
    this.method = fields.method ?? "";
    this.path = fields.path ?? "";
    this.requestId = fields.requestId;
    this.attempts = fields.attempts ?? 0;
    this.common = fields.common;
    this.ambiguous = fields.ambiguous ?? false;
  }
}

/** True when `error` is an {@link ApiError}, of this copy of the package or of another copy. */
export function isApiError(error: unknown): error is ApiError {
  return typeof error === "object" && error !== null && brand in error && error[brand] === true;
}

/** True when the service itself says that an object does not exist. Only a list without the object proves that. */
export const isNotFound = (error: unknown): error is ApiError => isApiError(error) && error.kind === "notFound";

/** True when an answer came that is of no use, such as a page of a proxy, a redirect or JSON of another shape. */
export const isUnreadable = (error: unknown): error is ApiError => isApiError(error) && error.kind === "badResponse";

/** Copies an error for another resource, because several callers may have waited for one request. */
export const withSubject = (error: ApiError, subject: string | undefined): ApiError =>
  new ApiError({ ...error.fields, subject });

/** Copies an error with its own advice, by kind of error. */
export const withAdvice = (error: ApiError, advice: Hint): ApiError =>
  new ApiError({ ...error.fields, hint: { ...error.fields.hint, ...advice } });

/** Tells what failed, without the resource and without advice: for a line that goes on with its own advice. */
export const describeError = (error: ApiError): string => describeEvent({ ...error.fields, subject: undefined });
