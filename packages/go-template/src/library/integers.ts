/** Functions that calculate with integers, and count. */

import type { Budget } from "../budget.ts";
import { shown } from "../print.ts";
import { List, type Value } from "../value.ts";
import { failure, type Library, takes, takesMore } from "./define.ts";
import { int64, nonZero } from "./int64.ts";
import { toInteger } from "./numbers.ts";

type Step = (left: bigint, right: bigint) => bigint;

/** Takes the values one after the other into the first. */
const fold = (step: Step) =>
  takesMore(["any"], "any", ([first, ...others]) => {
    return others
      .map(toInteger)
      .reduce((left, right) => int64(step(left, right)), toInteger(first));
  });

const pair = (step: Step) =>
  takes(["any", "any"], ([left, right]) => int64(step(toInteger(left), toInteger(right))));

/** From `start` up or down to `stop`, without it. */
function range(start: bigint, stop: bigint, step: bigint, budget: Budget): bigint[] {
  const up = stop >= start;
  if (up ? step <= 0n : step >= 0n) return [];
  const numbers: bigint[] = [];
  for (let at = start; up ? at < stop : at > stop; at += step) {
    budget.spend();
    numbers.push(at);
  }
  return numbers;
}

const until = (stop: bigint, budget: Budget) => range(0n, stop, stop < 0n ? -1n : 1n, budget);

/** `seq end`, `seq start end`, `seq start step end`, with the end. */
function sequence(values: readonly bigint[], budget: Budget): string {
  const [first = 0n, second = 0n, third = 0n] = values;
  if (values.length === 0 || values.length > 3) return "";
  const [start, end] =
    values.length === 1 ? [1n, first] : values.length === 2 ? [first, second] : [first, third];
  const one = end < start ? -1n : 1n;
  const step = values.length === 3 ? second : one;
  if (values.length === 3 && end < start && step > 0n) return "";
  return range(start, end + one, step, budget).join(" ");
}

/** A text of digits as an octal number, as file modes are written. */
function fromOctal(value: Value, budget: Budget): bigint {
  const text = shown(value, budget);
  if (!/^[+-]?[0-7]{1,21}$/.test(text)) return 0n;
  const size = BigInt(`0o${text.replace(/^[+-]/, "")}`);
  const number = text.startsWith("-") ? -size : size;
  return int64(number) === number ? number : 0n;
}

/** A text of decimal digits; 0 for anything else. */
function fromDecimal(text: string): bigint {
  if (!/^[+-]?\d{1,30}$/.test(text)) return 0n;
  const number = BigInt(text.replace(/^\+/, ""));
  const most = 2n ** 63n;
  return number >= most ? most - 1n : number < -most ? -most : number;
}

/** `Math.max` takes no bigint. */
const larger: Step = (left, right) => (left - right > 0n ? left : right);
const smaller: Step = (left, right) => (left - right < 0n ? left : right);

const largest = fold(larger);
const integer = takes(["any"], ([value]) => toInteger(value));

export const integers: Library = {
  add: takesMore([], "any", (values) => {
    return values.map(toInteger).reduce((left, right) => int64(left + right), 0n);
  }),
  add1: takes(["any"], ([value]) => int64(toInteger(value) + 1n)),
  sub: pair((left, right) => left - right),
  mul: fold((left, right) => left * right),
  div: pair((left, right) => left / nonZero(right)),
  mod: pair((left, right) => left % nonZero(right)),
  max: largest,
  biggest: largest,
  min: fold(smaller),
  int: integer,
  int64: integer,
  atoi: takes(["text"], ([text]) => fromDecimal(text)),
  toDecimal: takes(["any"], ([value], budget) => fromOctal(value, budget)),
  until: takes(["integer"], ([stop], budget) => new List(until(stop, budget))),
  untilStep: takes(["integer", "integer", "integer"], ([start, stop, step], budget) => {
    if (step === 0n && start > stop) throw failure("a step of 0 never ends");
    return new List(range(start, stop, step, budget));
  }),
  seq: takesMore([], "integer", (values, budget) => sequence(values, budget)),
};
