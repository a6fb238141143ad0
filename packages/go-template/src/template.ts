/**
 * Go's text/template over plain data: `parseTemplate` reads a text, `execute` renders it.
 *
 * The language is complete, with Go's built-in functions and messages; `call` finds no function in
 * data, and imaginary numbers are refused. Further functions are in library/: those of the sprig
 * collection that neither read files, environment or network nor make randomness. Nothing of JavaScript is reachable (value.ts); every execution is bounded (budget.ts).
 */

import { Budget, type TemplateLimits } from "./budget.ts";
import { FUNCTION_NAMES } from "./functions.ts";
import { parse } from "./parser.ts";
import { type MissingKey, Run, type TemplateSource } from "./run.ts";
import { execute } from "./statement.ts";
import { TemplateError } from "./template-error.ts";
import { goValue } from "./value.ts";

export type TemplateOptions = {
  /** The name in messages. */
  name?: string;
  /** What a missing key of a map gives: `<no value>`, nil, or an error. */
  missingKey?: MissingKey;
};

/** Throws a TemplateError of kind `parse` when the text is no template. */
export function parseTemplate(text: string, options: TemplateOptions = {}): Template {
  return new Template(text, options);
}

export class Template {
  private readonly source: TemplateSource;
  private readonly missingKey: MissingKey;

  constructor(text: string, { name = "template", missingKey = "default" }: TemplateOptions) {
    this.source = { name, text, templates: parse(name, text, FUNCTION_NAMES) };
    this.missingKey = missingKey;
  }

  /** Renders the data. Throws a TemplateError of kind `execute` or, at a bound, `limit`. */
  execute(data: unknown, limits: TemplateLimits = {}): string {
    const { name } = this.source;
    const run = new Run(this.source, this.missingKey, new Budget(limits));
    const value = goValue(data) ?? undefined;
    const body = run.body(name) ?? [];
    try {
      run.inTemplate(name, value, () => execute(run, { value, boxed: false }, body));
      return run.output.text;
    } catch (error) {
      throw error instanceof TemplateError ? run.located(error) : error;
    }
  }
}
