/** The state of one execution, and how its errors say where they happened. */

import { type Budget, Output } from "./budget.ts";
import { type Node, nodeText, type Statements } from "./nodes.ts";
import { quote } from "./quote.ts";
import { TemplateError } from "./template-error.ts";
import { utf8Length } from "./utf8.ts";
import type { Value } from "./value.ts";

/** What a missing key of a map gives: no value, nil, or an error. Go's `missingkey` option. */
export type MissingKey = "default" | "zero" | "error";

/** A parsed template with its text, which messages count lines in. */
export type TemplateSource = {
  name: string;
  text: string;
  templates: ReadonlyMap<string, Statements>;
};

/**
 * A value in a place. Go's messages tell a value inside an interface (an element of a map or list)
 * from the bare one, and so must we.
 */
export type Slot = { value: Value; boxed: boolean };

/** What a pipe hands on; undefined at the start of a pipeline. */
export type Piped = { value: Value } | undefined;

type Variable = { name: string; slot: Slot };

export class Run {
  readonly budget: Budget;
  readonly missingKey: MissingKey;
  readonly output: Output;
  depth = 0;
  /** The node at work, for messages. */
  private node: Node | undefined;
  private readonly source: TemplateSource;
  private template: string;
  private variables: Variable[] = [];

  constructor(source: TemplateSource, missingKey: MissingKey, budget: Budget) {
    this.source = source;
    this.template = source.name;
    this.missingKey = missingKey;
    this.budget = budget;
    this.output = new Output(budget);
  }

  /** Enters a node: counts it and remembers it for messages. */
  at(node: Node): void {
    this.node = node;
    this.budget.spend();
  }

  /** Reports a bound that was reached. */
  exceed(message: string): never {
    throw new TemplateError("limit", message);
  }

  fail(message: string): never {
    throw new TemplateError("execute", message);
  }

  /** Runs a template with variables of its own. */
  inTemplate(name: string, data: Value, body: () => void): void {
    const { template, variables } = this;
    this.template = name;
    this.variables = [{ name: "$", slot: { value: data, boxed: false } }];
    this.depth += 1;
    body();
    this.depth -= 1;
    this.template = template;
    this.variables = variables;
  }

  /** Runs a block; variables it declares end with it. */
  scoped<T>(body: () => T): T {
    const mark = this.variables.length;
    const result = body();
    this.variables.length = mark;
    return result;
  }

  body(name: string): Statements | undefined {
    return this.source.templates.get(name);
  }

  declare(name: string, slot: Slot): void {
    this.variables.push({ name, slot });
  }

  assign(name: string, slot: Slot): void {
    this.find(name).slot = slot;
  }

  variable(name: string): Slot {
    return this.find(name).slot;
  }

  /** The error as Go words it, with template, place and node. */
  located(error: TemplateError): TemplateError {
    const { node, source } = this;
    const where = node === undefined ? source.name : `${source.name}:${this.position(node.at)}`;
    const what = node === undefined ? "" : ` at <${shortened(nodeText(node))}>`;
    const text = `template: ${where}: executing ${quote(this.template)}${what}: ${error.message}`;
    return new TemplateError(error.kind, text);
  }

  private find(name: string): Variable {
    for (let index = this.variables.length - 1; index >= 0; index--) {
      const variable = this.variables[index];
      if (variable?.name === name) {
        this.budget.spendOn(this.variables.length - index);
        return variable;
      }
    }
    return this.fail(`undefined variable: ${name}`);
  }

  /** Line from 1, column in bytes from 0. */
  private position(at: number): string {
    const before = this.source.text.slice(0, at);
    const lineStart = before.lastIndexOf("\n") + 1;
    const line = before.split("\n").length;
    return `${line}:${utf8Length(before.slice(lineStart))}`;
  }
}

function shortened(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}...` : text;
}
