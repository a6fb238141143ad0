/** A call of a function: number and types of its arguments, and the three that are special. */

import { FUNCTIONS } from "./functions.ts";
import type { Parameter } from "./library/define.ts";
import type { NumberLiteral } from "./literal.ts";
import { type Command, type Expression, nodeText } from "./nodes.ts";
import { shown } from "./print.ts";
import type { Piped, Run } from "./run.ts";
import { TemplateError } from "./template-error.ts";
import { Dictionary, integerOf, isTrue, OwnDictionary, typeName, type Value } from "./value.ts";

export type Call = {
  /** The whole command, which messages about the result name. */
  node: Command | Expression;
  name: Extract<Expression, { kind: "function" }>;
  terms: readonly Expression[];
  piped: Piped;
  /** Evaluates an argument where the call stands. */
  evaluate: (term: Expression) => Value;
};

export function callFunction(run: Run, call: Call): Value {
  const { name } = call.name;
  run.at(call.name);
  const called = FUNCTIONS.get(name);
  if (called === undefined) return run.fail(`${JSON.stringify(name)} is not a defined function`);
  const { parameters, rest } = called;
  const given = call.terms.length + (call.piped === undefined ? 0 : 1);
  if (rest ? given < parameters.length : given !== parameters.length) {
    const want = `want ${rest ? "at least " : ""}${parameters.length}`;
    run.fail(`wrong number of args for ${name}: ${want} got ${rest ? call.terms.length : given}`);
  }
  if (name === "and" || name === "or") return shortCircuit(run, call);
  const kindAt = (index: number) => parameters[index] ?? rest ?? "any";
  const values = call.terms.map((term, index) => argument(run, call, term, kindAt(index)));
  if (call.piped !== undefined) {
    values.push(checked(run, call.piped.value, kindAt(values.length)));
  }
  run.budget.spendOn(values.length);
  for (const value of values) if (typeof value === "string") run.budget.spendOn(value.length);
  return attempt(run, call, () => {
    if (name === "call") return refuseCall(run, call, values[0]);
    const result = called.apply(values, run.budget);
    if (typeof result === "string") run.budget.checkLength(result.length);
    return result;
  });
}

/** Runs the function itself; its error is told with the command as its place. */
function attempt(run: Run, call: Call, apply: () => Value): Value {
  try {
    return apply();
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    run.at(call.node);
    if (error.kind !== "execute") throw error;
    return run.fail(`error calling ${call.name.name}: ${error.message}`);
  }
}

/** `and` stops at the first false value, `or` at the first true one; the rest is not evaluated. */
function shortCircuit(run: Run, call: Call): Value {
  const stop = call.name.name === "or";
  let value: Value;
  for (const term of call.terms) {
    value = argument(run, call, term, "any");
    if (isTrue(value) === stop) return value;
  }
  return call.piped === undefined ? value : call.piped.value;
}

/** Data holds no functions, so there is nothing to call. */
function refuseCall(run: Run, call: Call, value: Value): never {
  if (value == null) return run.fail("call of nil");
  const [first] = call.terms;
  const name = first === undefined ? shown(value, run.budget) : nodeText(first);
  return run.fail(`non-function ${name} of type ${typeName(value)}`);
}

/** How Go calls the kinds, and its complaint about a literal of another kind. */
const KINDS = {
  text: { type: "string", refusal: (text: string) => `expected string; found ${text}` },
  integer: { type: "int", refusal: (text: string) => `expected integer; found ${text}` },
  boolean: { type: "bool", refusal: (text: string) => `expected bool; found ${text}` },
  map: {
    type: "map[string]interface {}",
    refusal: (text: string) => `can't handle ${text} for arg of type map[string]interface {}`,
  },
} as const;

function argument(run: Run, call: Call, term: Expression, parameter: Parameter): Value {
  if (parameter === "any") return call.evaluate(term);
  const { type, refusal } = KINDS[parameter];
  if (term.kind === "nil") {
    run.at(term);
    return parameter === "map" ? new OwnDictionary() : run.fail(`cannot assign nil to ${type}`);
  }
  if (term.kind !== "bool" && term.kind !== "number" && term.kind !== "string") {
    return checked(run, call.evaluate(term), parameter);
  }
  run.at(term);
  const value = fitting(term.kind === "number" ? wholeLiteral(term.value) : term.value, parameter);
  if (value !== undefined) return value;
  return run.fail(refusal(nodeText(term)));
}

/** `5.0` is written as a float and stands for an integer where one is wanted. */
function wholeLiteral(value: NumberLiteral): Value {
  if (value === "overflow") return undefined;
  return Number.isInteger(value) ? BigInt(value) : value;
}

function checked(run: Run, value: Value, parameter: Parameter): Value {
  if (parameter === "any") return value;
  const taken = fitting(value, parameter);
  if (taken !== undefined) return taken;
  const { type } = KINDS[parameter];
  if (value === undefined) return run.fail(`invalid value; expected ${type}`);
  const given = value === null ? "interface {}" : typeName(value);
  return run.fail(`wrong type for value; expected ${type}; got ${given}`);
}

/** The value as a parameter of this kind takes it; undefined when it does not. */
function fitting(value: Value, parameter: Exclude<Parameter, "any">): Value {
  switch (parameter) {
    case "text":
      return typeof value === "string" ? value : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "integer":
      return integerOf(value);
    case "map":
      // A map that is not there is an empty one, as Go's nil map.
      if (value === undefined) return new OwnDictionary();
      return value instanceof Dictionary ? value : undefined;
  }
}
