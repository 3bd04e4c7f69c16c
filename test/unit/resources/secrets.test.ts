import { isUnquotable, marksOf } from "../../../provider/framework/kind/marks";
import { handlerName } from "../../../provider/framework/kind/tokens";
import { definitions } from "../../../provider/resources/definitions";
import { kindOf } from "../../kinds";

test.each(definitions)("the secrets of a $type are those of its kind", ({ type, schema, secretOutputs = [] }) => {
  const marks = Object.entries(marksOf(schema)).filter(([, mark]) => isUnquotable(mark));
  const { secrets } = kindOf(handlerName({ type }));
  expect([...marks.map(([name]) => name), ...secretOutputs].sort()).toEqual([...secrets].sort());
});
