/** A call of a function: number and types of its arguments, and the three that are special. */

import { FUNCTIONS, type Parameter } from "./functions.ts";
import { type Command, type Expression, nodeText } from "./nodes.ts";
import { shown } from "./print.ts";
import type { Piped, Run } from "./run.ts";
import { TemplateError } from "./template-error.ts";
import { isTrue, typeName, type Value } from "./value.ts";

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
  const values = call.terms.map((term, index) => {
    return argument(run, call, term, parameters[index] ?? "any");
  });
  if (call.piped !== undefined) {
    values.push(checked(run, call.piped.value, parameters[values.length] ?? "any"));
  }
  run.budget.spendOn(values.length);
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

function argument(run: Run, call: Call, term: Expression, parameter: Parameter): Value {
  if (parameter === "text") {
    if (term.kind === "nil") {
      run.at(term);
      return run.fail("cannot assign nil to string");
    }
    if (term.kind === "bool" || term.kind === "number") {
      run.at(term);
      return run.fail(`expected string; found ${nodeText(term)}`);
    }
  }
  return checked(run, call.evaluate(term), parameter);
}

function checked(run: Run, value: Value, parameter: Parameter): Value {
  if (parameter === "any" || typeof value === "string") return value;
  if (value === undefined) return run.fail("invalid value; expected string");
  const type = value === null ? "interface {}" : typeName(value);
  return run.fail(`wrong type for value; expected string; got ${type}`);
}
