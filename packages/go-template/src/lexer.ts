/** First step: template text into tokens, in one pass over the text. */

import { quote, unicodeName } from "./quote.ts";
import { isDigit, isSpace, LETTER, matchEnd, NUMBER, WHITE, WORD } from "./scan.ts";

export type TokenKind =
  | "text"
  | "left"
  | "right"
  | "space"
  | "assign"
  | "declare"
  | "pipe"
  | "string"
  | "character"
  | "number"
  | "bool"
  | "nil"
  | "dot"
  | "variable"
  | "field"
  | "identifier"
  | "keyword"
  | "("
  | ")"
  | "other"
  | "error"
  | "end";

/** `at` is an index into the text, `line` counts from 1; an error token carries its message. */
export type Token = { kind: TokenKind; text: string; at: number; line: number };

const KEYWORDS: ReadonlySet<string> = new Set(
  "block break continue define else end if range template with".split(" "),
);
export function lex(text: string): Token[] {
  const lexer = new Lexer(text);
  lexer.run();
  return lexer.tokens;
}

class Lexer {
  readonly tokens: Token[] = [];
  private readonly text: string;
  private at = 0;
  private line = 1;
  private counted = 0;
  private parentheses = 0;

  constructor(text: string) {
    this.text = text;
  }

  run(): void {
    while (this.at < this.text.length) {
      if (!this.plainText() || !this.action()) return;
    }
    this.emit("end", this.at, this.at);
  }

  /** Text up to the next action; false at the end of the template. */
  private plainText(): boolean {
    const start = this.at;
    const delimiter = this.text.indexOf("{{", start);
    if (delimiter < 0) {
      this.emit("text", start, this.text.length);
      this.emit("end", this.at, this.at);
      return false;
    }
    let end = delimiter;
    if (this.trimsAfter(delimiter + 2)) {
      while (end > start && isSpace(this.text[end - 1])) end -= 1;
    }
    if (end > start) this.emit("text", start, end);
    this.at = delimiter;
    return true;
  }

  /** One action or comment; false when an error token ends the list. */
  private action(): boolean {
    const start = this.at;
    const inside = start + (this.trimsAfter(start + 2) ? 4 : 2);
    if (this.text.startsWith("/*", inside)) return this.comment(start, inside);
    this.emit("left", start, inside);
    this.parentheses = 0;
    for (;;) {
      const closed = this.closing(this.at);
      if (closed > 0) {
        if (this.parentheses > 0) return this.fail(this.at, "unclosed left paren");
        this.close(closed);
        return true;
      }
      if (!this.token()) return false;
    }
  }

  private comment(start: number, opened: number): boolean {
    const end = this.text.indexOf("*/", opened + 2);
    if (end < 0) return this.fail(start, "unclosed comment");
    const closed = this.closing(end + 2);
    if (closed === 0) return this.fail(start, "comment ends before closing delimiter");
    this.at = end + 2 + closed;
    if (closed > 2) this.skipSpace();
    return true;
  }

  private close(length: number): void {
    this.emit("right", this.at + length - 2, this.at + length);
    if (length > 2) this.skipSpace();
  }

  /** Length of the closing delimiter here, with its trim marker, or 0. */
  private closing(at: number): number {
    if (this.text.startsWith("}}", at)) return 2;
    return isSpace(this.text[at]) && this.text.startsWith("-}}", at + 1) ? 4 : 0;
  }

  private token(): boolean {
    const start = this.at;
    const character = this.text[start];
    if (character === undefined) return this.fail(start, "unclosed action");
    if (isSpace(character)) return this.space();
    if (character === '"' || character === "'") return this.quoted(character);
    if (character === "`") return this.raw();
    if (character === "$") return this.word("variable", start + 1);
    const next = this.text[start + 1];
    if (character === "." && next !== undefined && !isDigit(next)) {
      return this.word("field", start + 1);
    }
    if (/[.+\-0-9]/.test(character)) return this.number();
    if (matchEnd(LETTER, this.text, start) > start) return this.word("identifier", start);
    if (character === "=") return this.emit("assign", start, start + 1);
    if (character === "|") return this.emit("pipe", start, start + 1);
    if (character === ":") {
      if (this.text[start + 1] !== "=") return this.fail(start, "expected :=");
      return this.emit("declare", start, start + 2);
    }
    if (character === "(") {
      this.parentheses += 1;
      return this.emit("(", start, start + 1);
    }
    if (character === ")") {
      this.parentheses -= 1;
      if (this.parentheses < 0) return this.fail(start, "unexpected right paren");
      return this.emit(")", start, start + 1);
    }
    if (character >= "!" && character <= "~") return this.emit("other", start, start + 1);
    return this.fail(start, `unrecognized character in action: ${this.nameAt(start)}`);
  }

  /** A space that belongs to a closing `-}}` stays with it. */
  private space(): boolean {
    let end = matchEnd(WHITE, this.text, this.at);
    if (this.text.startsWith("-}}", end)) end -= 1;
    return this.emit("space", this.at, end);
  }

  private quoted(delimiter: string): boolean {
    const start = this.at;
    for (let at = start + 1; at < this.text.length; at++) {
      const character = this.text[at];
      if (character === delimiter) {
        return this.emit(delimiter === '"' ? "string" : "character", start, at + 1);
      }
      if (character === "\\") at += 1;
      if (this.text[at] === "\n") break;
    }
    const what = delimiter === '"' ? "quoted string" : "character constant";
    return this.fail(start, `unterminated ${what}`);
  }

  private raw(): boolean {
    const end = this.text.indexOf("`", this.at + 1);
    if (end < 0) return this.fail(this.at, "unterminated raw quoted string");
    return this.emit("string", this.at, end + 1);
  }

  private word(kind: "identifier" | "field" | "variable", from: number): boolean {
    const start = this.at;
    const end = matchEnd(WORD, this.text, from);
    const word = this.text.slice(start, end);
    if (kind === "field" && end === from && this.terminated(end)) {
      return this.emit("dot", start, end);
    }
    if (!this.terminated(end)) return this.fail(start, `bad character ${this.nameAt(end)}`);
    if (kind !== "identifier") return this.emit(kind, start, end);
    if (KEYWORDS.has(word)) return this.emit("keyword", start, end);
    if (word === "true" || word === "false") return this.emit("bool", start, end);
    return this.emit(word === "nil" ? "nil" : "identifier", start, end);
  }

  /** A word ends where something else may begin. */
  private terminated(at: number): boolean {
    const character = this.text[at];
    if (character === undefined || isSpace(character)) return true;
    return ".,|:()".includes(character) || this.text.startsWith("}}", at);
  }

  private number(): boolean {
    const start = this.at;
    let end = matchEnd(NUMBER, this.text, start);
    let bad = matchEnd(LETTER, this.text, end) > end;
    if (!bad && (this.text[end] === "+" || this.text[end] === "-")) {
      end = matchEnd(NUMBER, this.text, end);
      bad = this.text[end - 1] !== "i";
    }
    if (bad) end = Math.max(end, matchEnd(LETTER, this.text, end));
    const text = this.text.slice(start, end);
    if (bad) return this.fail(start, `bad number syntax: ${quote(text)}`);
    return this.emit("number", start, end);
  }

  /** Whether a `{{` that ends at `at` is followed by a trim marker. */
  private trimsAfter(at: number): boolean {
    return this.text[at] === "-" && isSpace(this.text[at + 1]);
  }

  private skipSpace(): void {
    this.at = matchEnd(WHITE, this.text, this.at);
  }

  private nameAt(at: number): string {
    return unicodeName(this.text.codePointAt(at) ?? 0);
  }

  private emit(kind: TokenKind, start: number, end: number): true {
    const line = this.lineOf(start);
    this.tokens.push({ kind, text: this.text.slice(start, end), at: start, line });
    this.at = end;
    return true;
  }

  private fail(at: number, message: string): false {
    this.tokens.push({ kind: "error", text: message, at, line: this.lineOf(at) });
    return false;
  }

  private lineOf(at: number): number {
    for (; this.counted < at; this.counted++) {
      if (this.text.charCodeAt(this.counted) === 10) this.line += 1;
    }
    return this.line;
  }
}
