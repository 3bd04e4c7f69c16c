/** The schema of the component, from its class and arguments; its parts take what their kinds take. */
import ts from "typescript";
import { describe, describeThrows, paragraphs } from "./docs.mjs";
import { commentOf, declarationOf, tagOf } from "./source.mjs";

/** What the component gives to each of its parts. */
const given = ["instance", "instanceApiKey"];

const plain = (spec) => ({ ...spec, plain: true });
const recordOf = (spec) => ({ type: "object", additionalProperties: spec });

/** The schemas of the components, by token; `specs` gets their types. `index` is the file that exports the class. */
export function componentsOf({ index, resources, specs }) {
  const type = "MonitoredInstance";
  const find = (name) => declarationOf(name, { file: index }).node;
  const docsOf = (members) =>
    Object.fromEntries(members.filter(({ name }) => name).map((each) => [each.name.text, describe(commentOf(each))]));
  const typeNamed = (name, spec) => {
    specs[`broker:index:${name}`] = { type: "object", ...spec };
    return { type: "object", $ref: `#/types/broker:index:${name}` };
  };

  const partOf = (kind) => {
    const { inputProperties, requiredInputs } = resources[`broker:index:${kind}`];
    const properties = Object.fromEntries(Object.entries(inputProperties).filter(([name]) => !given.includes(name)));
    const description = `The arguments of ${/^[AI]/.test(kind) ? "an" : "a"} \`${kind}\` that a \`${type}\` makes.`;
    const required = requiredInputs.filter((name) => !given.includes(name));
    return plain(typeNamed(`${kind}Part`, { description, properties, required }));
  };
  const threshold = find("Threshold");
  const { value, seconds } = docsOf(threshold.members);
  const level = typeNamed("Threshold", {
    description: describe(commentOf(threshold)),
    properties: { value: { type: "number", description: value }, seconds: { type: "integer", description: seconds } },
  });
  const alarms = find("StandardAlarms");
  const isLevel = ({ type: node }) => node.getText().includes("Threshold");
  const standard = typeNamed("StandardAlarms", {
    description: describe(commentOf(alarms)),
    properties: Object.fromEntries(
      alarms.members.map((member) => [
        member.name.text,
        {
          ...plain(isLevel(member) ? { oneOf: [plain(level), plain({ type: "boolean" })] } : { type: "boolean" }),
          description: describe(commentOf(member)),
        },
      ]),
    ),
  });

  const made = find(type);
  const outputs = docsOf(made.members);
  const reference = (kind) => ({ $ref: `#/resources/broker:index:${kind}` });
  const inputs = docsOf(find(`${type}Args`).members);
  const described = (specs, docs) =>
    Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, { ...spec, description: docs[name] }]));
  const properties = {
    instance: reference("Instance"),
    recipients: recordOf(reference("Recipient")),
    alarms: recordOf(reference("Alarm")),
    integrations: recordOf(reference("Integration")),
  };
  const inputProperties = {
    instance: partOf("Instance"),
    recipients: plain(recordOf(partOf("Recipient"))),
    alarms: plain(standard),
    moreAlarms: plain(recordOf(partOf("Alarm"))),
    integrations: plain(recordOf(partOf("Integration"))),
  };
  const maker = made.members.find(ts.isConstructorDeclaration);
  return {
    [`broker:index:${type}`]: {
      comment: commentOf(made),
      isComponent: true,
      description: paragraphs(describe(commentOf(made)), describeThrows(tagOf(maker, "throws"))),
      properties: described(properties, outputs),
      required: Object.keys(properties),
      inputProperties: described(inputProperties, inputs),
      requiredInputs: ["instance"],
    },
  };
}
