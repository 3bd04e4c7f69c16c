import type { Fault } from "../../provider/emulator";

/**
 * Answers of a proxy, a gateway or a wrong base path. Each answer is a 404 or 410 that says nothing about the object.
 */
export const foreignNotFound: readonly (readonly [string, Fault])[] = [
  ["a page with 404", { html: true, status: 404 }],
  ["an empty 404", { empty: true, status: 404 }],
  ["a 404 with JSON of another shape", { status: 404, body: { detail: "Not Found" } }],
  ["a page with 410", { html: true, status: 410 }],
];

/**
 * Answers in the service's own form that do not prove that an object is gone, because another answer shows the object.
 */
export const lonelyNotFound: readonly (readonly [string, Fault])[] = [
  ["a gateway's 404 in the service's shape", { status: 404, body: { message: "no Route matched" } }],
  ["the service's own 404 without a witness", { status: 404, body: { error: "Invalid ID" } }],
];
