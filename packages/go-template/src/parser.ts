/** Second step: tokens into a set of named templates. */

import { parseString } from "./literal.ts";
import type { Branch, Pipeline, Statement, Statements } from "./nodes.ts";
import { type Names, parsePipeline } from "./pipeline-parser.ts";
import { quote } from "./quote.ts";
import { Scope } from "./scope.ts";
import { TokenStream } from "./token-stream.ts";

/** A list of statements ends with `{{end}}`, with `{{else}}`, or with the text. */
type Ending = "end" | "else" | "text";

const WHITE_ONLY = /^[ \t\r\n]*$/;

export function parse(
  name: string,
  text: string,
  functions: ReadonlySet<string>,
): Map<string, Statements> {
  const templates = new Map<string, Statements>();
  const tokens = new TokenStream(name, text);
  const main = new Parser(tokens, functions, templates).main();
  define(tokens, templates, name, main);
  return templates;
}

/** A definition replaces an empty one; two that say something are an error. */
function define(
  tokens: TokenStream,
  templates: Map<string, Statements>,
  name: string,
  body: Statements,
): void {
  const known = templates.get(name);
  if (known === undefined || isEmpty(known)) templates.set(name, body);
  else if (!isEmpty(body)) {
    throw tokens.failure(`template: multiple definition of template ${quote(name)}`);
  }
}

function isEmpty(body: Statements): boolean {
  return body.every((statement) => statement.kind === "text" && WHITE_ONLY.test(statement.text));
}

/** Reads one template: variables and loops of another are unknown to it. */
class Parser {
  private readonly tokens: TokenStream;
  private readonly templates: Map<string, Statements>;
  private readonly names: Names;
  private loops = 0;

  constructor(
    tokens: TokenStream,
    functions: ReadonlySet<string>,
    templates: Map<string, Statements>,
  ) {
    this.tokens = tokens;
    this.templates = templates;
    this.names = { functions, variables: new Scope() };
  }

  main(): Statements {
    const statements: Statement[] = [];
    const ending = this.statements(statements, true);
    if (ending === "text") return statements;
    throw this.tokens.failure(`unexpected {{${ending}}}`);
  }

  /** The body of `define` or `block`, up to its `{{end}}`. */
  private definition(name: string, context: string): void {
    const parser = new Parser(this.tokens, this.names.functions, this.templates);
    const [body, ending] = parser.body();
    if (ending === "else") throw this.tokens.failure(`unexpected {{else}} in ${context}`);
    define(this.tokens, this.templates, name, body);
  }

  private body(): [Statements, "end" | "else"] {
    const statements: Statement[] = [];
    const ending = this.tokens.nested(() => this.statements(statements, false));
    if (ending === "text") throw this.tokens.failure("unexpected EOF");
    return [statements, ending];
  }

  private statements(into: Statement[], top: boolean): Ending {
    for (;;) {
      const token = this.tokens.nextTerm();
      if (token.kind === "end") return "text";
      if (token.kind === "text") {
        into.push({ kind: "text", at: token.at, text: token.text });
        continue;
      }
      if (token.kind !== "left") throw this.tokens.unexpected(token, "input");
      this.tokens.actionLine = token.line;
      const read = this.action(top);
      this.tokens.actionLine = 0;
      if (read === "end" || read === "else") return read;
      if (read !== "defined") into.push(read);
    }
  }

  private action(top: boolean): Statement | "end" | "else" | "defined" {
    const { tokens } = this;
    const token = tokens.peekTerm();
    if (token.kind !== "keyword" || (token.text === "define" && !top)) {
      return { kind: "action", at: token.at, pipeline: this.pipeline("command") };
    }
    tokens.next();
    switch (token.text) {
      case "define":
        this.define();
        return "defined";
      case "end":
        tokens.expect("right", "end");
        return "end";
      case "else":
        if (!["if", "with"].includes(tokens.peekTerm().text)) tokens.expect("right", "else");
        return "else";
      case "if":
      case "with":
        return this.branches(token.text, token.at);
      case "range":
        return this.range(token.at);
      case "break":
      case "continue":
        return this.jump(token.text, token.at);
      case "block":
        return this.block();
      default:
        return this.template();
    }
  }

  private define(): void {
    const name = this.templateName("define clause");
    this.tokens.expect("right", "define clause");
    this.tokens.actionLine = 0;
    this.definition(name, "define clause");
  }

  private branches(kind: "if" | "with", at: number): Statement {
    const { names, tokens } = this;
    const scope = names.variables.size;
    const branches: Branch[] = [];
    for (;;) {
      const pipeline = this.pipeline(kind);
      const [body, ending] = this.body();
      branches.push({ pipeline, body });
      if (ending === "end") {
        names.variables.shrink(scope);
        return { kind, at, branches, otherwise: [] };
      }
      if (tokens.peekTerm().text !== kind || tokens.peek().kind !== "keyword") break;
      tokens.next();
    }
    const otherwise = this.lastBody();
    names.variables.shrink(scope);
    return { kind, at, branches, otherwise };
  }

  private range(at: number): Statement {
    const scope = this.names.variables.size;
    const pipeline = this.pipeline("range");
    this.loops += 1;
    const [body, ending] = this.body();
    this.loops -= 1;
    const otherwise = ending === "else" ? this.lastBody() : [];
    this.names.variables.shrink(scope);
    return { kind: "range", at, pipeline, body, otherwise };
  }

  /** What follows the last `{{else}}`. */
  private lastBody(): Statements {
    const [body, ending] = this.body();
    if (ending === "else") throw this.tokens.failure("expected end; found {{else}}");
    return body;
  }

  private jump(kind: "break" | "continue", at: number): Statement {
    this.tokens.expect("right", `{{${kind}}}`);
    if (this.loops === 0) throw this.tokens.failure(`{{${kind}}} outside {{range}}`);
    return { kind, at };
  }

  private template(): Statement {
    const { at } = this.tokens.peekTerm();
    const name = this.templateName("template clause");
    let pipeline: Pipeline | undefined;
    if (this.tokens.peekTerm().kind === "right") this.tokens.next();
    else pipeline = this.pipeline("template clause");
    return { kind: "template", at, name, pipeline };
  }

  private block(): Statement {
    const { at } = this.tokens.peekTerm();
    const name = this.templateName("block clause");
    const pipeline = this.pipeline("block clause");
    this.definition(name, "block clause");
    return { kind: "template", at, name, pipeline };
  }

  private templateName(context: string): string {
    const token = this.tokens.nextTerm();
    if (token.kind !== "string") throw this.tokens.unexpected(token, context);
    return this.tokens.located(() => parseString(token.text));
  }

  private pipeline(context: string): Pipeline {
    return parsePipeline(this.tokens, this.names, context, "right");
  }
}
