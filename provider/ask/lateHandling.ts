// `ask.ts` passes each error through `withoutLateWarning`. One listener must serve all errors, and warnings about
// promises of others must still appear.

/** Errors of which Node does not warn when they are handled late. */
const quiet = new WeakSet<object>();

let isListening = false;

/**
 * Returns the error, and keeps Node from warning that a rejection with it is handled late. The SDK looks at the exports
 * of a program late: an error without a handler has already ended the program by then.
 */
export function withoutLateWarning<E extends Error>(error: E): E {
  quiet.add(error);
  if (!isListening) process.on("rejectionHandled", warnOfOthers);
  isListening = true;
  return error;
}

/** Gives Node's warning for the promises of others, unless somebody else listens as well. */
function warnOfOthers(promise: Promise<unknown>): void {
  promise.catch((error: object) => {
    if (quiet.has(error) || process.listenerCount("rejectionHandled") > 1) return;
    process.emitWarning("Promise rejection was handled asynchronously", "PromiseRejectionHandledWarning");
  });
}
