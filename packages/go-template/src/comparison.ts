/**
 * `eq ne lt le gt ge`: comparison as Go does it, between values of one kind only; but a number of the
 * data compares with an integer and with a float.
 */

import { type Budget, Output } from "./budget.ts";
import { PLAIN } from "./format-style.ts";
import { Formatter } from "./format-value.ts";
import { TemplateError } from "./template-error.ts";
import { compareText } from "./utf8.ts";
import { Byte, DataNumber, typeName, type Value } from "./value.ts";

/** Whether the first value equals one of the others. */
export function equalsAny([first, ...others]: readonly Value[], budget: Budget): boolean {
  if (others.length === 0) throw failure("missing argument for comparison");
  return others.some((other) => equals(first, other, budget));
}

export function equals(left: Value, right: Value, budget: Budget): boolean {
  const a = scalar(left);
  const b = scalar(right);
  if (left == null || right == null) return left == null && right == null;
  const numbers = dataNumbers(left, right);
  if (numbers) return !(numbers[0] < numbers[1]) && !(numbers[0] > numbers[1]) && noNaN(numbers);
  if (a !== undefined && typeof a === typeof b) return a === b;
  if (a !== undefined || b !== undefined) throw incompatible(left, right);
  if (typeName(left) !== typeName(right)) {
    const types = `${text(left, "s", budget)}: ${typeName(left)}, ${typeName(right)}`;
    throw failure(`non-comparable types ${types}: ${text(right, "v", budget)}`);
  }
  throw failure(`non-comparable type ${text(right, "s", budget)}: ${typeName(right)}`);
}

export function isLess(left: Value, right: Value): boolean {
  const a = scalar(left);
  const b = scalar(right);
  const numbers = dataNumbers(left, right);
  if (numbers) return numbers[0] < numbers[1];
  if (a === undefined || b === undefined) throw failure("invalid type for comparison");
  if (typeof a !== typeof b) throw incompatible(left, right);
  if (typeof a === "boolean") throw failure("invalid type for comparison");
  return typeof a === "string" && typeof b === "string" ? compareText(a, b) < 0 : a < b;
}

type Numeric = bigint | number;

/** Two numbers of which one at least is of the data: they compare by what they are worth. */
function dataNumbers(left: Value, right: Value): readonly [Numeric, Numeric] | undefined {
  if (!(left instanceof DataNumber) && !(right instanceof DataNumber)) return undefined;
  const a = numeric(left);
  const b = numeric(right);
  return a === undefined || b === undefined ? undefined : [a, b];
}

function numeric(value: Value): Numeric | undefined {
  if (value instanceof DataNumber) return value.value;
  const plain = scalar(value);
  return typeof plain === "bigint" || typeof plain === "number" ? plain : undefined;
}

const noNaN = (numbers: readonly Numeric[]) => numbers.every((number) => !Object.is(number, NaN));

/** The value of a basic type; bytes and ints compare as integers. */
function scalar(value: Value): boolean | bigint | number | string | undefined {
  if (value instanceof Byte) return BigInt(value.value);
  if (value instanceof DataNumber) return value.value;
  return typeof value === "object" || value === undefined ? undefined : value;
}

function text(value: Value, verb: "s" | "v", budget: Budget): string {
  const output = new Output(budget);
  new Formatter(budget, output).argument(value, verb, PLAIN);
  return output.text;
}

function incompatible(left: Value, right: Value): TemplateError {
  const types = `${typeName(left)} and ${typeName(right)}`;
  return failure(`incompatible types for comparison: ${types}`);
}

function failure(message: string): TemplateError {
  return new TemplateError("execute", message);
}
