/** Functions that choose between values. */

import { isTrue, type Value } from "../value.ts";
import { failure, type Library, takes, takesMore } from "./define.ts";

/** Empty are: no value, zero, false, "", and what has no items. */
const isEmpty = (value: Value) => !isTrue(value);

export const choices: Library = {
  default: takesMore(["any"], "any", ([fallback, given]) => {
    return isTrue(given) ? given : fallback;
  }),
  empty: takes(["any"], ([value]) => isEmpty(value)),
  coalesce: takesMore([], "any", (values) => values.find(isTrue) ?? null),
  all: takesMore([], "any", (values) => values.every(isTrue)),
  any: takesMore([], "any", (values) => values.some(isTrue)),
  ternary: takes(["any", "any", "boolean"], ([yes, no, condition]) => (condition ? yes : no)),
  fail: takes(["text"], ([message]) => {
    throw failure(message);
  }),
};
