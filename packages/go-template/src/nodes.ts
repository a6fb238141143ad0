/** The tree of a template, and how a node is written in an error message. */

import type { NumberLiteral } from "./literal.ts";
import { quote } from "./quote.ts";

export type Expression =
  | { kind: "dot"; at: number }
  | { kind: "nil"; at: number }
  | { kind: "bool"; at: number; value: boolean }
  | { kind: "number"; at: number; text: string; value: NumberLiteral }
  | { kind: "string"; at: number; text: string; value: string }
  | { kind: "function"; at: number; name: string }
  | { kind: "field"; at: number; names: readonly string[] }
  | { kind: "variable"; at: number; name: string; names: readonly string[] }
  | { kind: "chain"; at: number; from: Expression; names: readonly string[] }
  | Pipeline;

export type Pipeline = {
  kind: "pipeline";
  at: number;
  /** `$x = …` sets a variable, `$x := …` declares one. */
  assigns: boolean;
  variables: readonly string[];
  commands: readonly Command[];
};

export type Command = { kind: "command"; at: number; terms: readonly Expression[] };

export type Branch = { pipeline: Pipeline; body: Statements };

export type Statement =
  | { kind: "text"; at: number; text: string }
  | { kind: "action"; at: number; pipeline: Pipeline }
  | { kind: "if" | "with"; at: number; branches: readonly Branch[]; otherwise: Statements }
  | { kind: "range"; at: number; pipeline: Pipeline; body: Statements; otherwise: Statements }
  | { kind: "template"; at: number; name: string; pipeline: Pipeline | undefined }
  | { kind: "break" | "continue"; at: number };

export type Statements = readonly Statement[];

export type Node = Expression | Command | Statement;

/** The node as Go writes it back; bodies of blocks are left out. */
export function nodeText(node: Node): string {
  switch (node.kind) {
    case "dot":
      return ".";
    case "nil":
      return "nil";
    case "bool":
      return String(node.value);
    case "number":
    case "string":
    case "text":
      return node.text;
    case "function":
      return node.name;
    case "field":
      return fields(node.names);
    case "variable":
      return node.name + fields(node.names);
    case "chain":
      return term(node.from) + fields(node.names);
    case "command":
      return node.terms.map(term).join(" ");
    case "pipeline":
      return pipelineText(node);
    case "action":
      return `{{${nodeText(node.pipeline)}}}`;
    case "if":
    case "with":
      return `{{${node.kind} ${node.branches[0] ? nodeText(node.branches[0].pipeline) : ""}}}`;
    case "range":
      return `{{range ${nodeText(node.pipeline)}}}`;
    case "template":
      return `{{template ${quote(node.name)}${argument(node.pipeline)}}}`;
    case "break":
    case "continue":
      return `{{${node.kind}}}`;
  }
}

function pipelineText(pipeline: Pipeline): string {
  const commands = pipeline.commands.map(nodeText).join(" | ");
  if (pipeline.variables.length === 0) return commands;
  return `${pipeline.variables.join(", ")} ${pipeline.assigns ? "=" : ":="} ${commands}`;
}

function argument(pipeline: Pipeline | undefined): string {
  return pipeline === undefined ? "" : ` ${nodeText(pipeline)}`;
}

function term(node: Expression): string {
  return node.kind === "pipeline" ? `(${nodeText(node)})` : nodeText(node);
}

function fields(names: readonly string[]): string {
  return names.map((name) => `.${name}`).join("");
}
