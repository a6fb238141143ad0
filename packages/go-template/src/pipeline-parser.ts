/** Second step, inside an action: tokens into pipelines, commands and terms. */

import type { Token } from "./lexer.ts";
import { parseCharacter, parseNumber, parseString } from "./literal.ts";
import { type Command, type Expression, nodeText, type Pipeline } from "./nodes.ts";
import { quote } from "./quote.ts";
import type { Scope } from "./scope.ts";
import type { TokenStream } from "./token-stream.ts";

/** What a template knows while it is read: functions by name, variables in scope. */
export type Names = { functions: ReadonlySet<string>; variables: Scope };

const TERMS: ReadonlySet<string> = new Set([
  "bool",
  "character",
  "dot",
  "field",
  "identifier",
  "number",
  "nil",
  "string",
  "variable",
  "(",
]);
const CONSTANTS: ReadonlySet<string> = new Set(["bool", "dot", "nil", "number", "string"]);

/** Reads up to and including `end`; `context` names the place in messages. */
export function parsePipeline(
  tokens: TokenStream,
  names: Names,
  context: string,
  end: "right" | ")",
): Pipeline {
  const { at } = tokens.peekTerm();
  const { variables, assigns } = declarations(tokens, names, context);
  const commands: Command[] = [];
  for (;;) {
    const token = tokens.peekTerm();
    if (token.kind === end) {
      tokens.next();
      break;
    }
    if (!TERMS.has(token.kind)) throw tokens.unexpected(token, context);
    commands.push(parseCommand(tokens, names));
  }
  if (commands.length === 0) throw tokens.failure(`missing value for ${context}`);
  commands.forEach((command, index) => {
    if (index === 0 || !CONSTANTS.has(command.terms[0]?.kind ?? "")) return;
    throw tokens.failure(`non executable command in pipeline stage ${index + 1}`);
  });
  return { kind: "pipeline", at, assigns, variables, commands };
}

/** `$x :=`, `$x =`, and in a range also `$i, $x :=`. */
function declarations(
  tokens: TokenStream,
  names: Names,
  context: string,
): { variables: string[]; assigns: boolean } {
  const variables: string[] = [];
  let assigns = false;
  while (tokens.peekTerm().kind === "variable") {
    const start = tokens.mark();
    const variable = tokens.next();
    const after = tokens.peekTerm();
    if (after.kind === "assign" || after.kind === "declare") {
      tokens.next();
      variables.push(variable.text);
      names.variables.declare(variable.text);
      assigns = after.kind === "assign";
      break;
    }
    if (after.kind !== "other" || after.text !== ",") {
      tokens.back(start);
      break;
    }
    tokens.next();
    variables.push(variable.text);
    names.variables.declare(variable.text);
    if (context !== "range" || variables.length > 1) {
      throw tokens.failure(`too many declarations in ${context}`);
    }
    if (!["variable", "right", ")"].includes(tokens.peekTerm().kind)) {
      throw tokens.failure("range can only initialize variables");
    }
  }
  return { variables, assigns };
}

function parseCommand(tokens: TokenStream, names: Names): Command {
  const { at } = tokens.peekTerm();
  const terms: Expression[] = [];
  for (;;) {
    tokens.peekTerm();
    const operand = parseOperand(tokens, names);
    if (operand !== undefined) terms.push(operand);
    const token = tokens.peek();
    if (token.kind === "right" || token.kind === ")") break;
    tokens.next();
    if (token.kind === "space") continue;
    if (token.kind === "pipe") break;
    throw tokens.unexpected(token, "operand");
  }
  if (terms.length === 0) throw tokens.failure("empty command");
  return { kind: "command", at, terms };
}

/** A term with the fields that follow it directly. */
function parseOperand(tokens: TokenStream, names: Names): Expression | undefined {
  const node = parseTerm(tokens, names);
  const { at, kind } = tokens.peek();
  if (node === undefined || kind !== "field") return node;
  const fields: string[] = [];
  while (tokens.peek().kind === "field") fields.push(tokens.next().text.slice(1));
  switch (node.kind) {
    case "field":
    case "variable":
      return { ...node, at, names: [...node.names, ...fields] };
    case "bool":
    case "string":
    case "number":
    case "nil":
    case "dot":
      throw tokens.failure(`unexpected . after term ${quote(nodeText(node))}`);
    default:
      return { kind: "chain", at, from: node, names: fields };
  }
}

function parseTerm(tokens: TokenStream, names: Names): Expression | undefined {
  const token = tokens.peek();
  if (!TERMS.has(token.kind)) return undefined;
  tokens.next();
  const { at, text } = token;
  switch (token.kind) {
    case "identifier":
      if (names.functions.has(text)) return { kind: "function", at, name: text };
      throw tokens.failure(`function ${quote(text)} not defined`);
    case "variable":
      if (names.variables.knows(text)) return { kind: "variable", at, name: text, names: [] };
      throw tokens.failure(`undefined variable ${quote(text)}`);
    case "field":
      return { kind: "field", at, names: [text.slice(1)] };
    case "(":
      return tokens.nested(() => parsePipeline(tokens, names, "parenthesized pipeline", ")"));
    case "dot":
      return { kind: "dot", at };
    case "nil":
      return { kind: "nil", at };
    case "bool":
      return { kind: "bool", at, value: text === "true" };
    default:
      return parseLiteral(tokens, token);
  }
}

function parseLiteral(tokens: TokenStream, { kind, text, at }: Token): Expression {
  return tokens.located((): Expression => {
    if (kind === "string") return { kind, at, text, value: parseString(text) };
    const value = kind === "character" ? parseCharacter(text) : parseNumber(text);
    return { kind: "number", at, text, value };
  });
}
