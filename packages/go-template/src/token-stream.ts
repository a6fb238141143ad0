/** The tokens as the parser reads them: a place, look-ahead, and errors that know the line. */

import { lex, type Token, type TokenKind } from "./lexer.ts";
import { quote } from "./quote.ts";
import { TemplateError } from "./template-error.ts";

/** Blocks and parentheses inside one another, so that no template can exhaust the stack. */
const MAX_NESTING = 50;

export class TokenStream {
  readonly name: string;
  /** Line of the action being read, 0 between actions. */
  actionLine = 0;
  private readonly tokens: readonly Token[];
  private position = 0;
  /** The furthest token looked at: errors name its line. */
  private furthest = 0;
  private nesting = 0;

  constructor(name: string, text: string) {
    this.name = name;
    this.tokens = lex(text);
  }

  peek(): Token {
    return this.tokenAt(this.position);
  }

  peekTerm(): Token {
    while (this.peek().kind === "space") this.position += 1;
    return this.peek();
  }

  next(): Token {
    const token = this.peek();
    if (this.position < this.tokens.length - 1) this.position += 1;
    return token;
  }

  nextTerm(): Token {
    this.peekTerm();
    return this.next();
  }

  /** A place to come back to. */
  mark(): number {
    return this.position;
  }

  back(mark: number): void {
    this.position = mark;
  }

  expect(kind: TokenKind, context: string): Token {
    const token = this.nextTerm();
    if (token.kind !== kind) throw this.unexpected(token, context);
    return token;
  }

  /** Reads something that may contain itself. */
  nested<T>(read: () => T): T {
    this.nesting += 1;
    if (this.nesting > MAX_NESTING) throw this.failure("blocks or parentheses nested too deeply");
    const result = read();
    this.nesting -= 1;
    return result;
  }

  /** Runs a reader of literals, whose errors know no line. */
  located<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw error instanceof TemplateError ? this.failure(error.message) : error;
    }
  }

  unexpected(token: Token, context: string): TemplateError {
    if (token.kind !== "error") return this.failure(`unexpected ${shown(token)} in ${context}`);
    if (this.actionLine === 0 || this.actionLine === token.line) return this.failure(token.text);
    const where = `${token.text.endsWith(" action") ? "" : " in action"} started at`;
    return this.failure(`${token.text}${where} ${this.name}:${this.actionLine}`);
  }

  failure(message: string): TemplateError {
    const line = this.tokens[this.furthest]?.line ?? 1;
    return new TemplateError("parse", `template: ${this.name}:${line}: ${message}`);
  }

  private tokenAt(position: number): Token {
    this.furthest = Math.max(this.furthest, position);
    const token = this.tokens[position];
    if (token === undefined) throw this.failure("unexpected EOF");
    return token;
  }
}

function shown(token: Token): string {
  if (token.kind === "end") return "EOF";
  if (["keyword", "dot", "nil"].includes(token.kind)) return `<${token.text}>`;
  const characters = [...token.text.slice(0, 24)];
  if (new TextEncoder().encode(token.text.slice(0, 24)).length <= 10) return quote(token.text);
  return `${quote(characters.slice(0, 10).join(""))}...`;
}
