/** Functions that calculate with fractions: decimally, so that 0.1 and 0.2 are 0.3. */

import type { Budget } from "../budget.ts";
import { DataNumber, type Value } from "../value.ts";
import {
  addDecimals,
  type Decimal,
  decimalOf,
  divideDecimals,
  multiplyDecimals,
  numberOf,
} from "./decimal.ts";
import { type Library, takes, takesMore } from "./define.ts";
import { toFloat } from "./numbers.ts";

type Step = (left: Decimal, right: Decimal) => Decimal;

function fold(first: Value, others: readonly Value[], step: Step, budget: Budget): DataNumber {
  let result = decimalOf(toFloat(first));
  for (const other of others) {
    budget.spendOn(result.digits.toString(16).length);
    result = step(result, decimalOf(toFloat(other)));
  }
  return new DataNumber(numberOf(result));
}

const folding = (step: Step) =>
  takesMore(["any"], "any", ([first, ...others], budget) => fold(first, others, step, budget));

const subtract: Step = (left, right) => addDecimals(left, { ...right, digits: -right.digits });

const rounding = (round: (value: number) => number) =>
  takes(["any"], ([value]) => new DataNumber(round(toFloat(value))));

/** The part of a fraction from which it goes up is 0.5 unless a further argument says another. */
function round(value: number, places: number, on = 0.5): number {
  const power = 10 ** places;
  const scaled = power * value;
  const fraction = scaled - Math.trunc(scaled);
  return (fraction >= on ? Math.ceil(scaled) : Math.floor(scaled)) / power;
}

const most = (pick: (left: number, right: number) => number) =>
  takesMore(["any"], "any", ([first, ...others]) => {
    return new DataNumber(others.map(toFloat).reduce(pick, toFloat(first)));
  });

export const floats: Library = {
  float64: rounding((value) => value),
  addf: takesMore([], "any", (values, budget) => fold(0n, values, addDecimals, budget)),
  add1f: takes(["any"], ([value], budget) => fold(value, [1n], addDecimals, budget)),
  subf: folding(subtract),
  mulf: folding(multiplyDecimals),
  divf: folding(divideDecimals),
  maxf: most((left, right) => Math.max(left, right)),
  minf: most((left, right) => Math.min(left, right)),
  ceil: rounding(Math.ceil),
  floor: rounding(Math.floor),
  round: takesMore(["any", "integer"], "any", ([value, places, on]) => {
    const from = on === undefined ? undefined : toFloat(on);
    return new DataNumber(round(toFloat(value), Number(places), from));
  }),
};
