import type { Fault } from "../../provider/emulator";

/** Answers of a proxy, a gateway or a wrong base path: a 404 or 410 that says nothing of the object. */
export const foreignNotFound: readonly (readonly [string, Fault])[] = [
  ["a page with 404", { html: true, status: 404 }],
  ["an empty 404", { empty: true, status: 404 }],
  ["a 404 with JSON of another shape", { status: 404, body: { detail: "Not Found" } }],
  ["a page with 410", { html: true, status: 410 }],
];

/** Answers in the service's form that do not prove an object gone: another answer shows the object. */
export const lonelyNotFound: readonly (readonly [string, Fault])[] = [
  ["a gateway's 404 in the service's shape", { status: 404, body: { message: "no Route matched" } }],
  ["the service's own 404 without a witness", { status: 404, body: { error: "Invalid ID" } }],
];

/** Successes by status that say, or leave open, that nothing was done: the service confirms no write so. */
export const refusalsWithSuccess: readonly (readonly [string, { status?: number; raw: string }])[] = [
  ["an error with a code", { raw: '{"error":{"code":1,"message":"not allowed"}}' }],
  ["an error in a word", { raw: '{"error":"forbidden"}' }],
  ["an error that is true", { raw: '{"error":true}' }],
  ["an error that is true, and a message", { raw: '{"error":true,"message":"Something went wrong"}' }],
  ["a list of errors", { raw: '{"errors":["no"]}' }],
  ["errors by field", { raw: '{"errors":{"base":["no"]}}' }],
  ["errors beside data", { raw: '{"data":null,"errors":[{"message":"no"}]}' }],
  ["a code of the service", { raw: '{"error_code":40099}' }],
  ["a message of an error", { raw: '{"error_message":"no"}' }],
  ["no success", { raw: '{"success":false}' }],
  ["no success, with an id and a message", { raw: '{"success":false,"id":7,"message":"Changes saved"}' }],
  ["no success in a word", { raw: '{"success":"false"}' }],
  ["not ok", { raw: '{"ok":false,"message":"try later"}' }],
  ["a problem", { raw: '{"title":"Forbidden","status":403}' }],
  ["a problem with a detail", { raw: '{"type":"about:blank","title":"Bad Gateway","detail":"upstream"}' }],
  ["a status that is an error's", { raw: '{"status":500,"message":"Changes saved"}' }],
  ["a status that is an error's, as text", { raw: '{"status":"503"}' }],
  ["a code that is an error's", { raw: '{"code":401,"message":"Changes saved"}' }],
  ["a status code that is an error's", { raw: '{"statusCode":502,"message":"Changes saved"}' }],
  ["a status in words", { raw: '{"status":"error","message":"Changes saved"}' }],
  ["a failed status", { raw: '{"status":"failed"}' }],
  ["a message that refuses", { raw: '{"message":"Forbidden"}' }],
  ["a message that refuses with a code", { raw: '{"message":"rejected-by-policy (Upstream.Error-403)"}' }],
  ["no row", { raw: '{"rowCount":0}' }],
  ["a fault", { raw: '{"fault":{"faultstring":"policy"}}' }],
  ["an inner answer", { status: 207, raw: '{"responses":[{"status":500,"body":{"error":"no"}}]}' }],
  ["a status of 207 alone", { status: 207, raw: '{"message":"Changes saved"}' }],
  ["a status of 206", { status: 206, raw: '{"message":"Changes saved"}' }],
  ["a status of 203", { status: 203, raw: '{"message":"Changes saved"}' }],
  ["an empty list", { raw: "[]" }],
  ["a list of errors alone", { raw: '[{"error":"no"}]' }],
  ["null", { raw: "null" }],
  ["a text", { raw: '"maintenance"' }],
  ["nothing that confirms", { raw: "{}" }],
];

/** Forms in which a list shows only a part of what it holds. The list itself is the caller's. */
export const partsOfLists: readonly (readonly [string, { status?: number; headers?: Record<string, string> }])[] = [
  ["a range", { status: 206, headers: { "content-range": "items 0-1/9" } }],
  ["a status of 206 alone", { status: 206 }],
  ["a next page", { headers: { link: '</api/x?page=2>; rel="next"' } }],
  ["a next page among others", { headers: { link: "</api/x?page=9>; rel=last, </api/x?page=2>; rel=next" } }],
  ["a larger total", { headers: { "x-total-count": "9" } }],
  ["a range with 200", { headers: { "content-range": "items 0-1/9" } }],
];
