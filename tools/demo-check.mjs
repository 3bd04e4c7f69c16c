/** Compares what a step of the demo did with what the step expects. */
import { isDeepStrictEqual } from "node:util";
import { kinds } from "./demo-steps.mjs";

/**
 * Returns the findings of one step, each with whether it is good and a text.
 *
 * @param {object} step of `demo-steps.mjs`
 * @param {object} seen
 * @param {object} seen.run what the engine said
 * @param {object[]} seen.requests what the service received
 * @param {object} seen.before what the service held before the demo
 * @param {object} seen.state what it holds now
 * @param {Record<string, string>} seen.ids of the resources, by name
 * @returns {{good: boolean, text: string}[]}
 */
export function check(step, { run, requests, before, state, ids }) {
  const changes = run.steps.filter(({ op }) => op !== "same").map(({ op, name }) => `${op} ${name}`);
  const calls = requests.filter(({ poll }) => !poll);
  const sends = fill(step.sends, ids);
  const sent = calls.filter(({ method }) => method !== "GET").map((request) => inSameDetail(sends, request));
  return [
    same("exit code", step.code ?? 0, run.code),
    sameList("Pulumi's steps", step.steps, changes),
    sameList("changing requests", sends, sent),
    ...(step.calls === undefined ? [] : [same("requests in all", step.calls, calls.length)]),
    ...Object.entries(step.says ?? {}).map(([name, pattern]) => said(run.lines, name, pattern)),
    holds(step.holds.map(withIds(ids)), heldNow(before, state)),
  ];
}

/** Replaces names in braces by ids, in a text or in each text of a list. */
export function fill(value, ids) {
  if (Array.isArray(value)) return value.map((each) => fill(each, ids));
  return value.replace(/\{(\w+)\}/g, (whole, name) => ids[name]?.split("/").at(-1) ?? whole);
}

/** Replaces fields whose whole value is a name in braces by the id as a number, as the service has it. */
function withIds(ids) {
  const filled = (value) => (/^\{\w+\}$/.test(value) ? Number(fill(value, ids)) : value);
  return ({ in: name, fields }) => ({
    in: name,
    fields: Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, filled(value)])),
  });
}

/** A request as a text. The text includes the body if the expected request has one. */
function inSameDetail(expected, { method, path, body }) {
  const text = `${method} ${path}`;
  return expected.some((each) => each.startsWith(`${text} `)) ? `${text} ${JSON.stringify(body)}` : text;
}

/** The finding that a value is as expected. */
export function same(what, expected, actual) {
  const good = expected === actual;
  return { good, text: `${what}: ${actual}${good ? "" : `, not ${expected}`}` };
}

/** The finding that a list is as expected, in any order. */
export function sameList(what, expected, actual) {
  const good = isDeepStrictEqual([...expected].sort(), [...actual].sort());
  return { good, text: `${what}: ${inWords(actual)}${good ? "" : `; expected: ${inWords(expected)}`}` };
}

function said(lines, name, pattern) {
  const line = lines.find(({ on, text }) => on === name && pattern.test(text));
  return line
    ? { good: true, text: `on the row of ${name}: ${line.text.replace(/^.*has a problem: /, "")}` }
    : { good: false, text: `on the row of ${name}: no line matches ${pattern}` };
}

/** The records that were made since the demo began and are not being removed. */
function heldNow(before, state) {
  return kinds.flatMap((name) => {
    const old = new Set(before[name].map(({ id }) => id));
    return state[name].filter(({ id, goneAt }) => !old.has(id) && !goneAt).map((record) => ({ in: name, record }));
  });
}

function holds(expected, held) {
  const fits = ({ in: name, fields }, each) =>
    each.in === name && Object.entries(fields).every(([key, value]) => isDeepStrictEqual(each.record[key], value));
  const missing = expected.filter((wanted) => !held.some((each) => fits(wanted, each)));
  const odd = held.filter((each) => !expected.some((wanted) => fits(wanted, each)));
  const good = missing.length === 0 && odd.length === 0 && expected.length === held.length;
  const found = inWords(held.map((each) => `${each.in} ${each.record.id}`));
  return {
    good,
    text: `the service holds: ${found}${good ? "" : `; it has ${describeHeld(expected, odd)}; expected: ${JSON.stringify(missing)}`}`,
  };
}

/** Describes records with only the fields that are expected: other fields may be secret. */
function describeHeld(expected, held) {
  const asked = (name) => expected.filter((each) => each.in === name).flatMap(({ fields }) => Object.keys(fields));
  return JSON.stringify(
    held.map(({ in: name, record }) => ({
      in: name,
      fields: Object.fromEntries(asked(name).map((key) => [key, record[key]])),
    })),
  );
}

const inWords = (list) => (list.length === 0 ? "none" : list.join(", "));
