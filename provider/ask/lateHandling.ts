// `ask.ts` passes each error through `withoutLateWarning`. One listener must serve all errors, because `warnOfOthers`
// takes a second listener for a listener of the program. Warnings about other promises must still appear, because Node
// gives no warning of its own while there is a listener.

/** The errors for which no warning appears when a handler comes late. */
const quiet = new WeakSet<object>();

let isListening = false;

/**
 * Returns the error, and keeps Node from a warning that a rejection with this error is handled late. The SDK looks at
 * the exports of a program late: an error without a handler has already ended the program by then.
 */
export function withoutLateWarning<E extends Error>(error: E): E {
  quiet.add(error);
  if (!isListening) process.on("rejectionHandled", warnOfOthers);
  isListening = true;
  return error;
}

/** Gives Node's warning for promises with other errors, unless the program has a listener of its own. */
function warnOfOthers(promise: Promise<unknown>): void {
  promise.catch((error: object) => {
    if (quiet.has(error) || process.listenerCount("rejectionHandled") > 1) return;
    process.emitWarning("Promise rejection was handled asynchronously", "PromiseRejectionHandledWarning");
  });
}
