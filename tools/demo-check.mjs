/** Compares what a step of the demo did with what it says must come of it. */
import { isDeepStrictEqual } from "node:util";

/**
 * The findings of one step, each good or bad and in words.
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
  const sent = calls.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
  const held = heldNow(before, state);
  return [
    same("exit code", step.code ?? 0, run.code),
    sameList("Pulumi's steps", step.steps, changes),
    sameList("changing requests", fill(step.sends, ids), sent),
    ...(step.calls === undefined ? [] : [same("requests in all", step.calls, calls.length)]),
    ...Object.entries(step.says ?? {}).map(([name, pattern]) => said(run.lines, name, pattern)),
    holds(step.holds, held),
  ];
}

/** The text, or each text within, with the ids in the place of names in braces. */
export function fill(value, ids) {
  if (Array.isArray(value)) {
    return value.map((each) => fill(each, ids));
  }
  return value.replace(/\{(\w+)\}/g, (whole, name) => ids[name]?.split("/").at(-1) ?? whole);
}

function same(what, expected, actual) {
  const good = expected === actual;
  return { good, text: `${what}: ${actual}${good ? "" : `, not ${expected}`}` };
}

function sameList(what, expected, actual) {
  const good = isDeepStrictEqual([...expected].sort(), [...actual].sort());
  return { good, text: `${what}: ${inWords(actual)}${good ? "" : `; expected: ${inWords(expected)}`}` };
}

function said(lines, name, pattern) {
  const line = lines.find(({ on, text }) => on === name && pattern.test(text));
  return line
    ? { good: true, text: `on the row of ${name}: ${line.text.replace(/^.*has a problem: /, "")}` }
    : { good: false, text: `on the row of ${name}: nothing like ${pattern}` };
}

/** The records that were not there before the demo and are not on their way out. */
function heldNow(before, state) {
  return Object.entries(state).flatMap(([name, records]) => {
    const old = new Set(before[name].map(({ id }) => id));
    return records.filter(({ id, goneAt }) => !old.has(id) && !goneAt).map((record) => ({ in: name, record }));
  });
}

function holds(expected, held) {
  const fits = ({ in: name, fields }) =>
    held.some(
      (each) =>
        each.in === name && Object.entries(fields).every(([key, value]) => isDeepStrictEqual(each.record[key], value)),
    );
  const good = expected.length === held.length && expected.every(fits);
  const found = inWords(held.map((each) => `${each.in} ${each.record.id}`));
  return good
    ? { good, text: `the service holds: ${found}` }
    : { good, text: `the service holds: ${told(expected, held)}; expected: ${JSON.stringify(expected)}` };
}

/** What is held, with the fields that were asked for: the others may be secret. */
function told(expected, held) {
  const asked = (name) => expected.filter((each) => each.in === name).flatMap(({ fields }) => Object.keys(fields));
  return JSON.stringify(
    held.map(({ in: name, record }) => ({
      in: name,
      id: record.id,
      fields: Object.fromEntries(asked(name).map((key) => [key, record[key]])),
    })),
  );
}

const inWords = (list) => (list.length === 0 ? "none" : list.join(", "));
