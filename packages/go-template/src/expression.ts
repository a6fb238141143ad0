/** Third step, inside an action: pipelines, commands and terms to values. */

import { callFunction } from "./function-call.ts";
import { type Command, type Expression, nodeText, type Pipeline } from "./nodes.ts";
import type { Piped, Run, Slot } from "./run.ts";
import { Dictionary, TemplateRecord, typeName, type Value } from "./value.ts";

const NOTHING: Slot = { value: undefined, boxed: false };

export function evaluatePipeline(run: Run, dot: Slot, pipeline: Pipeline): Value {
  run.at(pipeline);
  let piped: Piped;
  for (const command of pipeline.commands) {
    const { value } = evaluateCommand(run, dot, command, piped);
    piped = { value: value ?? undefined };
  }
  const value = piped?.value;
  for (const name of pipeline.variables) {
    if (pipeline.assigns) run.assign(name, { value, boxed: false });
    else run.declare(name, { value, boxed: false });
  }
  return value;
}

function evaluateCommand(run: Run, dot: Slot, command: Command, piped: Piped): Slot {
  const [first, ...rest] = command.terms;
  if (first === undefined) return run.fail("empty command");
  const given = rest.length > 0 || piped !== undefined;
  if (first.kind === "function") {
    const evaluate = (term: Expression) => evaluateTerm(run, dot, term).value;
    return bare(callFunction(run, { node: command, name: first, terms: rest, piped, evaluate }));
  }
  if (first.kind === "field" || first.kind === "chain" || first.kind === "variable") {
    return evaluateFields(run, dot, first, given);
  }
  if (first.kind !== "pipeline") run.at(first);
  if (given) run.fail(`can't give argument to non-function ${nodeText(first)}`);
  if (first.kind === "nil") run.fail("nil is not a command");
  return first.kind === "pipeline"
    ? bare(evaluatePipeline(run, dot, first))
    : constant(run, dot, first);
}

/** A term where a value is wanted: an argument, or what a chain of fields starts from. */
function evaluateTerm(run: Run, dot: Slot, term: Expression): Slot {
  run.at(term);
  switch (term.kind) {
    case "field":
    case "chain":
    case "variable":
      return evaluateFields(run, dot, term, false);
    case "pipeline":
      return bare(evaluatePipeline(run, dot, term));
    case "function":
      return evaluateCommand(run, dot, { kind: "command", at: term.at, terms: [term] }, undefined);
    default:
      return constant(run, dot, term);
  }
}

function constant(run: Run, dot: Slot, term: Expression): Slot {
  switch (term.kind) {
    case "dot":
      return dot;
    case "bool":
    case "string":
      return bare(term.value);
    case "number":
      return term.value === "overflow" ? run.fail(`${term.text} overflows int`) : bare(term.value);
    default:
      return bare(null);
  }
}

function evaluateFields(
  run: Run,
  dot: Slot,
  term: Extract<Expression, { kind: "field" | "chain" | "variable" }>,
  given: boolean,
): Slot {
  run.at(term);
  let slot = dot;
  if (term.kind === "variable") {
    slot = run.variable(term.name);
    if (term.names.length === 0 && given) {
      run.fail(`can't give argument to non-function ${nodeText(term)}`);
    }
  }
  if (term.kind === "chain") {
    if (term.from.kind === "nil") run.fail(`indirection through explicit nil in ${nodeText(term)}`);
    slot = evaluateTerm(run, dot, term.from);
  }
  term.names.forEach((name, index) => {
    run.budget.spend();
    slot = field(run, slot, name, given && index === term.names.length - 1);
  });
  return slot;
}

/** One step into a map or record; `given` when arguments were written after it. */
function field(run: Run, { value, boxed }: Slot, name: string, given: boolean): Slot {
  if (value === undefined) {
    if (run.missingKey === "error") run.fail(`nil data; no entry for key ${JSON.stringify(name)}`);
    return NOTHING;
  }
  if (value === null) return run.fail(`nil pointer evaluating interface {}.${name}`);
  if (value instanceof TemplateRecord) {
    const found = value.get(name);
    if (found !== undefined) {
      if (given) run.fail(`${name} has arguments but cannot be invoked as function`);
      return { value: found, boxed: true };
    }
  }
  if (value instanceof Dictionary) {
    if (given) run.fail(`${name} is not a method but has arguments`);
    const found = value.get(name);
    if (found !== undefined) return { value: found, boxed: true };
    if (run.missingKey === "error") run.fail(`map has no entry for key ${JSON.stringify(name)}`);
    return run.missingKey === "zero" ? { value: null, boxed: true } : NOTHING;
  }
  const type = boxed ? "interface {}" : typeName(value);
  return run.fail(`can't evaluate field ${name} in type ${type}`);
}

function bare(value: Value): Slot {
  return { value, boxed: false };
}
