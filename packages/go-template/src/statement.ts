/** Third step: statements write the output, branch, loop and call other templates. */

import { evaluatePipeline } from "./expression.ts";
import type { Statement, Statements } from "./nodes.ts";
import { shown } from "./print.ts";
import { quote } from "./quote.ts";
import type { Run, Slot } from "./run.ts";
import { Byte, Dictionary, integerOf, isTrue, List, type Value } from "./value.ts";

/** How a list of statements ended; a loop listens. */
type Outcome = "done" | "break" | "continue";

export function execute(run: Run, dot: Slot, statements: Statements): Outcome {
  for (const statement of statements) {
    const outcome = executeOne(run, dot, statement);
    if (outcome !== "done") return outcome;
  }
  return "done";
}

function executeOne(run: Run, dot: Slot, statement: Statement): Outcome {
  run.at(statement);
  switch (statement.kind) {
    case "text":
      run.output.write(statement.text);
      return "done";
    case "action": {
      const value = evaluatePipeline(run, dot, statement.pipeline);
      if (statement.pipeline.variables.length > 0) return "done";
      run.at(statement);
      run.output.write(shown(value, run.budget));
      return "done";
    }
    case "if":
    case "with":
      return run.scoped(() => executeBranches(run, dot, statement));
    case "range":
      return run.scoped(() => executeRange(run, dot, statement));
    case "template":
      executeTemplate(run, dot, statement);
      return "done";
    default:
      return statement.kind;
  }
}

function executeBranches(
  run: Run,
  dot: Slot,
  statement: Extract<Statement, { kind: "if" | "with" }>,
): Outcome {
  for (const { pipeline, body } of statement.branches) {
    const value = evaluatePipeline(run, dot, pipeline);
    if (!isTrue(value)) continue;
    return execute(run, statement.kind === "with" ? { value, boxed: false } : dot, body);
  }
  return execute(run, dot, statement.otherwise);
}

type Range = Extract<Statement, { kind: "range" }>;

function executeRange(run: Run, dot: Slot, statement: Range): Outcome {
  const value = evaluatePipeline(run, dot, statement.pipeline);
  let turns = 0;
  for (const [key, element] of elements(run, statement, value)) {
    turns += 1;
    run.budget.spend();
    const outcome = run.scoped(() => {
      bind(run, statement, key, element);
      return execute(run, element, statement.body);
    });
    if (outcome === "break") break;
  }
  return turns === 0 ? execute(run, dot, statement.otherwise) : "done";
}

function* elements(run: Run, { pipeline }: Range, value: Value): Generator<[Value, Slot]> {
  if (value == null) return;
  const end = integerOf(value);
  if (value instanceof List) {
    for (let index = 0; index < value.items.length; index++) {
      yield [BigInt(index), { value: value.at(index), boxed: true }];
    }
  } else if (value instanceof Dictionary) {
    const keys = value.sortedKeys();
    run.budget.spend(keys.length);
    for (const key of keys) yield [key, { value: value.get(key), boxed: true }];
  } else if (end !== undefined) {
    if (pipeline.variables.length > 1) {
      run.fail(`can't use ${shown(value, run.budget)} to iterate over more than one variable`);
    }
    for (let index = 0n; index < end; index++) {
      const element = value instanceof Byte ? new Byte(Number(index)) : index;
      yield [element, { value: element, boxed: false }];
    }
  } else run.fail(`range can't iterate over ${shown(value, run.budget)}`);
}

/** One variable is the element, two are key and element; the pipeline's own come before them. */
function bind(run: Run, { pipeline }: Range, key: Value, element: Slot): void {
  const [first, second] = pipeline.variables;
  const set = pipeline.assigns ? run.assign.bind(run) : run.declare.bind(run);
  if (first === undefined) return;
  if (second === undefined) set(first, element);
  else {
    set(first, { value: key, boxed: false });
    set(second, element);
  }
}

function executeTemplate(
  run: Run,
  dot: Slot,
  statement: Extract<Statement, { kind: "template" }>,
): void {
  const { name, pipeline } = statement;
  const body = run.body(name);
  if (body === undefined) run.fail(`template ${quote(name)} not defined`);
  if (run.depth > run.budget.depth) {
    run.exceed(`exceeded maximum template depth (${run.budget.depth})`);
  }
  const value = pipeline === undefined ? undefined : evaluatePipeline(run, dot, pipeline);
  run.inTemplate(name, value, () => execute(run, { value, boxed: false }, body));
}
