import { isUnquotable, marksOf } from "../../../provider/framework/kind/marks";
import { definitions } from "../../../provider/resources/definitions";
import { kindOf } from "../../kinds";

test.each(definitions)("the secrets of $handler are those of its kind", ({ handler, schema, secretOutputs = [] }) => {
  const marks = Object.entries(marksOf(schema)).filter(([, mark]) => isUnquotable(mark));
  expect([...marks.map(([name]) => name), ...secretOutputs].sort()).toEqual(kindOf(handler).secrets);
});
